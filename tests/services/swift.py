"""
Runs OpenStack Swift with its S3 API from Debian's packages in a temporary folder. It does not read /etc/swift, needs no running
service and works as any user. It prints one line of JSON when it is ready. It ends and removes its folder when its standard input
closes, which includes the death of its parent process. It syncs nothing to disk, because test data need not survive a power cut.
"""
import ctypes
import getpass
import json
import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

from swift.common import utils

ACCESS_KEY, SECRET = "test:tester", "testing"
PROXIES = min(2, os.cpu_count() or 1)
# Busy test machines answer late. Swift does not repeat a listing update that timed out.
PATIENCE = "node_timeout = 300\nconn_timeout = 60\ncontainer_update_timeout = 300\nclient_timeout = 600"


def make_folder():
    """Creates a temporary folder on a file system with extended attributes, where Swift stores object metadata."""
    for parent in (tempfile.gettempdir(), "/var/tmp", os.path.expanduser("~")):
        folder = tempfile.mkdtemp(prefix="sea-vision-swift-", dir=parent)
        try:
            os.setxattr(folder, "user.swift", b"1")
            return folder
        except OSError:
            os.rmdir(folder)
    raise SystemExit("No temporary folder supports extended attributes, which Swift requires.")


def listen():
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    opened.bind(("127.0.0.1", 0))
    opened.listen(4096)
    return opened


def write(folder, name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def write_settings(folder, cache_port, minimum_part):
    common = f"swift_dir = {folder}\nworkers = 0\nbind_port = 0\nlog_level = WARNING\nfallocate_reserve = 0\ndisable_fallocate = true\n"
    disk = f"devices = {folder}/disks\nmount_check = false\n"
    write(folder, "swift.conf", "[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = only\ndefault = yes\n")
    for kind in ("account", "container", "object"):
        write(folder, f"{kind}.conf", f"[DEFAULT]\n{common}{disk}[pipeline:main]\npipeline = {kind}-server\n"
              f"[app:{kind}-server]\nuse = egg:swift#{kind}\n{PATIENCE}\n")
    filters = {
        "catch_errors": "",
        "cache": f"memcache_servers = 127.0.0.1:{cache_port}",
        "listing_formats": "",
        "bulk": "",
        "s3api": f"location = us-east-1\nmin_segment_size = {minimum_part}\nmax_upload_part_num = 10000",
        "tempauth": f"user_test_tester = {SECRET} .admin",
        "copy": "",
        "slo": "max_manifest_segments = 10000\nrate_limit_under_size = 0",
        "dlo": "rate_limit_after_segment = 100000",
    }
    called = {"cache": "memcache"}
    sections = "".join(f"[filter:{name}]\nuse = egg:swift#{called.get(name, name)}\n{text}\n" for name, text in filters.items())
    write(folder, "proxy.conf", f"[DEFAULT]\n{common}client_timeout = 600\n[pipeline:main]\npipeline = {' '.join(filters)} proxy-server\n"
          f"[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nerror_suppression_limit = 1000000\n{PATIENCE}\n{sections}")


def write_rings(folder, sockets):
    from swift.common.ring import RingBuilder
    for kind in ("account", "container", "object"):
        os.makedirs(os.path.join(folder, "disks", "disk"), exist_ok=True)
        ring = RingBuilder(4, 1, 0)
        port = sockets[kind].getsockname()[1]
        ring.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "disk", "weight": 1.0})
        ring.rebalance()
        ring.get_ring().save(os.path.join(folder, f"{kind}.ring.gz"))


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    if os.getppid() == 1:
        os._exit(1)


def start_cache(folder):
    """Starts memcached and returns its process and port. memcached chooses the port and writes it to a file."""
    file = os.path.join(folder, "cache-port")
    user = pwd.getpwuid(os.getuid()).pw_name if os.getuid() == 0 else getpass.getuser()
    command = ["memcached", "-l", "127.0.0.1", "-p", "-1", "-U", "0", "-m", "64", "-c", "4096", "-u", user]
    process = subprocess.Popen(command, env={**os.environ, "MEMCACHED_PORT_FILENAME": file}, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, preexec_fn=die_with_parent)
    while not os.path.exists(file):
        if process.poll() is not None:
            raise SystemExit("memcached does not start.")
        time.sleep(0.02)
    with open(file) as lines:
        return process, int(next(line for line in lines if line.startswith("TCP INET:")).split(":")[1])


def skip_syncs(log):
    """Disables disk syncs and writes Swift's syslog messages to a file."""
    from swift.common import db
    os.fsync = os.fdatasync = lambda _: None
    execute = db.GreenDBCursor.execute
    db.GreenDBCursor.execute = lambda self, statement, *rest: execute(
        self, statement.replace("synchronous = NORMAL", "synchronous = OFF"), *rest)

    class LogFile(utils.ThreadSafeSysLogHandler):
        def __init__(self, **_):
            utils.logging.Handler.__init__(self)

        def emit(self, record):
            os.write(log, f"{self.format(record)}\n".encode())

        def close(self):
            utils.logging.Handler.close(self)

    utils.ThreadSafeSysLogHandler = LogFile


def serve(kind, folder, opened):
    """Forks a process that runs one of the servers and returns its ID."""
    process = os.fork()
    if process > 0:
        return process
    try:
        die_with_parent()
        from eventlet import greenio
        from swift.common import wsgi
        wsgi.get_socket = lambda _: greenio.GreenSocket(opened)
        # The process is not root, so there are no privileges to drop.
        utils.drop_privileges = wsgi.drop_privileges = lambda _: None
        options = {}
        if kind == "object":
            from swift.obj import server
            options["global_conf_callback"] = server.global_conf_callback
        wsgi.run_wsgi(os.path.join(folder, f"{kind}.conf"), f"{kind}-server", **options)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def wait_for_shutdown(processes):
    """Returns True for a requested shutdown and False when a server process has ended."""
    while True:
        readable, _, _ = select.select([0], [], [], 1)
        if readable and not os.read(0, 4096):
            return True
        process, _ = os.waitpid(-1, os.WNOHANG)
        if process:
            print(f"{processes.get(process, process)} has ended unexpectedly.", file=sys.stderr)
            return False


def main():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: os.close(0))
    folder = make_folder()
    processes = {}
    requested = False
    try:
        log = os.open(os.path.join(folder, "log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
        cache, cache_port = start_cache(folder)
        processes[cache.pid] = "memcached"
        write_settings(folder, cache_port, sys.argv[1])
        sockets = {kind: listen() for kind in ("account", "container", "object", "proxy")}
        write_rings(folder, sockets)
        skip_syncs(log)
        for kind in ("account", "container", "object", *["proxy"] * PROXIES):
            processes[serve(kind, folder, sockets[kind])] = f"{kind}-server"
        port = sockets["proxy"].getsockname()[1]
        for opened in sockets.values():
            opened.close()
        ready = {"endpoint": f"http://127.0.0.1:{port}", "region": "us-east-1", "accessKeyId": ACCESS_KEY,
                 "secretAccessKey": SECRET, "folder": folder}
        print(json.dumps(ready), flush=True)
        requested = wait_for_shutdown(processes)
    finally:
        for process in processes:
            try:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
        shutil.rmtree(folder, ignore_errors=True)
    return 0 if requested else 1


sys.exit(main())
