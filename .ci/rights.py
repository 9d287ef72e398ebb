#!/usr/bin/env python3
"""Two real users of the machine, made here and removed, see only what their rules let them see.

Usage: rights.py FOLDER-OF-THE-BINARIES
Skipped for whoever is not root, who cannot make users.
"""

import contextlib
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from harness import daemon

# Names of this process alone: nobody has them, and nobody else removes them.
COACH, DASH, GROUP = (f"rw{what}{os.getpid()}" for what in ("coach", "dash", "group"))
CLIENTS = 64
ACCESS = """{
  limits: {clients: %d, user_clients: %d},
  access: [
    {daemon: true, read: "*", kinds: "*", control: true, write: "*", observe: true},
    {group: "%s", read: "*", control: "own", observe: true},
    {user: "%s", read: [%s], kinds: ["stat", "event"]},
  ],
}
"""


@contextlib.contextmanager
def made(make, remove, *arguments):
    """A user or a group; the last argument is its name."""
    subprocess.run([make, "--system", *arguments], check=True)
    try:
        yield
    finally:
        subprocess.run([remove, arguments[-1]], check=True)


@contextlib.contextmanager
def accounts():
    """A group, a user in it as a supplementary group, and a user without."""
    with made("groupadd", "groupdel", GROUP), \
            made("useradd", "userdel", "--no-create-home", "--groups", GROUP, COACH), \
            made("useradd", "userdel", "--no-create-home", DASH):
        yield


def as_user(user, *arguments):
    """The command line of `runway` for a user, with all of the user's groups."""
    return ["setpriv", "--reuid", user, "--regid", str(pwd.getpwnam(user).pw_gid), "--init-groups",
            *arguments]


def run(user, *arguments):
    """What `runway` says and how it ends for a user."""
    return subprocess.run(
        as_user(user, RUNWAY, *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, timeout=60)


def lines(result):
    assert result.returncode == 0, result
    return [json.loads(line) for line in result.stdout.splitlines()]


def check(path):
    tail = ["tail", "--socket", path, "--json", "-n", "20"]
    for line in lines(run(COACH, *tail)):
        assert line["type"] != "stat" or "speed_mps" in line, line

    shown = run(DASH, *tail)
    for line in lines(shown):
        text = json.dumps(line)
        for name in ("speed_mps", "cadence_spm", "stride_m", "contact_ms", "mass_kg", "seed"):
            assert line["type"] == "ok" or f'"{name}"' not in text, line
    assert "speed_mps" in shown.stderr and "right" in shown.stderr, shown.stderr

    for arguments in (["tail", "--metrics", "speed_mps"], ["tail", "--kinds", "phase"],
                      ["status"], ["pause", "s0"], ["start"], ["clients"]):
        refused = run(DASH, *arguments, "--socket", path)
        assert refused.returncode == 77, refused
        assert "right" in refused.stderr, refused

    own = run(COACH, "start", "--socket", path)
    assert own.returncode == 0, own
    session = own.stdout.split()[0]
    # It begins with its first sample.
    for _ in range(50):
        stopped = run(COACH, "stop", session, "--socket", path)
        if stopped.returncode != 65:
            break
        time.sleep(0.1)
    assert stopped.returncode == 0, stopped
    assert run(COACH, "pause", "s0", "--socket", path).returncode == 77
    assert run(COACH, "status", "--socket", path).returncode == 0

    stranger = run("nobody", *tail)
    assert stranger.returncode == 77 and "user 65534" in stranger.stderr, stranger
    assert run("root", "pause", "s0", "--socket", path).returncode == 0


def check_reload(daemon, path, config):
    """A right that is taken away ends what needs it within a second, and nothing else."""
    tail = [RUNWAY, "tail", "--socket", path, "--json"]
    followers = [
        subprocess.Popen(
            as_user(user, *tail), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for user in (COACH, DASH)]
    coach, dash = followers
    try:
        for follower in followers:
            while json.loads(follower.stdout.readline())["type"] != "stat":
                pass
        write(config, '"steps"')
        began = time.monotonic()
        daemon.send_signal(signal.SIGHUP)
        for _ in dash.stdout:
            assert time.monotonic() - began < 10, "the subscription goes on"
        assert dash.wait(timeout=10) == 77
        seconds = time.monotonic() - began
        assert seconds < 1, f"{seconds:.2f} s until a subscription ended"
        # Lines that were due before may still wait in the pipe.
        now = time.monotonic_ns() // 1000
        while json.loads(coach.stdout.readline()).get("due_us", 0) <= now:
            assert coach.poll() is None, "the other one has ended too"
        return seconds
    finally:
        for follower in followers:
            follower.kill()
            follower.wait()


@contextlib.contextmanager
def acting(user):
    """This process connects as somebody else for a while."""
    entry, groups = pwd.getpwnam(user), os.getgroups()
    os.setgroups([])
    os.setegid(entry.pw_gid)
    os.seteuid(entry.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


def check_door(path):
    """Where somebody has taken all places, root still gets in, and nobody else does."""
    with contextlib.ExitStack() as held:
        refused = 0
        with acting(DASH):
            for _ in range(CLIENTS + 8):
                peer = held.enter_context(socket.socket(socket.AF_UNIX))
                peer.connect(path)
                refused += b'"too_many_clients"' in peer.recv(1 << 16)
        assert refused == 8 + 3, refused
        assert run(COACH, "status", "--socket", path).returncode != 0
        status = run("root", "status", "--socket", path)
        assert status.returncode == 0, status


def check_log(daemon):
    """The log says who has commanded."""
    daemon.terminate()
    told = daemon.stderr.read()
    for user, what in ((COACH, "stop"), (DASH, "pause s0: refused, sharing_denied"),
                       ("root", "pause s0")):
        line = re.search(
            rf"user {pwd.getpwnam(user).pw_uid} \({user}\), process [1-9][0-9]*: {what}", told)
        assert line, told


def write(config, metrics):
    with open(config + ".new", "w") as file:
        file.write(ACCESS % (CLIENTS, CLIENTS, GROUP, DASH, metrics))
    os.replace(config + ".new", config)


def main():
    global RUNWAY
    tools = ["groupadd", "useradd", "userdel", "groupdel", "setpriv"]
    lacking = [tool for tool in tools if shutil.which(tool) is None]
    if os.geteuid() != 0 or lacking:
        print(f"rights: skipped: making users takes {' and '.join(lacking) or 'root'}")
        return
    with tempfile.TemporaryDirectory() as folder, accounts():
        os.chmod(folder, 0o755)
        # Where the binaries are, others may not be allowed to look.
        RUNWAY = shutil.copy(os.path.join(sys.argv[1], "runway"), folder)
        config = os.path.join(folder, "runwayd.json5")
        write(config, '"heart_rate_bpm"')
        flags = ["--config", config, "--sessions", "20", "--speed", "10"]
        with daemon(sys.argv[1], folder, *flags) as (process, path):
            os.chmod(path, 0o666)
            check(path)
            seconds = check_reload(process, path, config)
            check_door(path)
            check_log(process)
    print(f"rights: two users see their own and nothing else, root gets in; withdrawn after {seconds:.2f} s")


main()
