"""Processor time for each line: of relay and client, and of the client alone with the same lines.

The client alone reads the lines from a file, in the form in which the relay hands them, in one run; and,
where the relay starts it for each batch, once more in batches of the same size, which split(1) hands to
it. Three rounds, in turn; medians. Lines that the engine does not hold in the end would be cheap: it is
asked for them.
"""

import os
import resource
import shlex
import shutil
import statistics
import subprocess
import tempfile

import relay
import relay_engines


def begin():
    """The processor time so far. What was written meanwhile is on the disk: a process that waits for its
    own writes must not work for those of others."""
    os.sync()
    return children()


def children():
    """The processor time of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(binaries, names, sessions, seconds, batch, count):
    for name in names:
        rounds = [compare(binaries, name, sessions, seconds, batch, count) for _ in range(3)]
        both, alone, batched = (statistics.median(figures) for figures in zip(*rounds))
        print(f"{name}: {both:.2f} µs a line with the relay, {alone:.2f} µs for the client alone, "
              f"{both / alone:.2f} times; fed by split {batched:.2f} µs", flush=True)


def compare(binaries, name, sessions, seconds, batch, count):
    """Microseconds for each of so many lines: of relay and client, of the client alone, and of split and
    client."""
    both = run(binaries, name, sessions, seconds, batch, None, count)
    folder = tempfile.mkdtemp(prefix="runway-relay-")
    try:
        lines = os.path.join(folder, "lines")
        run(binaries, name, sessions, seconds, batch, lines, count)
        batched = client(name, lines, batch, count)
        # Redis takes no batch of any size, and NATS none at all.
        alone = batched if name in ["redis", "nats"] else client(name, lines, None, count)
        return [figure / count * 1e6 for figure in (both, alone, batched)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(binaries, name, sessions, seconds, batch, path, count):
    """Relays the span, to a file if one is named, in the form in which the client alone reads it; the
    processor time of the relay and all that it has started."""
    folder = tempfile.mkdtemp(prefix="runway-relay-")
    engine = relay_engines.ENGINES[name](folder)
    place = relay.Place(binaries, folder, sessions)
    try:
        engine.start()
        engine.prepare()
        flags = engine.relay_flags()
        if path:
            flags = [*without_ack(engine.alone()[0]), "--exec", f"cat >> {path}"]
        place.start_daemon()
        began = begin()
        flags += ["--batch-lines", str(batch), "--batch-bytes", "1G"]
        place.start_relay(seconds, flags, engine.environment())
        assert place.relay.wait() == 0, relay.tail(place)
        spent = children() - began
        check(name, open(path, "rb") if path else engine.lines(), engine, count)
        return spent
    finally:
        relay.kill(place.daemon)
        engine.close()
        shutil.rmtree(folder, ignore_errors=True)


def without_ack(flags):
    """With --ack lines there is an id."""
    if "--ack" not in flags:
        return flags
    at = flags.index("--ack")
    return flags[:at] + flags[at + 2:] + ["--id", "{sub}:{fleet}:{session}:{n}"]


def check(name, lines, engine, count):
    held = sum(1 for _ in lines) + engine.unread
    assert held == count, f"{name} holds {held} lines of {count}"


def client(name, lines, batch, count):
    """The processor time of the client that reads the lines from a file, in batches or at once."""
    folder = tempfile.mkdtemp(prefix="runway-relay-")
    engine = relay_engines.ENGINES[name](folder)
    try:
        engine.start()
        engine.prepare()
        command = engine.alone()[1]
        # It reads from a pipe only.
        if name == "nats":
            command = f"cat | {command}"
        elif batch:
            command = f"split -l {batch} --filter={shlex.quote(command)} -"
        began = begin()
        subprocess.run(command, shell=True, check=True, stdin=open(lines), stdout=subprocess.DEVNULL,
                       env=dict(os.environ, **engine.environment()))
        spent = children() - began
        check(name, engine.lines(), engine, count)
        return spent
    finally:
        engine.close()
        shutil.rmtree(folder, ignore_errors=True)
