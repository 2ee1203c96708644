//! The program is killed while it writes a file: the file is then either the old one or the new one, and complete.

use crate::program::gridscope;
use gridscope::trace::rng::Rng;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn parts(folder: &Path) -> usize {
    let all = fs::read_dir(folder).expect("a folder").flatten();
    all.filter(|entry| entry.path().extension().is_some_and(|e| e == "part")).count()
}

/// Kills the program `times` times, at random moments. Returns how many kills happened during a write, and before the
/// end.
fn kills(times: u32) -> (u32, u32) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.trace.jsonl");
    let name = out.display().to_string();
    // Two runs that write their traces to the same file.
    let ways = ["--set=weight=1", "--set=weight=5"];
    let arguments = |way: usize| ["run", "astar", "cave-96x64", ways[way], "--trace", &name].map(str::to_owned);
    let mut whole = Vec::new();
    let mut usual = u64::MAX;
    for way in [0, 1] {
        let begun = Instant::now();
        let done = gridscope(&arguments(way).each_ref().map(String::as_str));
        usual = usual.min(begun.elapsed().as_micros() as u64);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        whole.push(fs::read(&out).expect("written"));
    }
    assert_ne!(whole[0], whole[1]);
    let mut dice = Rng::new(16);
    let (mut amid, mut early) = (0, 0);
    for kill in 0..times {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gridscope"))
            .args(arguments(kill as usize % 2))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        std::thread::sleep(Duration::from_micros(dice.below(usual + usual / 5)));
        child.kill().expect("killed");
        early += u32::from(!child.wait().expect("gone").success());
        let held = fs::read(&out).expect("it stands");
        assert!(whole.contains(&held), "kill {kill}: torn, {} bytes", held.len());
        let litter = parts(folder.path());
        amid += u32::from(litter > 0);
        assert!(litter <= 1, "kill {kill}: what killed writers leave grows: {litter}");
    }
    assert!(gridscope(&arguments(0).each_ref().map(String::as_str)).status.success());
    assert_eq!((parts(folder.path()), fs::read(&out).expect("it stands") == whole[0]), (0, true));
    (amid, early)
}

#[test]
fn program_killed_while_writing_tears_no_file() {
    let (_, early) = kills(15);
    assert!(early > 0, "none of the kills came before it was done");
}

/// The promised number of kills: `cargo test --release --test cli -- --ignored a_thousand`.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_kills_tear_no_file() {
    let (amid, early) = kills(1000);
    println!("1,000 kills, {early} before it was done, {amid} amid the write: nothing torn");
    assert!(amid > 50 && early > 500, "{amid} {early}");
}

/// If the disk fails at any step, a subcommand's file is either the old one or the new one. With the old one, the exit
/// code is 2.
#[test]
fn output_file_is_old_or_new_after_failures() {
    use support::faults::{at_each_step, names};
    let steps = at_each_step(|nth, broken| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("out.txt");
        fs::write(&file, "old").expect("written");
        let args = ["gridscope", "convert", "hello", file.to_str().expect("text")];
        let (code, failed) = broken(&mut || gridscope::app().run_with(args, &mut Vec::new()));
        let now = fs::read_to_string(&file).expect("it stands");
        assert_eq!((code == 0, failed), (!failed, code == 2), "step {nth}");
        // Only the last step, which syncs the folder, happens after the new file has its name.
        assert!(now == "old" || now.starts_with("title: Which way"), "step {nth}: {now}");
        assert!(code != 0 || now != "old", "step {nth}");
        assert_eq!(names(folder.path()), ["out.txt"], "step {nth}");
    });
    assert!(steps.contains("Rename"), "{steps:?}");
}

/// An experiment that is killed repeatedly resumes each time, and its file is the same as without kills.
#[test]
fn killed_experiment_resumes_to_the_same_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, file) = (folder.path().join("whole.csv"), folder.path().join("rows.csv"));
    let arguments = |file: &Path| {
        let all = ["experiment", "counter-example", "--set", "samples=1000", "--samples", "60", "--json", "--out"];
        all.iter().map(ToString::to_string).chain([file.display().to_string()]).collect::<Vec<_>>()
    };
    let run = |file: &Path| gridscope(&arguments(file).iter().map(String::as_str).collect::<Vec<_>>());
    let begun = Instant::now();
    let summary = run(&whole);
    assert!(summary.status.success(), "{}", String::from_utf8_lossy(&summary.stderr));
    let usual = begun.elapsed().as_micros() as u64;
    let expected = fs::read(&whole).expect("written");
    let (mut dice, mut lengths) = (Rng::new(16), vec![0]);
    for kill in 0..12 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gridscope"))
            .args(arguments(&file))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        if kill % 2 == 1 {
            std::thread::sleep(Duration::from_micros(dice.below(usual / 2)));
        } else {
            // Just after the next row, however slow the machine is.
            let length = || fs::metadata(&file).map_or(0, |file| file.len() as usize);
            while length() <= lengths[lengths.len() - 1] && child.try_wait().expect("asked").is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        child.kill().expect("killed");
        child.wait().expect("gone");
        let held = fs::read(&file).unwrap_or_default();
        assert!(expected.starts_with(&held) && held.len() >= lengths[lengths.len() - 1], "{held:?}");
        lengths.push(held.len());
    }
    let cut = |&length: &usize| length > 0 && length < expected.len();
    assert!(lengths.iter().any(cut), "no kill came between the first row and the last: {lengths:?}");
    let last = run(&file);
    assert!(last.status.success());
    assert!(fs::read(&file).expect("there") == expected);
    assert_eq!(last.stdout, summary.stdout, "and the same summary");
    // Finished runs are not done again, and a note says so.
    let again = run(&file);
    assert!(String::from_utf8_lossy(&again.stderr).contains("60 of 60 runs were already done"));
    assert_eq!(again.stdout, summary.stdout);
}

/// File names that are not valid text are read and written like any other.
#[cfg(unix)]
#[test]
fn non_utf8_file_names_are_read_and_written() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let name =
        |end: &str| folder.path().join(OsString::from_vec([b"m\xffne", end.as_bytes()].concat())).into_os_string();
    let run = |args: &[&str], files: &[&OsString]| {
        let args_of = args.iter().map(OsString::from).collect::<Vec<_>>();
        let mut files = files.iter();
        let filled =
            args_of.into_iter().map(|arg| if arg == "FILE" { (*files.next().expect("a file")).clone() } else { arg });
        let out = Command::new(env!("CARGO_BIN_EXE_gridscope")).args(filled).output().expect("it ran");
        assert!(out.status.success(), "{args:?} {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let (scene, again, trace, rows) = (name(".scene.json"), name("2.scene.json"), name(".trace.jsonl"), name(".csv"));
    run(&["generate", "cave", "--size", "12x9", "-o", "FILE"], &[&scene]);
    run(&["convert", "FILE", "FILE"], &[&scene, &again]);
    assert_eq!(fs::read(&scene).expect("written"), fs::read(&again).expect("written"));
    assert!(run(&["run", "FILE", "--trace", "FILE"], &[&scene, &trace]).contains("found"));
    assert!(run(&["check", "FILE"], &[&trace]).contains("events"));
    assert_eq!(run(&["step", "FILE", "--at", "3"], &[&scene]), run(&["step", "FILE", "--at", "3"], &[&trace]));
    run(&["experiment", "FILE", "--samples", "2", "--out", "FILE"], &[&scene, &rows]);
    assert!(run(&["merge", "FILE", "--csv"], &[&rows]).lines().count() == 3);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 4);
}

/// A program behind the map, and all processes it started, end with gridscope, however gridscope ends.
#[test]
#[cfg(target_os = "linux")]
fn program_and_children_end_with_gridscope() {
    let until = |what: &mut dyn FnMut() -> bool, why: &str| {
        let begun = Instant::now();
        while !what() {
            assert!(begun.elapsed() < Duration::from_secs(20), "{why}");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    for signal in ["-TERM", "-KILL"] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("number");
        // The program gets its input only after the process that guards it knows it.
        let command = format!("cat > /dev/null; sleep 1000 & echo $! > '{}'; wait", file.display());
        let mut child = Command::new(env!("CARGO_BIN_EXE_gridscope"))
            .args(["run", "hello", "--with", &command])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let number = || fs::read_to_string(&file).unwrap_or_default().trim().to_owned();
        until(&mut || !number().is_empty(), "the program begins");
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill").success());
        child.wait().expect("gone");
        let state = || fs::read_to_string(format!("/proc/{}/stat", number())).unwrap_or_default();
        // A process that no parent waits for stays in the process table as a zombie.
        until(&mut || state().is_empty() || state().contains(") Z "), signal);
    }
}
