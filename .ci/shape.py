#!/usr/bin/env python3
"""Prints the shape of the sources: lines and files by module, lengths of files and functions, the
types with the most extensions and stored properties, and the files that a reader opens on the
ways through the code. The way of a command has stages, each with a way of its own.

    python3 .ci/shape.py [checkout]

A way is a list of functions in the order in which they are called, one of several of the same name
with its first parameter. A function that is no longer there is an error: the ways are kept true
with the code. A figure that is above its limit is an error, too: a limit is lowered with the
figure, and raised by nobody without a reason.
"""

import collections
import pathlib
import re
import subprocess
import sys

WAYS = {
    "tick -> socket": [
        "Daemon.tick", "FleetSource.advance", "LiveFleet.advancePart", "FleetRun.advancePart",
        "LaneFlight.step", "Channel.take(_ step: FlightStep", "StreamHub.publish", "Followers.forEachLaneWithLines",
        "Connection.send", "Outbox.deliver", "Backlog.enqueue", "StreamSocket.send",
    ],
    "subscription -> live": [
        "StreamHub.consume", "StreamHub.subscribe", "Subscriptions.open", "FeedTable.open",
        "StreamHub.pump", "Subscriptions.catchUp", "FeedTable.takeTurn", "WayToPresent.init",
        "FeedLeaders.mayLead", "Recall.appendLines", "LiveFleet.replay", "Replay.advance",
        "Subscriptions.join", "FeedTable.join", "LiveFleet.join", "Followers.insert",
    ],
    "lane -> reader": [
        "Subscriptions.bringLanes", "Arrival.popWaiting", "LaneThreads.begin", "LaneDetachment.bring",
        "FleetRun.bring", "LaneFlight.passSamples", "LiveFleet.land", "Arrival.appendSnapshots",
    ],
    "add -> query": [
        "EntryCommand.request", "Command.carryOut", "RequestDecoder.decode", "StreamHub.perform",
        "CommandDesk.perform", "CommandDesk.check", "PendingCommands.insert", "Daemon.keepCommands",
        "CommandDesk.finish", "Subscriptions.apply", "FleetRun.takeBook", "QueryCommand.run",
        "FleetSource.query", "QueryPage.advance", "QueryTable.add",
    ],
    "request -> check": [
        "RequestDecoder.decode", "CommandRequest.init(add fields", "CommandDesk.check", "Rights.check",
        "Fleet.command", "Fleet.entry", "Fleet.checkShares",
    ],
    "book -> disk": [
        "JournalWriter.append", "CommitQueue.enter", "JournalFile.append", "Journal.bytes", "CommandText.text",
    ],
    "apply -> line": [
        "LiveFleet.apply", "CommandBook.enter", "ManualEntries.append", "FleetRun.noteEntry",
        "Channel.take(_ line: BookLine",
    ],
    "query -> bucket": [
        "FleetSource.query", "Query.init", "QueryPage.advance", "EntryWalk.advance", "QueryRow.add",
    ],
}

# What lies at the top of a checkout, dot-files aside.
TOP = {"Package.swift", "README.md", "Sources", "Tests", "config", "systemd"}

# The way of a command, and those of its stages.
COMMAND = ["add -> query", "request -> check", "book -> disk", "apply -> line", "query -> bucket"]

# What the code may have at most.
LIMITS = {
    "tick -> socket": 12, "subscription -> live": 13, "lane -> reader": 7, "add -> query": 14,
    "request -> check": 7,
    "book -> disk": 5, "apply -> line": 5, "query -> bucket": 5, "lines of a file on a command's way": 200,
    "lines of a file": 300, "lines of a function": 55, "stored properties of a type": 16,
}

TYPE = re.compile(r"^( *)(?:\w+ )*(?:class|struct|actor) (\w+)[^{}\n]*{", re.M)
PROPERTY = re.compile(r"(?:@?\w+(?:\(\w+\))? )*?(?:let|var) (?:\w+|\([^)]*\))([^\n]*)")
DECLARATION = re.compile(r"\b(func|init|deinit|subscript|var)\b")
STRINGS_AND_COMMENTS = re.compile(
    r'#"""[\s\S]*?"""#|"""[\s\S]*?"""|#".*?"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/')


def bare(text):
    """The code with what strings and comments say blanked out, line by line."""
    return STRINGS_AND_COMMENTS.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def body_start(code, index, is_property):
    """Where the body of a declaration opens; None if it has none."""
    depth = 0
    for place in range(index, len(code)):
        character = code[place]
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif depth == 0 and character == "{":
            return place
        elif depth == 0 and (character == "}" or is_property and character in "\n="):
            return None
    return None


def body_lines(code, opening):
    """How many lines stand between a brace and its partner."""
    depth = 0
    for place in range(opening, len(code)):
        depth += {"{": 1, "}": -1}.get(code[place], 0)
        if depth == 0:
            return max(0, code.count("\n", opening, place) - 1)
    return 0


def function_lengths(code):
    for found in DECLARATION.finditer(code):
        if code[found.start() - 1 : found.start()] == ".":
            continue
        opening = body_start(code, found.end(), found[1] == "var")
        if opening is not None:
            yield body_lines(code, opening)


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0


def row(name, files, lengths):
    lines = [text.count("\n") for text in files]
    return (
        f"{name:<18}{len(files):>6}{sum(lines):>8}"
        f"{quantile(lines, 0.5):>8}{quantile(lines, 0.9):>6}{max(lines):>6}"
        f"{quantile(lengths, 0.5):>10}{quantile(lengths, 0.9):>6}{max(lengths, default=0):>6}"
    )


def bodies(code, owner):
    """The code between the braces of each declaration and extension of a type."""
    declared = rf"\b(?:class|struct|enum|extension|protocol|actor) {owner}\b[^{{}}]*{{"
    for found in re.finditer(declared, code):
        depth = 1
        for place in range(found.end(), len(code)):
            depth += {"{": 1, "}": -1}.get(code[place], 0)
            if depth == 0:
                yield code[found.end() : place]
                break


def stored_properties(code):
    """The number of stored properties of each type that a file declares."""
    for found in TYPE.finditer(code):
        end = code.find(f"\n{found[1]}}}", found.end())
        count = 0
        for line in code[found.end() : end].splitlines():
            indented = line.startswith(found[1] + "    ") and not line.startswith(found[1] + "     ")
            held = PROPERTY.match(line.strip()) if indented else None
            is_computed = held and re.search(r"^[^=]*{(?!\s*(didSet|willSet))", held[1])
            if held and not is_computed and not re.search(r"\bstatic\b", line):
                count += 1
        yield found[2], count


def files_on(way, sources):
    """The files that hold the functions of a way, each once, in order."""
    files = []
    for name in way:
        owner, function = name.split(".", 1)
        function, _, parameter = function.partition("(")
        head = "init" if function == "init" else rf"(?:func|var) {function}"
        pattern = re.compile(rf"\b{head}\b" + (rf"\(\s*{re.escape(parameter)}\b" if parameter else ""))
        holders = [path for path, code in sources.items()
                   if any(pattern.search(body) for body in bodies(code, owner))]
        if not holders:
            sys.exit(f"shape: {name} is nowhere in the sources")
        if holders[0] not in files:
            files.append(holders[0])
    return files


def hold_top(root):
    kept = subprocess.run(
        ["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True, check=True)
    strange = {path.split("/")[0] for path in kept.stdout.split("\0") if path} - TOP
    strange = sorted(name for name in strange if not name.startswith("."))
    if strange:
        sys.exit(f"shape: {', '.join(strange)} does not belong at the top of the checkout")


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    hold_top(root)
    texts, lengths, sources = collections.defaultdict(list), collections.defaultdict(list), {}
    extensions, stored = collections.Counter(), collections.Counter()
    for path in sorted(root.glob("Sources/**/*.swift")):
        module = path.relative_to(root / "Sources").parts[1]
        text = path.read_text()
        code = bare(text)
        sources[str(path.relative_to(root))] = code
        texts[module].append(text)
        lengths[module] += function_lengths(code)
        for name, count in stored_properties(code):
            stored[name] = max(stored[name], count)
        extensions.update(re.findall(r"^(?:\w+ )*extension ([\w.]+)", code, re.M))

    print(f"{'module':<18}{'files':>6}{'lines':>8}{'lines of a file':>20}{'of a function':>22}")
    print(f"{'':<32}{'median':>8}{'p90':>6}{'max':>6}{'median':>10}{'p90':>6}{'max':>6}")
    for module in sorted(texts):
        print(row(module, texts[module], lengths[module]))
    everything = [text for module in texts.values() for text in module]
    print(row("all", everything, [length for module in lengths.values() for length in module]))

    print(f"\nextensions: {sum(extensions.values())} of {len(extensions)} types; the most: "
          + ", ".join(f"{name} {count}" for name, count in extensions.most_common(8)))
    small = sum(text.count("\n") <= 20 for text in everything)
    print(f"files of 20 lines or fewer: {small}")
    print("stored properties, the most: "
          + ", ".join(f"{name} {count}" for name, count in stored.most_common(8)))
    figures = {
        "lines of a file": max(text.count("\n") for text in everything),
        "lines of a function": max(length for module in lengths.values() for length in module),
        "stored properties of a type": stored.most_common(1)[0][1],
    }
    figures["lines of a file on a command's way"] = 0
    for title, way in WAYS.items():
        files = files_on(way, sources)
        figures[title] = len(files)
        if title in COMMAND:
            figures["lines of a file on a command's way"] = max(
                figures["lines of a file on a command's way"],
                *(sources[path].count("\n") for path in files))
        print(f"\n{title}: {len(way)} functions in {len(files)} files")
        for path in files:
            print(f"  {path}")
    above = [f"{name} {figures[name]}, {limit} allowed" for name, limit in LIMITS.items()
             if figures[name] > limit]
    if above:
        sys.exit("shape: " + "; ".join(above))


main()
