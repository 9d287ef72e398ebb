#!/usr/bin/env python3
"""Two real users of the machine, made here and removed, see only what their rules let them see.

Usage: rights.py FOLDER-OF-THE-BINARIES
Needs root; without it there is nothing to show.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile

from harness import daemon

RUNWAY = os.path.join(sys.argv[1], "runway")
COACH, DASH, GROUP = "rwcoach", "rwdash", "rwcoaches"
ACCESS = """{
  access: [
    {daemon: true, read: "*", kinds: "*", control: true, write: "*", observe: true},
    {group: "%s", read: "*", control: "own", observe: true},
    {user: "%s", read: ["heart_rate_bpm"], kinds: ["stat", "event"]},
  ],
}
""" % (GROUP, DASH)


@contextlib.contextmanager
def accounts():
    """A group, a user in it as a supplementary group, and a user without."""
    try:
        subprocess.run(["groupadd", "--system", GROUP], check=True)
        subprocess.run(
            ["useradd", "--system", "--no-create-home", "--groups", GROUP, COACH], check=True)
        subprocess.run(["useradd", "--system", "--no-create-home", DASH], check=True)
        yield
    finally:
        for user in (COACH, DASH):
            subprocess.run(["userdel", user], stderr=subprocess.DEVNULL)
        subprocess.run(["groupdel", GROUP], stderr=subprocess.DEVNULL)


def run(user, *arguments):
    """What `runway` says and how it ends for a user, with all of the user's groups."""
    return subprocess.run(
        ["setpriv", "--reuid", user, "--regid", user, "--init-groups", RUNWAY, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)


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
            assert line["type"] == "ok" or name not in text, line
    assert "speed_mps" in shown.stderr and "right" in shown.stderr, shown.stderr

    for arguments in (["tail", "--metrics", "speed_mps"], ["tail", "--kinds", "phase"],
                      ["status"], ["pause", "s0"], ["start"], ["clients"]):
        refused = run(DASH, *arguments, "--socket", path)
        assert refused.returncode == 77, refused
        assert "right" in refused.stderr, refused

    own = run(COACH, "start", "--socket", path)
    assert own.returncode == 0, own
    session = own.stdout.split()[0]
    assert run(COACH, "stop", session, "--socket", path).returncode == 0
    assert run(COACH, "pause", "s0", "--socket", path).returncode == 77
    assert run(COACH, "status", "--socket", path).returncode == 0

    stranger = run("nobody", *tail)
    assert stranger.returncode == 77 and "user 65534" in stranger.stderr, stranger
    assert run("root", "pause", "s0", "--socket", path).returncode == 0


def main():
    if os.geteuid() != 0:
        print("rights: skipped, making users takes root")
        return
    with tempfile.TemporaryDirectory() as folder, accounts():
        os.chmod(folder, 0o755)
        config = os.path.join(folder, "runwayd.json5")
        with open(config, "w") as file:
            file.write(ACCESS)
        with daemon(sys.argv[1], folder, "--config", config) as (_, path):
            os.chmod(path, 0o666)
            check(path)
    print("rights: two users see their own and nothing else")


main()
