"""The engines of relay.py: how each is started, killed, relayed to and read."""

import asyncio
import glob
import os
import re
import signal
import socket
import subprocess
import sys
import time

ADAPTERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "config", "relay")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(path_or_port, patience=20):
    """Waits until somebody listens on a port of this machine or on a Unix socket."""
    deadline = time.monotonic() + patience
    family, address = (socket.AF_UNIX, path_or_port)
    if isinstance(path_or_port, int):
        family, address = (socket.AF_INET, ("127.0.0.1", path_or_port))
    while True:
        try:
            with socket.socket(family) as probe:
                return probe.connect(address)
        except OSError:
            assert time.monotonic() < deadline, f"nobody listens at {path_or_port}"
            time.sleep(0.01)


class Engine:
    """Without a server: a program that is started for each batch."""

    exactly_once = True
    # What the adapter must refuse, one line each, in the form that it reads.
    hostile = []
    # Lines that the engine threw away before they were read here: they tell nothing of the relay.
    unread = 0

    def __init__(self, folder):
        self.folder = os.path.join(folder, "engine")
        os.mkdir(self.folder)
        self.process = None
        self.log = open(os.path.join(folder, "engine.log"), "ab")

    def start(self):
        pass

    def prepare(self):
        """Makes what the engine needs, once."""

    def kill(self):
        pass

    def environment(self):
        return {}

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def alone(self):
        """The flags of the form in which the client alone reads lines, and its command."""
        flags = self.relay_flags()
        at = flags.index("--exec")
        return flags[:at] + flags[at + 2:], flags[at + 1]

    def adapter(self, name, *arguments):
        return ["--exec", " ".join([os.path.join(ADAPTERS, name), *arguments])]


class File(Engine):
    """Its kill ends the adapter within a batch."""

    hostile = [
        b'{"type":"stat","session":"s1.1","n":1,"t":"%s","t":"2026-03-01T00:00:00Z","anchor":"a1kkyzkbs9x"}'
        % time for time in [b"$(touch ran)", b"../ran", b"`touch ran`", b'";touch ran;"', b"-", b""]]

    def kill(self):
        for path in glob.glob("/proc/[0-9]*/environ"):
            try:
                is_ours = f"RUNWAY_RELAY=relay\0".encode() in open(path, "rb").read()
                line = open(path.replace("environ", "cmdline"), "rb").read()
                if is_ours and self.folder.encode() in line:
                    os.kill(int(path.split("/")[2]), signal.SIGKILL)
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                pass

    def relay_flags(self):
        return self.adapter("file", self.folder)

    def alone(self):
        """There is no client: what divides lines by day is awk. The lines are on the disk in the end,
        as with the others."""
        return ["--key", "{day}"], (
            "awk -F '\\t' '{ print $2 >> (\"%s/\" $1 \".ndjson\") }' && sync %s/*.ndjson"
            % (self.folder, self.folder))

    def lines(self):
        for name in sorted(os.listdir(self.folder)):
            with open(os.path.join(self.folder, name), "rb") as file:
                for line in file:
                    yield line.rstrip(b"\n")


class Server(Engine):
    """With a server that can be killed and started again."""

    def launch(self, *command, **options):
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdout=self.log, stderr=self.log, **options)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Redis(Server):
    """Each write is on the disk before it is answered."""

    hostile = [b"runs:x\t*\t{}", b"runs:x\t1-*\t{}", b"\t1-0\t{}", b"runs:\0\t1-0\t{}",
               b"runs:x\tMAXLEN\t{}", b"runs:x\t\t{}", b"{}"]

    def __init__(self, folder):
        super().__init__(folder)
        self.socket = os.path.join(self.folder, "redis.sock")

    def start(self):
        if os.path.exists(self.socket):
            os.remove(self.socket)
        self.launch("redis-server", "--port", "0", "--unixsocket", self.socket, "--save", "",
                    "--appendonly", "yes", "--appendfsync", "always", "--dir", self.folder)
        wait_for(self.socket)

    def cli(self, *words):
        return subprocess.run(["redis-cli", "-s", self.socket, *words],
                              stdout=subprocess.PIPE, check=True).stdout

    def relay_flags(self):
        return ["--key", "runs:{session}", "--id", "{n}-0",
                *self.adapter("redis", "-s", self.socket)]

    def lines(self):
        while b"PONG" not in self.cli("ping"):
            time.sleep(0.1)
        for key in self.cli("keys", "runs:*").split():
            # An entry is its id, the name of its field and the value.
            words = self.cli("xrange", key.decode(), "-", "+").split(b"\n")
            yield from words[2::3]


class Postgres(Server):
    """With its own settings: each transaction is on the disk before it is answered."""

    hostile = [b"\\.", b"s\t1\t{\x01}", b"s\t1\t{\0}", b"s\t1\t{\t}", b"\\! touch ran", b"{}",
               b"s\t1\t{\xff}", b"s\t1\t'); drop table runs; --"]

    def __init__(self, folder):
        super().__init__(folder)
        os.chmod(folder, 0o755)
        os.chmod(self.folder, 0o700)
        self.port = free_port()
        self.data = os.path.join(self.folder, "data")
        self.bin = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        self.user = {"user": "postgres"} if os.geteuid() == 0 else {}
        if self.user:
            import shutil
            shutil.chown(self.folder, "postgres", "postgres")
        subprocess.run([f"{self.bin}/initdb", "-D", self.data, "-A", "trust", "-U", "runs"],
                       cwd=self.folder, stdout=self.log, stderr=self.log, check=True, **self.user)

    def start(self):
        self.launch(f"{self.bin}/postgres", "-D", self.data, "-p", str(self.port),
                    "-c", "listen_addresses=", "-k", self.folder, **self.user)
        deadline = time.monotonic() + 60
        while subprocess.run([f"{self.bin}/pg_isready", "-q", *self.place()]).returncode:
            assert time.monotonic() < deadline, "postgres does not answer"
            time.sleep(0.1)

    def kill(self):
        # Its helpers end by themselves, and hold the memory that the next server waits for.
        super().kill()
        time.sleep(0.2)

    def place(self):
        return ["-h", self.folder, "-p", str(self.port), "-U", "runs", "-d", "postgres"]

    def psql(self, command):
        return subprocess.Popen(["psql", "-X", "-q", *self.place(), "-c", command],
                                stdout=subprocess.PIPE)

    def environment(self):
        return {"PSQL": f"{self.bin}/psql"}

    def prepare(self):
        self.psql("create table runs (id text primary key, key text not null, line json not null,"
                  " arrival bigint generated always as identity)").wait()

    def relay_flags(self):
        return ["--key", "{session}", "--id", "{sub}:{fleet}:{session}:{n}",
                *self.adapter("postgres", *self.place())]

    def lines(self):
        query = self.psql("copy (select line from runs order by arrival) to stdout"
                          " (format csv, quote E'\\x01', delimiter E'\\t')")
        for line in query.stdout:
            yield line.rstrip(b"\n")
        assert query.wait() == 0


# Three brokers of librdkafka, which kcat brings along, until standard input ends.
MOCK_CLUSTER = """
import ctypes, sys
library = ctypes.CDLL("librdkafka.so.1")
for name in ("conf_new", "new", "mock_cluster_new"):
    getattr(library, "rd_kafka_" + name).restype = ctypes.c_void_p
library.rd_kafka_mock_cluster_bootstraps.restype = ctypes.c_char_p
reason = ctypes.create_string_buffer(512)
producer = 0
client = library.rd_kafka_new(
    producer, ctypes.c_void_p(library.rd_kafka_conf_new()), reason, ctypes.c_size_t(512))
cluster = library.rd_kafka_mock_cluster_new(ctypes.c_void_p(client), 3)
brokers = library.rd_kafka_mock_cluster_bootstraps(ctypes.c_void_p(cluster))
print(brokers.decode(), flush=True)
sys.stdin.read()
"""


class Kafka(Server):
    """The mock cluster of librdkafka: its brokers live in one process and keep lines in memory, a
    part of them only. So it is frozen and not killed, and what it gets is read meanwhile. A reader
    that is too slow finds numbers of a partition left out."""

    exactly_once = False

    def start(self):
        if self.process:
            return
        self.process = subprocess.Popen(
            [sys.executable, "-c", MOCK_CLUSTER], cwd=self.folder, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self.log)
        self.brokers = self.process.stdout.readline().decode().strip()

    def prepare(self):
        self.path = os.path.join(self.folder, "consumed")
        # Makes the topic.
        said = self.kcat("-L", "-t", "runs")
        self.next = [0] * int(re.search(rb'"runs" with (\d+) partitions', said)[1])
        self.consumer = subprocess.Popen(
            ["kcat", "-C", "-u", "-q", "-b", self.brokers, "-t", "runs", "-o", "beginning",
             "-X", "auto.offset.reset=earliest", "-f", "%p %o\t%s\n"],
            stdout=open(self.path, "wb"), stderr=self.log)

    def kcat(self, *flags):
        return subprocess.run(["kcat", "-b", self.brokers, *flags], stdout=subprocess.PIPE,
                              stderr=self.log, check=True).stdout

    def kill(self):
        self.process.send_signal(signal.SIGSTOP)
        time.sleep(2)
        self.process.send_signal(signal.SIGCONT)

    def environment(self):
        return {"BROKERS": self.brokers, "TOPIC": "runs"}

    def relay_flags(self):
        return ["--key", "{session}", "--attempt", "20s", *self.adapter("kafka")]

    def lines(self):
        for line in settled(self.path, self.consumer):
            place, line = line.split(b"\t", 1)
            partition, offset = map(int, place.split())
            self.unread += offset - self.next[partition]
            self.next[partition] = offset + 1
            yield line
        for partition, expected in enumerate(self.next):
            said = self.kcat("-Q", "-t", f"runs:{partition}:-1")
            self.unread += int(said.split()[-1]) - expected

    def close(self):
        stop(getattr(self, "consumer", None))
        super().close()


class NATS(Server):
    """A stream on the disk: what a server has answered it has written, and a server that is killed has
    it still. (From 2.10 on sync_interval: always waits for the disk as well.) Its client is nats-py,
    of the Python that runs this."""

    hostile = [b"$JS.API.STREAM.PURGE.runs\t1\t{}", b"runs.>\t1\t{}", b"runs.*\t1\t{}",
               b"runs.a b\t1\t{}", b"runs.a\t1\rX: y\t{}", b"runs.\0\t1\t{}", b"runs.\xff\t1\t{}",
               b"runs..a\t1\t{}", b"runs.a\t\t{}", b"{}"]

    def __init__(self, folder):
        super().__init__(folder)
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.settings = os.path.join(self.folder, "nats.conf")
        with open(self.settings, "w") as file:
            file.write(f"listen: 127.0.0.1:{self.port}\n"
                       f"jetstream {{ store_dir: \"{self.folder}\" }}\n")

    def start(self):
        self.launch("nats-server", "-c", self.settings)
        wait_for(self.port)

    def prepare(self):
        asyncio.run(self.make_stream())

    async def make_stream(self):
        import nats
        link = await nats.connect(self.url)
        await link.jetstream().add_stream(
            name="runs", subjects=["runs.>"], duplicate_window=3600)
        await link.close()

    def environment(self):
        return {"NATS_URL": self.url}

    def relay_flags(self):
        adapter = f"{sys.executable} {os.path.join(ADAPTERS, 'nats')}"
        return ["--key", "runs.{session}", "--ack", "lines", "--exec", adapter]

    def lines(self):
        return asyncio.run(self.read())

    async def read(self):
        import nats
        lines = []
        link = await nats.connect(self.url)
        stream = link.jetstream()
        count = (await stream.stream_info("runs")).state.messages
        reader = await stream.subscribe("runs.>", ordered_consumer=True)
        while len(lines) < count:
            lines.append((await reader.next_msg(timeout=30)).data)
        await link.close()
        return lines


class MQTT(Server):
    """The broker is stopped and not killed: what it has acknowledged is in its memory between two
    savings, and mosquitto has no other way. A subscriber with a session of its own reads meanwhile."""

    hostile = [b'{"a":"\0"}']

    exactly_once = False

    def __init__(self, folder):
        super().__init__(folder)
        self.port = free_port()
        self.settings = os.path.join(self.folder, "mosquitto.conf")
        with open(self.settings, "w") as file:
            file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\n"
                       f"persistence true\npersistence_location {self.folder}/\n"
                       "autosave_interval 1\nmax_queued_messages 0\nmax_inflight_messages 0\n")
        self.subscriber = None
        self.path = os.path.join(self.folder, "received")

    def start(self):
        self.launch("mosquitto", "-c", self.settings)
        wait_for(self.port)

    def prepare(self):
        self.subscriber = subprocess.Popen(
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(self.port), "-q", "1", "-c", "-i", "check",
             "-t", "runs"], stdout=open(self.path, "wb"), stderr=self.log)
        time.sleep(1)

    def kill(self):
        self.process.terminate()
        self.process.wait()

    def environment(self):
        return {"TOPIC": "runs"}

    def relay_flags(self):
        return ["--attempt", "20s",
                *self.adapter("mqtt", "-h", "127.0.0.1", "-p", str(self.port))]

    def lines(self):
        yield from settled(self.path, self.subscriber)

    def close(self):
        stop(self.subscriber)
        super().close()


def settled(path, process):
    """The lines of a file to which a process has written, once it writes no more."""
    size = -1
    while size != os.path.getsize(path):
        size = os.path.getsize(path)
        time.sleep(3)
    stop(process)
    with open(path, "rb") as file:
        for line in file:
            yield line.rstrip(b"\n")


def stop(process):
    if process and process.poll() is None:
        process.terminate()
        process.wait()


ENGINES = {
    "file": File, "redis": Redis, "postgres": Postgres, "kafka": Kafka, "nats": NATS, "mqtt": MQTT,
}
