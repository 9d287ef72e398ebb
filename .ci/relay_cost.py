"""Processor time for each line: of relay and client, and of the client alone with the same lines.

The client alone reads the lines from a file, in the form in which the relay hands them, in one run;
where its adapter takes a batch as a whole, in batches of the same size. Three pairs, in turn; medians.
"""

import os
import resource
import shutil
import statistics
import subprocess
import tempfile

import relay
import relay_engines


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(binaries, names, path, sessions, seconds):
    for name in names:
        pairs = [pair(binaries, name, sessions, seconds) for _ in range(3)]
        count = pairs[0][2]
        both = statistics.median(pair[0] for pair in pairs) / count * 1e6
        alone = statistics.median(pair[1] for pair in pairs) / count * 1e6
        print(f"{name}: {both:.2f} µs for each of {count} lines with the relay, {alone:.2f} µs for the "
              f"client alone, {both / alone:.2f} times; {both - alone:.2f} µs more", flush=True)


def pair(binaries, name, sessions, seconds):
    """Seconds of processor time with the relay and without, and the number of lines."""
    both, _ = run(binaries, name, sessions, seconds, None)
    folder = tempfile.mkdtemp(prefix="runway-relay-")
    try:
        lines = os.path.join(folder, "lines")
        run(binaries, name, sessions, seconds, f"cat >> {lines}")
        count = sum(1 for _ in open(lines, "rb"))
        alone = client(name, lines)
        return both, alone, count
    finally:
        shutil.rmtree(folder, ignore_errors=True)


BATCH = ["--batch-lines", "100000", "--batch-bytes", "64M"]


def run(binaries, name, sessions, seconds, command):
    """Relays the span; the processor time of the relay and all that it has started."""
    folder = tempfile.mkdtemp(prefix="runway-relay-")
    engine = relay_engines.ENGINES[name](folder)
    place = relay.Place(binaries, folder, sessions)
    try:
        engine.start()
        engine.prepare()
        flags = engine.relay_flags() + BATCH
        if command:
            at = flags.index("--exec")
            flags[at + 1] = command
            if "--ack" in flags:
                del flags[flags.index("--ack"):flags.index("--ack") + 2]
                flags += ["--id", "{sub}:{session}:{n}"]
        place.start_daemon()
        began = children()
        place.start_relay(seconds, flags, engine.environment())
        assert place.relay.wait() == 0, relay.tail(place)
        return children() - began, None
    finally:
        relay.kill(place.daemon)
        engine.close()
        shutil.rmtree(folder, ignore_errors=True)


def client(name, lines):
    """The processor time of the client that reads the lines from a file."""
    folder = tempfile.mkdtemp(prefix="runway-relay-")
    engine = relay_engines.ENGINES[name](folder)
    try:
        engine.start()
        engine.prepare()
        flags = engine.relay_flags()
        command = flags[flags.index("--exec") + 1]
        if name == "redis":
            command = f"split -l 100000 --filter='{command}' -"
        # It reads from a pipe only.
        if name == "nats":
            command = f"cat | {command}"
        began = children()
        subprocess.run(command, shell=True, check=True, stdin=open(lines), stdout=subprocess.DEVNULL,
                       env=dict(os.environ, **engine.environment()))
        return children() - began
    finally:
        engine.close()
        shutil.rmtree(folder, ignore_errors=True)
