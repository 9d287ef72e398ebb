"""How `foreign.py` has recordings flown: by `runway export`, and by a daemon for their names."""
import json
import pathlib
import subprocess
import time

PATIENCE = 180
REFUSED = 66


def export(binaries, path, folder):
    """The legs that fly, or nothing and the reason; and what it says besides."""
    done = subprocess.run(
        [f"{binaries}/runway", "export", "--replay", path, "--sessions", "0", "--format", "fit",
         "--out", folder], capture_output=True, text=True, errors="replace", timeout=PATIENCE)
    said = [line.replace(path, "").removeprefix("runway export: ").lstrip(": ")
            for line in done.stderr.splitlines() if line and " of seed " not in line]
    if done.returncode == REFUSED:
        return None, said
    if done.returncode:
        raise RuntimeError(f"exit code {done.returncode}: {' '.join(said)}")
    files = sorted(
        pathlib.Path(folder).glob("s*.fit"), key=lambda file: int(file.stem[1:].split(".")[0]))
    return files, said


def ordinals(binaries, path, folder):
    """Which sessions of the file fly, by the names that a daemon gives them."""
    socket = f"{folder}/foreign.sock"
    daemon = subprocess.Popen(
        [f"{binaries}/runwayd", "--replay", path, "--sessions", "0", "--socket", socket],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 20
        while not (pathlib.Path(socket).exists() or daemon.poll() is not None
                   or time.monotonic() > end):
            time.sleep(0.05)
        told = subprocess.run([f"{binaries}/runway", "sessions", "--json", "--socket", socket],
                              capture_output=True, text=True, timeout=PATIENCE).stdout
    finally:
        daemon.terminate()
        daemon.wait()
    names = [(session["lane"], session["recording"]) for line in told.splitlines()
             for session in json.loads(line).get("sessions", [])]
    tails = [name.rpartition("#")[2] for _, name in sorted(names)]
    return [int(tail) - 1 if tail.isdigit() else 0 for tail in tails]
