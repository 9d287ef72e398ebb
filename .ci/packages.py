#!/usr/bin/env python3
"""Holds the packages where no Swift is: in a fresh Debian, and in a container's root.

Usage: packages.py FOLDER-OF-THE-BINARIES [--root FOLDER] [--before BINARIES]

A Debian is unpacked by debootstrap, or is the folder of --root, which is left changed. There the
package is installed, upgraded with a changed configuration and a daemon that runs, removed and
purged. The programs of --before are an older commit's, which have flown a fleet that the newer ones
go on with. The image's root is entered as its runtime would: as its user, read-only, as process 1
of a namespace.
"""

import argparse
import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
LIBRARIES = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2",
             "ld-linux-aarch64.so.1"}
SOCKET = "run/runway/runwayd.sock"
# The units of a machine on which an administrator has started a shard and a relay as well.
UNITS = ("runwayd.service", "runwayd@0.service", "runway-relay@kafka.service")


def run(*argv, **options):
    """What a command says; it must end well."""
    options = {"check": True, "text": True, "capture_output": True, "timeout": 900} | options
    try:
        return subprocess.run([str(word) for word in argv], **options).stdout
    except subprocess.CalledProcessError as failed:
        sys.exit(f"{' '.join(map(str, argv))}: {failed.returncode}\n{failed.stdout}{failed.stderr}")


def told(name, began, extra=""):
    print(f"packages: {name}: {time.monotonic() - began:.1f} s{extra}", flush=True)


def wait_for(path, process=None, seconds=20):
    end = time.monotonic() + seconds
    while not os.path.exists(path):
        assert time.monotonic() < end, f"no {path}"
        assert process is None or process.poll() is None, process.stderr.read()
        time.sleep(0.05)


def hold_libraries(binaries):
    for program in ("runway", "runwayd"):
        said = run("readelf", "-d", binaries / program)
        needed = {line.split("[")[1].split("]")[0] for line in said.splitlines() if "NEEDED" in line}
        assert needed <= LIBRARIES, f"{program} needs {needed - LIBRARIES}"
        assert "RUNPATH" not in said and "RPATH" not in said, f"{program} looks for libraries"
    print(f"packages: the programs need {', '.join(sorted(needed))}")


def debs(binaries, folder, seconds_later=0):
    """The package of the programs and that of their symbols, as of a later commit if asked."""
    at = int(run("git", "-C", HERE, "log", "-1", "--format=%ct")) + seconds_later
    folder.mkdir()
    said = run(HERE / "deb", folder, env=os.environ | {
        "BINARIES": str(binaries), "SOURCE_DATE_EPOCH": str(at)})
    return [pathlib.Path(line) for line in said.split()]


class Debian:
    """A system in a folder."""

    def __init__(self, root):
        self.root = root
        if not (root / "etc").exists():
            began = time.monotonic()
            run("debootstrap", "--variant=minbase", "bookworm", root, "http://deb.debian.org/debian")
            told("debootstrap", began)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        self.daemons = []

    def __enter__(self):
        # systemd-tmpfiles does nothing without it.
        run("mount", "-t", "proc", "none", self.root / "proc")
        return self

    def __exit__(self, *_):
        for process in self.daemons:
            process.kill()
        run("umount", "--lazy", self.root / "proc")

    def do(self, *argv, **options):
        return run("chroot", self.root, "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8",
                   *argv, **options)

    def install(self, deb):
        shutil.copy(deb, self.root / "tmp")
        return self.do("apt-get", "install", "-y", "-qq", "--no-install-recommends",
                       f"/tmp/{deb.name}")

    def daemon(self, program="/usr/bin/runwayd", *flags):
        """A daemon of the service's user, which keeps its fleet."""
        process = subprocess.Popen(
            ["chroot", "--userspec=runway:runway", self.root, program, "--config",
             "/etc/runway/runwayd.json5", "--state", "/var/lib/runway", *flags],
            stderr=subprocess.PIPE, text=True)
        self.daemons.append(process)
        wait_for(self.root / SOCKET, process)
        return process


def pretend_systemd(debian):
    """Has the scripts of packages take the system for booted by systemd; returns what says which
    commands they have given it."""
    (debian.root / "run/systemd/system").mkdir(parents=True, exist_ok=True)
    # Where apt looks for programs; a link would be written through.
    program, log = debian.root / "usr/bin/systemctl", debian.root / "tmp/systemctl"
    program.unlink()
    started = "".join(f"echo {unit} loaded active\n" for unit in UNITS[1:])
    program.write_text('#!/bin/sh\necho "$*" >>/tmp/systemctl\n'
                       f'[ "$1" != list-units ] || {{\n{started}}}\n')
    program.chmod(0o755)
    log.write_text("")

    def commands():
        said = {line.replace("--system ", "").replace("--quiet ", "") for line in log.read_text().split("\n")}
        return said | {f"{line.split()[0]} {unit}" for line in said if line for unit in line.split()[1:]}

    return commands


def seed(debian):
    return json.loads(debian.do("runway", "status", "--json"))["seed"]


def hold_debian(debian, binaries, before, folder):
    first, _ = debs(binaries, folder / "first")
    later, _ = debs(binaries, folder / "later", 60)
    debian.do("apt-get", "update", "-qq")
    debian.do("apt-get", "install", "-y", "-qq", "--no-install-recommends", "systemd")
    began = time.monotonic()
    debian.install(first)
    said = debian.do("runway", "tail", "--embedded", "-n", "3")
    assert said.count("\n") >= 3, said
    told("from the package to the first line, without Swift", began)
    assert debian.do("getent", "group", "runway-control") and debian.do("id", "runway")
    said = debian.do("sh", "-c", "systemd-analyze verify runwayd.service runwayd.socket 2>&1")
    assert not said, said
    told_to_systemd = pretend_systemd(debian)

    state = debian.root / "var/lib/runway"
    state.mkdir(exist_ok=True)
    debian.do("chown", "runway:runway", "/var/lib/runway")
    program = "/usr/bin/runwayd"
    if before:
        run("strip", "-o", debian.root / "opt/runwayd", before / "runwayd")
        program = "/opt/runwayd"
    with open(debian.root / "etc/runway/runwayd.json5", "a", encoding="utf-8") as file:
        file.write("// changed by hand\n")
    old = debian.daemon(program)
    kept = seed(debian)
    debian.install(later)
    told_units = told_to_systemd()
    assert {f"restart {unit}" for unit in UNITS} <= told_units, told_units
    assert "changed by hand" in (debian.root / "etc/runway/runwayd.json5").read_text()
    assert seed(debian) == kept, "the newer client is not told by the older daemon"
    old.send_signal(signal.SIGTERM)
    assert old.wait(20) == 0, old.stderr.read()
    new = debian.daemon()
    assert seed(debian) == kept, "the newer daemon does not fly the older one's fleet"
    print(f"packages: upgraded under a daemon{' of an older commit' if before else ''}: same fleet")
    new.send_signal(signal.SIGTERM)
    assert new.wait(20) == 0, new.stderr.read()

    debian.do("apt-get", "remove", "-y", "-qq", "runway")
    told_units = told_to_systemd()
    assert {f"stop {unit}" for unit in UNITS} <= told_units, told_units
    assert not (debian.root / "usr/bin/runway").exists()
    said = run("chroot", debian.root, "sh", "-c", "dpkg --purge runway 2>&1")
    assert "is kept" in said and any(state.iterdir()), said
    assert not (debian.root / "etc/runway/runwayd.json5").exists()
    print("packages: purged; the fleet is kept, and that is said")


def hold_full_disk(binaries):
    """An installation for which there is no room leaves the one before it as it was."""
    with tempfile.TemporaryDirectory() as folder:
        run("mount", "-t", "tmpfs", "-o", "size=160m", "none", folder)
        try:
            environment = os.environ | {
                "BINARIES": str(binaries), "DESTDIR": folder, "PREFIX": "/usr"}
            run(HERE / "install", env=environment)
            before = {path: path.read_bytes() for path in pathlib.Path(folder, "usr/bin").iterdir()}
            with open(os.path.join(folder, "filler"), "wb") as file:
                file.write(bytes(os.statvfs(folder).f_bavail * 4096 - (8 << 20)))
            said = subprocess.run([HERE / "install"], env=environment, capture_output=True, text=True,
                                  check=False)
            assert said.returncode and "nothing was changed" in said.stderr, said
            assert all(path.read_bytes() == text for path, text in before.items())
            left = [str(path) for path in pathlib.Path(folder).rglob("*.runway-new")]
            assert not left, left
            os.remove(os.path.join(folder, "filler"))
            run(HERE / "install", env=environment)
            run(HERE / "install", "--uninstall", env=environment)
            left = [str(path) for path in pathlib.Path(folder).rglob("*") if not path.is_dir()]
            assert left == [os.path.join(folder, "etc/runway/runwayd.json5")], left
        finally:
            run("umount", folder)
    print("packages: a full disk leaves what was installed; taken away without a rest")


def hold_image(binaries, folder):
    (folder / "image").mkdir()
    said = run(HERE / "image", folder / "image", env=os.environ | {"BINARIES": str(binaries)})
    oci = pathlib.Path(said.split()[0])
    print(f"packages: the image has {oci.stat().st_size / 1e6:.1f} MB compressed")
    layout, root = folder / "layout", folder / "bundle/rootfs"
    run("skopeo", "copy", "-q", f"oci-archive:{oci}", f"oci:{layout}:it")
    run("umoci", "unpack", "--image", f"{layout}:it", folder / "bundle")
    config = json.loads((folder / "bundle/config.json").read_text())["process"]
    (folder / "bundle").chmod(0o755)
    user = f"{config['user']['uid']}:{config['user']['gid']}"
    assert config["user"]["uid"] > 0 and config["args"] == ["/usr/bin/runwayd"], config
    docker = pathlib.Path(said.split()[1])
    with tarfile.open(docker) as archive:
        manifest = json.load(archive.extractfile("manifest.json"))
        health = json.load(archive.extractfile(manifest[0]["Config"]))["config"]["Healthcheck"]["Test"]
    assert health == ["CMD", "/usr/bin/runway", "status"], health
    # What is entered has a shell and no env.
    enter = ["env", "-i", *config["env"], "/usr/sbin/chroot", f"--userspec={user}", str(root)]
    volumes = ("run/runway", "var/lib/runway")
    mounts = "; ".join(f"mount --bind {root}/{place} {root}/{place}" for place in volumes)
    began = time.monotonic()
    process = subprocess.Popen(
        ["unshare", "--mount", "--pid", "--fork", "--net", "--ipc", "--kill-child", "sh", "-c",
         f"mount --bind {root} {root}; {mounts}; mount -o remount,ro,bind {root}; "
         f"mount -t proc none {root}/proc; exec {shlex.join(enter + config['args'])}"],
        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        wait_for(root / SOCKET, process)
        run(*enter, "runway", "tail", "-n", "1")
        told("from the image to the first line", began)
        run(*enter, *health[1:])
        page = (HERE.parent / "Sources/Daemon/DaemonCore/DaemonCore.docc/Packages.md").read_text()
        test = page.split("```python\n")[1].split("```")[0]
        run("setpriv", "--reuid=1000", f"--regid={config['user']['gid']}", "--clear-groups",
            sys.executable, "-c", test.replace("/run/runway/runwayd.sock", str(root / SOCKET)))
        child = int(run("pgrep", "-P", process.pid).split()[0])
        assert os.stat(f"/proc/{child}").st_uid == config["user"]["uid"]
        os.kill(child, signal.SIGTERM)
        assert process.wait(20) == 0, process.stderr.read()
    finally:
        subprocess.run(["pkill", "-KILL", "-P", str(process.pid)], check=False)
        process.kill()
    print("packages: process 1 of the image ends cleanly; its health is told")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--before", type=pathlib.Path)
    options = parser.parse_args()
    binaries = options.binaries.resolve()
    hold_libraries(binaries)
    hold_full_disk(binaries)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        for deb in debs(binaries, folder / "linted"):
            said = run("lintian", "--allow-root", deb, check=False)
            assert not said, said
        print("packages: lintian says nothing")
        hold_image(binaries, folder)
        with Debian((options.root or folder / "debian").resolve()) as debian:
            hold_debian(debian, binaries, options.before, folder)
    print("packages: passed")


if __name__ == "__main__":
    main()
