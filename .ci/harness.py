"""What the checks in Python share: daemons that run for a while, and connections to them."""

import contextlib
import json
import os
import socket
import struct
import subprocess


@contextlib.contextmanager
def daemon(binaries, folder, *flags):
    """A daemon of seed 7 once it listens: its process, and the path of its socket."""
    path = os.path.join(folder, "runwayd.sock")
    process = subprocess.Popen(
        [os.path.join(binaries, "runwayd"), "--socket", path, "--seed", "7", *flags],
        stderr=subprocess.PIPE, text=True)
    try:
        for line in process.stderr:
            if "listening on" in line:
                break
        yield process, path
    finally:
        process.terminate()
        process.wait()


def listener_of(path):
    """The number of the process that listens there."""
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(path)
        return struct.unpack("iii", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]


class Peer:
    """A connection past the greeting."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.file = self.socket.makefile("rwb", buffering=1 << 16)
        assert self.next()["type"] == "hello"

    def next(self):
        line = self.file.readline()
        assert line, "the daemon has hung up"
        return json.loads(line)

    def say(self, *requests):
        for request in requests:
            self.file.write(json.dumps(request).encode() + b"\n")
        self.file.flush()

    def answer(self, *types):
        """The next line of one of these types; others are passed over."""
        while True:
            line = self.next()
            if line["type"] in types:
                return line

    def follow(self, count):
        """The next numbered lines, of which none may be lost."""
        while count:
            line = self.next()
            assert line["type"] not in ("gap", "error", "bye"), line
            count -= "n" in line
