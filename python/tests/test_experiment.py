"""Experiments: tables, parts, and the recipes of docs/experiments.md, each equal to the byte."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

import gridscope as gs

pandas = pytest.importorskip("pandas")
EXPERIMENT = ["experiment", "hello", "--sweep", "weight=1,1.5,2", "--samples", "12"]


def gridscope(*args, **options):
    return subprocess.run([gs.program(), *args], check=True, capture_output=True, **options)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    file = tmp_path_factory.mktemp("whole") / "whole.csv"
    gridscope(*EXPERIMENT, "-o", str(file))
    return file.read_bytes()


def test_a_sweep_gives_a_table():
    table = gs.experiment("hello", sweep={"weight": [1, 1.5, 2]}, samples=4)
    assert len(table) == 12 and {"run", "weight", "seed", "found", "cost", "expanded"} <= set(table.columns)
    assert table["found"].all() and table.groupby("weight")["expanded"].mean().is_monotonic_decreasing
    assert "part-of" not in table.columns
    fixed = gs.experiment(["....", "...."], (0, 0), (3, 1), samples=2, seed=7, corners="never")
    assert list(fixed["seed"]) == [7, 8]


def test_experiment_errors_are_sentences():
    with pytest.raises(gs.GridscopeError, match="one parameter"):
        gs.experiment("hello", sweep={"weight": [1], "ties": ["first"]})
    with pytest.raises(gs.GridscopeError, match='no parameter "wait"'):
        gs.experiment("hello", sweep={"wait": [1]}, samples=1)
    with pytest.raises(gs.GridscopeError, match="this is not a job of an array"):
        gs.experiment("hello", samples=1, shard="auto")


def test_merged_parts_equal_the_whole_bytes(tmp_path):
    sweep, files = {"weight": [1, 2]}, []
    gs.experiment("hello", sweep=sweep, samples=5, out=tmp_path / "whole.csv")
    for part in (1, 2, 3):
        files.append(tmp_path / f"{part}.csv")
        gs.experiment("hello", sweep=sweep, samples=5, shard=(part, 3), out=files[-1])
    merged = gs.merge(files, out=tmp_path / "merged.csv")
    assert len(merged) == 10
    assert (tmp_path / "merged.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    with pytest.raises(gs.GridscopeError, match="runs are missing"):
        gs.merge(files[:2])


def test_printed_csv_equals_the_file(tmp_path, whole):
    assert gridscope(*EXPERIMENT, "--csv").stdout == whole


def test_parts_run_by_xargs_merge_to_the_whole(tmp_path, whole):
    if not shutil.which("xargs"):
        pytest.skip("needs xargs")
    command = f"seq 4 | xargs -P 2 -I{{}} {gs.program()} {' '.join(EXPERIMENT)} --shard {{}}/4 -o part-{{}}.csv"
    subprocess.run(["sh", "-c", command], check=True, cwd=tmp_path, capture_output=True)
    gridscope("merge", "-o", "all.csv", *sorted(f.name for f in tmp_path.glob("part-*.csv")), cwd=tmp_path)
    assert (tmp_path / "all.csv").read_bytes() == whole


def test_parts_run_by_gnu_parallel_merge_to_the_whole(tmp_path, whole):
    parallel = shutil.which("parallel")
    if not parallel or b"GNU" not in subprocess.run([parallel, "--version"], capture_output=True).stdout:
        pytest.skip("needs GNU parallel")
    parts = [parallel, "-j", "2", gs.program(), *EXPERIMENT, "--shard", "auto/4", "-o", "part-{}.csv", ":::", "a", "b", "c", "d"]
    env = {**os.environ, "HOME": str(tmp_path), "PARALLEL_HOME": str(tmp_path)}
    subprocess.run(parts, check=True, cwd=tmp_path, capture_output=True, env=env)
    gridscope("merge", "-o", "all.csv", *(f"part-{name}.csv" for name in "abcd"), cwd=tmp_path)
    assert (tmp_path / "all.csv").read_bytes() == whole


@contextlib.contextmanager
def slurm(folder):
    """Runs Slurm with one node, in a folder of its own."""
    host = socket.gethostname().split(".")[0]
    ports = []
    for _ in range(2):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            ports.append(free.getsockname()[1])
    for name in ("state", "spool", "munge"):
        (folder / name).mkdir()
    folder.chmod(0o755)
    (folder / "munge").chmod(0o711)
    key = folder / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    config = folder / "slurm.conf"
    config.write_text(
        f"ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\n"
        f"AuthType=auth/munge\nAuthInfo=socket={folder}/munge/socket,cred_expire=2\nCryptoType=crypto/munge\n"
        f"ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMpiDefault=none\nReturnToService=2\nKillWait=2\n"
        f"SlurmctldPort={ports[0]}\nSlurmdPort={ports[1]}\nStateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool\n"
        f"SlurmctldPidFile={folder}/ctld.pid\nSlurmdPidFile={folder}/d.pid\nSchedulerType=sched/backfill\n"
        f"SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nSchedulerParameters=sched_interval=1,bf_interval=1,requeue_setup_env_fail\n"
        f"NodeName={host} NodeAddr=127.0.0.1 CPUs={min(2, os.cpu_count() or 1)} State=UNKNOWN\n"
        f"PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES\n"
    )
    env = {**os.environ, "SLURM_CONF": str(config)}
    log = open(folder / "daemons.log", "wb")
    daemons = []
    try:
        for command in (
            ["munged", "--foreground", "--force", f"--key-file={key}", f"--socket={folder}/munge/socket",
             f"--pid-file={folder}/munge/pid", f"--log-file={folder}/munge/log", f"--seed-file={folder}/munge/seed"],
            ["slurmctld", "-D"],
            ["slurmd", "-D", "-N", host],
        ):  # fmt: skip
            program = shutil.which(command[0]) or f"/usr/sbin/{command[0]}"
            daemons.append(subprocess.Popen([program, *command[1:]], env=env, stdout=log, stderr=log))
            time.sleep(1)
        for _ in range(60):
            state = subprocess.run(["sinfo", "-h", "-o", "%t"], env=env, capture_output=True, text=True).stdout.strip()
            if state == "idle":
                break
            time.sleep(0.5)
        else:
            pytest.skip(f"Slurm does not start here: {state} {(folder / 'daemons.log').read_text()[-600:]}")
        yield env
    finally:
        for daemon in reversed(daemons):
            daemon.send_signal(signal.SIGTERM)
        for daemon in daemons:
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
        log.close()


def test_part_killed_by_slurm_resumes(tmp_path, whole):
    if os.geteuid() != 0 or not all(shutil.which(n) or Path(f"/usr/sbin/{n}").exists() for n in ("sbatch", "slurmctld", "slurmd", "munged")):
        pytest.skip("needs root, slurm-wlm and munge")
    # The second part waits in its first life after two rows, so that it can be killed in the middle of its work.
    (tmp_path / "sweep.sbatch").write_text(
        "#!/bin/sh\n#SBATCH --array=1-3\n#SBATCH --requeue\n#SBATCH --open-mode=append\n"
        'file="part-$SLURM_ARRAY_TASK_ID.csv"\n'
        f'if [ "$SLURM_ARRAY_TASK_ID" = 2 ] && [ "${{SLURM_RESTART_COUNT:-0}}" = 0 ]; then\n'
        f'    mkfifo hold; (cat > begun.csv; sleep 60) < hold & {gs.program()} {" ".join(EXPERIMENT)} --shard auto -o hold > /dev/null\n'
        '    while [ "$(wc -l < begun.csv)" -lt 3 ]; do sleep 0.1; done\n'
        "    head -3 begun.csv > $file; sleep 60\n"
        "fi\n"
        f'exec {gs.program()} {" ".join(EXPERIMENT)} --shard auto -o "$file"\n'
    )
    with slurm(tmp_path) as env:
        def tool(*args):
            return subprocess.run(args, env=env, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.strip()

        job = tool("sbatch", "--parsable", "sweep.sbatch")
        merge = f"{gs.program()} merge -o all.csv part-1.csv part-2.csv part-3.csv"
        tool("sbatch", "--parsable", f"--dependency=afterok:{job}", "--wrap", merge)
        part = tmp_path / "part-2.csv"
        wait_for(lambda: part.exists() and part.read_bytes().count(b"\n") == 3, tmp_path)
        tool("scontrol", "requeue", f"{job}_2")
        time.sleep(3)
        wait_for(lambda: (tmp_path / "all.csv").exists(), tmp_path, lambda: subprocess.run(
            ["scontrol", "update", f"JobId={job}_2", "StartTime=now"], env=env, capture_output=True))
        assert (tmp_path / "all.csv").read_bytes() == whole
        told = "".join(f.read_text() for f in tmp_path.glob("slurm-*_2.out"))
        assert "2 of 12 runs were already done" in told


def wait_for(what, folder, meanwhile=lambda: None):
    for _ in range(150):
        if what():
            return
        meanwhile()
        time.sleep(0.4)
    told = "\n".join(f.read_text(errors="replace") for f in sorted(folder.glob("slurm-*.out")))
    pytest.fail(f"it did not happen in a minute:\n{told}\n{(folder / 'daemons.log').read_text()[-2000:]}")
