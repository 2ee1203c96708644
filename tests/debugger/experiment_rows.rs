//! The rows of an experiment in a file. After any interruption it resumes, and the file is the same, byte for byte.

use gridscope::debugger::lab::experiment::{Experiment, RowFile, Shard, Sweep};
use gridscope::trace::Progress;
use std::fs;
use std::path::Path;
use support::faults::{REASON, at_each_step};

fn experiment(sweep: &str, samples: u64, shard: Shard) -> Experiment {
    let mut scene = gridscope::presets::find("counter-example").expect("a preset").scene().expect("a scene");
    scene.run.params.set_text("samples=20").expect("a parameter");
    let sweep = Sweep::parse(sweep).expect("a sweep");
    Experiment::new(&gridscope::registry(), &scene, None, Some(sweep), samples, shard, &Progress::default())
        .expect("an experiment")
}

/// Does the remaining runs. Returns the number of runs that were already done.
fn go_on(path: &Path, experiment: &mut Experiment) -> Result<usize, String> {
    let (mut file, before) = RowFile::open(path, experiment).map_err(|error| error.to_string())?;
    let mut added = Ok(());
    let done = experiment.run_rest(before.len(), &Progress::default(), |finished, measures| {
        added = file.add(&finished.row, measures).map_err(|error| error.to_string());
        added.is_ok()
    });
    done.expect("runs");
    added?;
    file.finish().map_err(|error| error.to_string())?;
    Ok(before.len())
}

fn lines(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

#[test]
fn rows_cut_off_at_any_byte_resume() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.csv");
    let mut experiment = experiment("turn=0,1", 2, Shard::WHOLE);
    assert_eq!(go_on(&path, &mut experiment), Ok(0));
    let whole = fs::read(&path).expect("written");
    assert_eq!(lines(&whole), 5, "a head and a row a run");
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).expect("cut");
        assert_eq!(go_on(&path, &mut experiment), Ok(lines(&whole[..length]).saturating_sub(1)), "{length} bytes");
        assert!(fs::read(&path).expect("there") == whole, "{length} bytes");
    }
}

#[test]
fn disk_failure_at_any_step_loses_no_row() {
    let mut experiment = experiment("turn=0,1", 2, Shard::WHOLE);
    let whole = {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        go_on(&path, &mut experiment).expect("written");
        fs::read(&path).expect("there")
    };
    let steps = at_each_step(|nth, broken| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        // The file was cut off inside a row.
        fs::write(&path, &whole[..whole.len() / 2]).expect("written");
        let (done, failed) = broken(&mut || go_on(&path, &mut experiment));
        match done {
            Ok(_) => assert!(!failed, "step {nth}"),
            Err(error) => assert!(error.contains("rows.csv") && error.contains(REASON), "{error}"),
        }
        let now = fs::read(&path).expect("there");
        assert!(whole.starts_with(&now), "step {nth}: what stands there is the beginning of the whole");
        go_on(&path, &mut experiment).expect("it goes on");
        assert!(fs::read(&path).expect("there") == whole, "step {nth}");
    });
    assert_eq!(steps.into_iter().collect::<Vec<_>>(), ["Cut", "Lock", "Look", "Make", "Read", "Sync", "Write"]);
}

#[test]
fn rows_of_another_experiment_are_not_touched() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.csv");
    let mut halves = [1, 2].map(|number| experiment("turn=0,1", 4, Shard { number, of: 2 }));
    go_on(&path, &mut halves[0]).expect("written");
    let held = fs::read(&path).expect("there");
    let mut others = [
        experiment("turn=0,1", 4, Shard::WHOLE),
        experiment("turn=0,1", 5, Shard { number: 1, of: 2 }),
        experiment("turn=0,2", 4, Shard { number: 1, of: 2 }),
    ];
    let [first, second] = &mut halves;
    for other in others.iter_mut().chain([second]) {
        let error = go_on(&path, other).expect_err("another experiment");
        assert!(error.contains("rows.csv: this file holds other things"), "{error}");
        assert_eq!(fs::read(&path).expect("there"), held);
    }
    for text in ["mine", "mine\n", "run,turn,seed\n1,2,3\n", "ru", "run,\n"] {
        fs::write(&path, text).expect("written");
        // A killed process may leave the first letters of the header.
        let done = go_on(&path, first);
        let begun = text == "ru";
        assert_eq!(done.is_ok(), begun, "{text:?}");
        assert_eq!(fs::read_to_string(&path).expect("there") == text, !begun, "{text:?}");
    }
    fs::write(&path, "").expect("written");
    let held = RowFile::open(&path, first).expect("nobody else");
    let error = go_on(&path, first).expect_err("somebody is at it");
    assert!(error.contains("another experiment is writing it"), "{error}");
    drop(held);
    assert_eq!(go_on(&path, first), Ok(0));
}

/// A pipe or a device cannot be resumed. The rows are written to it as they arrive.
#[test]
#[cfg(unix)]
fn rows_reach_a_pipe_as_they_arrive() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().expect("a folder");
    let (file, pipe) = (folder.path().join("rows.csv"), folder.path().join("pipe.csv"));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut experiment = experiment("turn=0,1", 2, Shard::WHOLE);
    assert_eq!(go_on(&file, &mut experiment), Ok(0));
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().expect("cat");
    for path in [&*pipe, Path::new("/dev/null"), Path::new("/dev/zero")] {
        assert_eq!(go_on(path, &mut experiment), Ok(0), "{}", path.display());
    }
    let read = reader.wait_with_output().expect("read").stdout;
    assert_eq!((lines(&read), read), (5, fs::read(&file).expect("written")));
}

/// Reading stops at a line that is not a row: an endless line of another file, a bad line among the rows, or a row of
/// many lines.
#[test]
fn reading_stops_at_a_foreign_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.csv");
    let mut experiment = experiment("turn=0,1", 2, Shard::WHOLE);
    go_on(&path, &mut experiment).expect("written");
    let whole = fs::read_to_string(&path).expect("there");
    let many_lines = format!("{whole}\"{}\n", "0123456789\n".repeat(200_000));
    for text in ["0".repeat(2 << 20), format!("{whole}{}\n", "0".repeat(2 << 20)), many_lines] {
        fs::write(&path, &text).expect("written");
        let error = go_on(&path, &mut experiment).expect_err("no rows");
        assert!(error.contains("this file holds other things"), "{error}");
        assert!(fs::read_to_string(&path).expect("there") == text, "it is not touched");
    }
}

#[test]
fn experiment_too_large_to_reread_is_refused() {
    let large = experiment("turn=0,1", 5_000_000, Shard::WHOLE);
    let error = large.fits().expect_err("ten million rows").to_string();
    assert!(error.starts_with("10000000 rows of ") && error.contains("expected at most 1024 MiB"), "{error}");
    experiment("turn=0,1", 5_000_000, Shard { number: 1, of: 100 }).fits().expect("a part of them");
    experiment("turn=0,1", 100_000, Shard::WHOLE).fits().expect("as many as are read again");
}
