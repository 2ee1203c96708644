//! Experiments: parsing of sweeps, merging of shards, statistics, exponents, and stretched maps.

use gridscope::debugger::lab::experiment::{
    Experiment, Measure, Row, Shard, Summary, Sweep, Table, bytes_of, crowd, read_csv, read_csv_within, stretched,
    write_csv,
};
use gridscope::formats::limits;
use gridscope::trace::scene::TileDetail;
use gridscope::trace::trace::tally::clopper_pearson;
use gridscope::trace::{Cell, Progress, Size};
use support::{outcome, scene, scene_with};

fn count(name: &str) -> Measure {
    Measure { name: name.to_owned(), is_flag: false }
}

fn flag(name: &str) -> Measure {
    Measure { name: name.to_owned(), is_flag: true }
}

fn sweep(text: &str) -> Vec<String> {
    Sweep::parse(text).unwrap_or_else(|e| panic!("{e}")).values
}

#[test]
fn sweep_texts_give_the_written_values() {
    assert_eq!(sweep("n=1..4"), ["1", "2", "3", "4"]);
    assert_eq!(sweep("n=0..1:0.25"), ["0.00", "0.25", "0.50", "0.75", "1.00"]);
    assert_eq!(sweep("n=1..2:1e-1")[7], "1.7");
    assert_eq!(sweep("n=1e3..3e3:1E3"), ["1000", "2000", "3000"]);
    assert_eq!(sweep("n=1e-999999999..1").len(), 2);
    assert_eq!(sweep("n=0..1:0.1").last().map(String::as_str), Some("1.0"), "steps are not added up");
    assert_eq!(sweep("ties=first, last"), ["first", "last"]);
    for (text, part) in [
        ("n", "expected name=from..to"),
        ("n=", "expected name=from..to"),
        ("n=3..1", "is empty"),
        ("n=1..3:0", "is empty"),
        ("n=1..x", "not a number for the end"),
        ("n=1..1e9", "expected at most 10000"),
        ("n=1..inf", "not a number"),
        ("n=1,2,1", "1 is in the values of n twice"),
    ] {
        let error = Sweep::parse(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let counted = |n: usize| format!("n={}", (0..n).map(|i| i.to_string()).collect::<Vec<_>>().join(","));
    assert_eq!(sweep(&counted(10_000)).len(), 10_000);
    assert!(Sweep::parse(&counted(10_001)).expect_err("one too many").to_string().contains("expected at most 10000"));
    assert!(Shard::parse("3/16").is_ok());
    for text in ["0/3", "4/3", "3", "a/b", "1/0"] {
        assert!(Shard::parse(text).is_err(), "{text}");
    }
}

/// The number of a part comes from the job scheduler.
#[test]
fn a_shard_is_read_from_the_environment() {
    let shard = |text: &str, set: &[(&str, &str)]| {
        let variable = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Shard::parse_in(text, variable).map(|Shard { number, of }| (number, of)).map_err(|error| error.to_string())
    };
    let slurm = |id, count, min, step| {
        [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_COUNT", count),
            ("SLURM_ARRAY_TASK_MIN", min),
            ("SLURM_ARRAY_TASK_STEP", step),
        ]
    };
    assert_eq!(shard("3/16", &[]), Ok((3, 16)));
    assert_eq!(shard("auto", &slurm("1", "8", "1", "1")), Ok((1, 8)));
    assert_eq!(shard("auto", &slurm("0", "4", "0", "1")), Ok((1, 4)));
    assert_eq!(shard("auto", &slurm("10", "3", "2", "4")), Ok((3, 3)));
    assert_eq!(shard("auto/16", &[("PBS_ARRAY_INDEX", "16")]), Ok((16, 16)));
    assert_eq!(shard("auto/4", &[("PARALLEL_SEQ", "2")]), Ok((2, 4)));
    let both = [&[("PARALLEL_SEQ", "2")][..], &slurm("5", "8", "1", "1")].concat();
    assert_eq!((shard("auto/4", &both), shard("auto", &both)), (Ok((2, 4)), Ok((5, 8))));
    for (text, set, part) in [
        ("auto", &[][..], "this is not a job of an array"),
        ("auto/4", &[("PARALLEL_SEQ", "")], "this is not a job of an array"),
        ("auto", &[("PARALLEL_SEQ", "2")], "PARALLEL_SEQ does not report the number of parts"),
        ("auto", &[("PBS_ARRAY_INDEX", "2")], "such as auto/16"),
        ("auto/3", &[("PBS_ARRAY_INDEX", "0")], "PBS_ARRAY_INDEX is \"0\", which is none of 3 parts"),
        ("auto/3", &[("PARALLEL_SEQ", "4")], "none of 3 parts"),
        ("auto", &slurm("7", "3", "1", "1"), "none of 3 parts"),
        ("auto/0", &[("PARALLEL_SEQ", "1")], "is not a shard"),
        ("automatic", &[], "is not a shard"),
    ] {
        let error = shard(text, set).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// Does all runs of an experiment.
fn rows_of(experiment: &mut Experiment, progress: &Progress) -> Vec<Row> {
    let mut rows = Vec::new();
    let done = experiment.run_rest(0, progress, |finished, _| {
        rows.push(finished.row);
        true
    });
    done.expect("runs");
    rows
}

#[test]
fn merged_shards_equal_the_whole_experiment() {
    let scene = scene_with("G....\n.....\n....X", &["ties=parents"]);
    let swept = Some(Sweep::parse("ties=parents,paths,first").expect("a sweep"));
    let progress = Progress::default();
    let all = |shard| {
        let mut experiment = Experiment::new(&gridscope::registry(), &scene, None, swept.clone(), 11, shard, &progress)
            .expect("an experiment");
        let rows = rows_of(&mut experiment, &progress);
        (experiment.measures, rows)
    };
    let (measures, whole) = all(Shard::WHOLE);
    assert_eq!(whole.len(), 33);
    let mut parts = Vec::new();
    for number in 1..=4 {
        let (same, rows) = all(Shard { number, of: 4 });
        assert_eq!(same, measures);
        let mut text = Vec::new();
        let part_of = (number % 2 == 0).then(|| "of this".to_owned());
        let table = Table { what: "ties".into(), measures: measures.clone(), rows, part_of };
        write_csv(&mut text, &table).expect("written");
        let read = read_csv("here", &*text).expect("read");
        assert_eq!(read, table, "CSV loses nothing");
        parts.extend(read.rows);
    }
    assert_eq!(Summary::new(&measures, &parts), Summary::new(&measures, &whole));
    parts.sort_by_key(|r| r.run);
    assert_eq!(parts, whole);
    // Each row equals a run of that scene with that seed.
    let mut again = scene.clone();
    again.run.seed = whole[5].seed;
    let cost = measures.iter().position(|m| m.name == "expanded").expect("a measure");
    assert_eq!(whole[5].measures[cost], Some(outcome(&again).expanded as f64));
}

#[test]
fn a_damaged_table_is_refused_with_its_line() {
    let error = |text: &str| read_csv("t.csv", text.as_bytes()).expect_err(text).to_string();
    assert!(error("a,b\n1,2").contains("t.csv, line 1"));
    assert!(error("run,n,seed,cost\n0,1,1,4\n1,1,x,4").contains("t.csv, line 3: \"x\" is not a seed"));
    assert!(error("run,n,seed,cost\n0,1,1,much").contains("line 2: \"much\" is not a cost"));
    assert!(error("run,n,seed,cost\n0,1").contains("t.csv"));
    assert!(error("run,n,seed,cost\n0,1,1,NaN").contains("line 2: \"NaN\" is not a cost"), "no number to reckon with");
}

/// The memory of rows includes more than their numbers: a thousand different values are a thousand lists for each
/// measure.
#[test]
fn table_rows_are_limited_by_memory() {
    assert!(bytes_of(0, 1, false) >= size_of::<Row>() + size_of::<Option<f64>>() + 2 * 32);
    assert!(bytes_of(5, 10, true) > bytes_of(5, 10, false) + 10 * 64);
    let text = "run,n,seed,cost\n0,1,1,4\n1,1,2,4\n";
    let mut taken = 0;
    read_csv_within("t.csv", text.as_bytes(), &mut taken).expect("a table");
    assert_eq!(taken, bytes_of(1, 1, true) + bytes_of(1, 1, false));
    // With other tables that leave room for one row.
    let mut taken = limits::TABLE - bytes_of(1, 1, true);
    let error = read_csv_within("t.csv", text.as_bytes(), &mut taken).expect_err("too much").to_string();
    assert_eq!(error, "t.csv, line 3: the rows up to here take more than 1024 MiB of memory; expected at most that");
}

#[test]
fn summary_has_means_spreads_and_exponents() {
    let row = |run, value: u32, x: f64| Row { run, value: value.to_string(), seed: run, measures: vec![Some(x)] };
    // y = 3 x², two samples each, one above and one below.
    let rows: Vec<Row> = (1..=5)
        .flat_map(|i| {
            let y = 3.0 * f64::from(i * i);
            [row(u64::from(i) * 2, i, y - 0.5), row(u64::from(i) * 2 + 1, i, y + 0.5)]
        })
        .collect();
    let summary = Summary::new(&[count("y")], &rows);
    assert_eq!(summary.points.len(), 5);
    let spread = summary.points[2].1[0];
    assert_eq!((spread.runs, spread.mean, spread.min, spread.max), (2, 27.0, 26.5, 27.5));
    assert!((spread.sd - 0.5f64.sqrt()).abs() < 1e-12);
    assert!((summary.exponent(0).expect("an exponent") - 2.0).abs() < 1e-9);
    // With numbers of any magnitude.
    for scale in [1e-200, 1e200] {
        let rows = [row(0, 1, scale), row(1, 1, 3.0 * scale)];
        let sd = Summary::new(&[count("y")], &rows).points[0].1[0].sd;
        assert!((sd / scale - 2f64.sqrt()).abs() < 1e-12, "{sd}");
    }
    // Equal samples have a deviation of exactly 0, however their sum is rounded.
    for (x, n) in (1..40).flat_map(|n| [(4.4142, n), (0.1, n), (1.0 / 3.0, n), (-1e300, n), (f64::MIN_POSITIVE, n)]) {
        let rows: Vec<Row> = (0..n).map(|run| row(run, 1, x)).collect();
        let spread = Summary::new(&[count("y")], &rows).points[0].1[0];
        assert_eq!((spread.mean, spread.sd), (x, 0.0), "{n} times {x}");
    }
}

/// Checks the bounds against their definition, by summing binomial probabilities. At the lower bound, at least as many
/// successes occur in 2.5 % of all cases. At the upper bound, at most as many do.
#[test]
fn share_bounds_equal_clopper_pearson() {
    let weight = |n: u64, k: u64, p: f64| {
        let choose: f64 = (1..=k).map(|i| (((n - k + i) as f64) / i as f64).ln()).sum();
        (choose + k as f64 * p.ln() + (n - k) as f64 * (1.0 - p).ln()).exp()
    };
    for (hits, of) in [(0, 7), (1, 7), (8, 10), (50, 50), (553, 1000), (999, 1000)] {
        let [low, high] = clopper_pearson(hits, of);
        assert!(low <= hits as f64 / of as f64 && hits as f64 / of as f64 <= high, "{hits} of {of}: {low} {high}");
        let more: f64 = (hits..=of).map(|k| weight(of, k, low)).sum();
        let fewer: f64 = (0..=hits).map(|k| weight(of, k, high)).sum();
        assert!(if hits == 0 { low == 0.0 } else { (more - 0.025).abs() < 1e-9 }, "{hits} of {of}: {low}, {more}");
        assert!(if hits == of { high == 1.0 } else { (fewer - 0.025).abs() < 1e-9 }, "{hits} of {of}: {high}, {fewer}");
    }
    assert_eq!(clopper_pearson(0, 0), [0.0, 1.0]);
    // The values of published tables.
    assert_eq!(clopper_pearson(8, 10).map(|x| (x * 1e4).round()), [4439.0, 9748.0]);
}

#[test]
fn flags_have_a_share_and_counts_have_none() {
    let row = |run, x: f64| Row { run, value: String::new(), seed: run, measures: vec![Some(x), Some(x), None] };
    let rows: Vec<Row> = (0..10).map(|i| row(i, f64::from(u8::from(i < 8)))).collect();
    let table = Table { measures: vec![flag("flag"), count("count"), flag("never")], rows, ..Table::default() };
    let shares = |table: &Table| -> Vec<_> {
        Summary::new(&table.measures, &table.rows).points[0].1.iter().map(|s| s.share).collect()
    };
    assert_eq!(shares(&table), [Some(clopper_pearson(8, 10)), None, None]);
    // A file stores which columns are flags. Older files did not.
    let mut text = Vec::new();
    write_csv(&mut text, &table).expect("written");
    assert_eq!(shares(&read_csv("here", &*text).expect("read")), [Some(clopper_pearson(8, 10)), None, None]);
    let before = String::from_utf8(text).expect("text").replace("true", "1").replace("false", "0");
    assert_eq!(shares(&read_csv("before", before.as_bytes()).expect("read")), [None; 3]);
}

#[test]
fn experiment_knows_which_measures_are_flags() {
    let all =
        Experiment::new(&gridscope::registry(), &scene("G...X"), None, None, 1, Shard::WHOLE, &Progress::default())
            .expect("an experiment");
    let is_flag = |name: &str| all.measures.iter().find(|m| m.name == name).map(|m| m.is_flag);
    assert_eq!((is_flag("found"), is_flag("ways"), is_flag("expanded")), (Some(true), Some(false), Some(false)));
}

/// The merged table equals that of a single machine.
#[test]
fn parts_with_different_measures_merge_to_the_whole() {
    let part = |names: &[&str], rows: &[(u64, &[Option<f64>])]| Table {
        measures: names.iter().map(|name| count(name)).collect(),
        rows: rows
            .iter()
            .map(|&(run, measures)| Row { run, value: String::new(), seed: run, measures: measures.to_vec() })
            .collect(),
        ..Table::default()
    };
    let mut joined = part(&["events", "cost"], &[(0, &[Some(1.0)]), (2, &[Some(1.0), Some(7.0)])]);
    joined.join(part(&["events", "ways", "cost"], &[(1, &[Some(2.0), Some(3.0)]), (3, &[Some(2.0), None, Some(9.0)])]));
    let names: Vec<&str> = joined.measures.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["events", "ways", "cost"], "run 1 has ways, before run 2 has a cost");
    let rows: Vec<_> = joined.rows.iter().map(|row| (row.run, row.measures.clone())).collect();
    let [one, two, three, seven, nine] = [1.0, 2.0, 3.0, 7.0, 9.0].map(Some);
    let expected = [(0, [one, None, None]), (2, [one, None, seven]), (1, [two, three, None]), (3, [two, None, nine])];
    assert_eq!(rows, expected.map(|(run, measures)| (run, measures.to_vec())));
}

#[test]
fn median_is_the_middle_value() {
    let row = |run, x: f64| Row { run, value: String::new(), seed: run, measures: vec![Some(x)] };
    let median = |all: &[f64]| {
        let rows: Vec<Row> = (0..).zip(all).map(|(run, &x)| row(run, x)).collect();
        Summary::new(&[count("y")], &rows).points[0].1[0].median
    };
    assert_eq!((median(&[9.0, 1.0, 2.0]), median(&[9.0, 1.0, 2.0, 3.0]), median(&[4.0])), (2.0, 2.5, 4.0));
}

/// A scene's question may be an experiment over seeds alone.
#[test]
fn experiment_over_seeds_alone_starts_as_asked() {
    let mut asks = scene("G...X");
    asks.run.question.begin = true;
    for (samples, rows) in [(None, None), (Some(5), Some(5))] {
        asks.run.question.samples = samples;
        let mut session = gridscope::session(asks.clone());
        session.begin_what_is_asked();
        session.settle();
        assert_eq!(session.work().tasks.measured.as_ref().map(|m| m.rows.len()), rows);
    }
}

#[test]
fn stretched_map_has_the_same_shape() {
    let small = scene("#####\n#G#X#\n#.+.#\n#####");
    let large = stretched(&small, 15).expect("a map");
    assert_eq!(large.size(), Size::new(15, 12));
    let (a, b) = (outcome(&small), outcome(&large));
    assert!(a.found && b.found);
    for (i, c) in large.size().cells().enumerate() {
        let from = gridscope::trace::geometry::Cell::new(c.x / 3, c.y / 3);
        assert_eq!(large.tiles[c], small.tiles[from], "cell {i}");
    }
    assert_eq!(stretched(&small, 5).expect("a map"), small, "its own size changes nothing");
}

#[test]
fn enlarged_maps_and_crowds_obey_the_scene_limits() {
    let mut small = scene("G.....\n.....X");
    let detail = |key: &str| TileDetail { key: Some(key.into()), ..TileDetail::default() };
    small.details.insert(Cell::new(1, 0), detail("red"));
    assert_eq!(stretched(&small, 600).expect("a map").details.len(), 100 * 100);
    let many = stretched(&small, 2_400).expect_err("160000 details").to_string();
    assert!(many.contains("at most 100000, and 64 MiB of them"), "{many}");
    small.details.insert(Cell::new(1, 0), detail(&"x".repeat(10_000)));
    assert_eq!(stretched(&small, 600).expect_err("100 MB of keys").to_string(), many);
    let wide = scene(&format!("G{}X", ".".repeat(9_000)));
    assert_eq!(crowd(&wide, 8_000).expect("small ones").actors.len(), 8_001);
    let mut heavy = wide;
    heavy.actors[0].set_keys(vec!["x".repeat(10_000)]);
    assert!(crowd(&heavy, 8_000).is_none(), "80 MB of keys");
}

#[test]
fn session_runs_experiments_and_minimises() {
    use gridscope::debugger::SessionCommand;
    use gridscope::debugger::lab::minimise::Symptom;
    use gridscope::debugger::session::background::work::{Plan, Task, TaskError};
    let mut session = gridscope::session(scene("G.....\n.##.#.\n.#...X\n......"));
    session.settle();
    assert!(session.as_table().is_err(), "no table yet");
    let plan = Plan { sweep: "weight=1..3".into(), samples: 4 };
    session.apply(&SessionCommand::Begin(Task::Experiment(plan)));
    session.settle();
    let measured = session.work().tasks.measured.clone().expect("a table");
    assert_eq!((measured.rows.len(), measured.total, measured.what.as_str()), (12, 12, "weight"));
    let table = session.as_table().expect("a table");
    let read = read_csv("the table", table.as_bytes()).expect("a table");
    assert_eq!(read.rows, measured.rows, "what is copied is read back");
    session.apply(&SessionCommand::Begin(Task::Experiment(Plan { sweep: "nothing=1..3".into(), samples: 4 })));
    session.settle();
    assert!(session.work().tasks.problem(|_| true).is_some_and(|p| p.to_string().contains("no parameter \"nothing\"")));

    let keep: Symptom = "outcome found = true".parse().expect("a symptom");
    session.apply(&SessionCommand::Begin(Task::Shrink(keep.clone())));
    session.settle();
    let smaller = session.work().tasks.smaller.clone().expect("a map");
    assert!(smaller.done && keep.holds(&gridscope::registry(), &smaller.scene, &Progress::default()));
    assert_eq!(smaller.scene.size().area(), 4, "start and goal in two corners");
    assert!(session.small_as_test().expect("a test").contains("fn keeps_the_symptom"));
    assert!(!session.small_as_text().expect("text").is_empty());
    session.apply(&SessionCommand::TakeSmall);
    assert_eq!(session.scene().size().area(), 4);
    session.apply(&SessionCommand::Undo);
    assert_eq!(session.scene().size().area(), 24);
    session.apply(&SessionCommand::Begin(Task::Shrink("outcome found = false".parse().expect("a symptom"))));
    session.settle();
    assert!(session.work().tasks.problem(|_| true).is_some_and(|p| matches!(p, TaskError::NoSymptom(_))));
    assert!(session.work().tasks.smaller.is_none());

    // Cancelled before it began: nothing is left to do.
    session.apply(&SessionCommand::Begin(Task::Experiment(Plan { sweep: String::new(), samples: 9 })));
    session.apply(&SessionCommand::CancelWork);
    assert!(session.take_work().is_none() && session.work().tasks.task().is_none());
    session.apply(&SessionCommand::Begin(Task::Experiment(Plan { sweep: String::new(), samples: 9 })));
    let work = session.take_work().expect("work");
    session.apply(&SessionCommand::CancelWork);
    work.run(&mut |update| session.handle_report(update));
    assert!(session.work().tasks.task().is_none() && session.work().tasks.problem(|_| true).is_none());
    assert!(session.work().tasks.measured.is_none(), "it stopped before its first run");
    // Cancelled while it ran: its rows so far are kept.
    session.apply(&SessionCommand::Begin(Task::Experiment(Plan { sweep: String::new(), samples: 9 })));
    let work = session.take_work().expect("work");
    work.run(&mut |update| {
        session.handle_report(update);
        if session.work().tasks.measured.as_ref().is_some_and(|m| m.rows.len() == 3) {
            session.apply(&SessionCommand::CancelWork);
        }
    });
    assert!(session.work().tasks.task().is_none() && session.work().tasks.problem(|_| true).is_none());
    assert_eq!(session.work().tasks.measured.as_ref().map(|m| m.rows.len()), Some(3));
}

#[test]
fn single_run_has_no_spread() {
    let row = Row { run: 0, value: "1".into(), seed: 1, measures: vec![Some(4.0), None] };
    let summary = Summary::new(&["cost", "ways"].map(count), &[row]);
    let [cost, ways] = &summary.points[0].1[..] else { panic!("two measures") };
    assert_eq!((cost.runs, cost.mean, cost.sd, cost.min, cost.max), (1, 4.0, 0.0, 4.0, 4.0));
    assert_eq!((ways.runs, ways.mean, ways.sd), (0, 0.0, 0.0));
}

/// A count that happens to be 0 or 1 at one value of a sweep is not a flag there. A flag has no exponent.
#[test]
fn count_of_1_is_no_flag() {
    let row = |run: u64, count: f64, flag: f64| Row {
        run,
        value: (run + 1).to_string(),
        seed: 1,
        measures: vec![Some(count), Some(flag)],
    };
    let rows = [row(0, 1.0, 1.0), row(1, 2.0, 1.0), row(2, 4.0, 1.0)];
    let summary = Summary::new(&[count("count"), flag("flag")], &rows);
    assert!(summary.points.iter().all(|(_, spreads)| spreads[0].share.is_none() && spreads[1].share.is_some()));
    assert!(summary.exponent(0).is_some() && summary.exponent(1).is_none());
}

/// Runs that use many seeds share none with the next run. Otherwise their numbers would be correlated.
#[test]
fn runs_of_many_seeds_share_no_seed() {
    let seeds = |algorithm: &str| {
        let mut scene = scene_with("G..\n..X", &[]);
        algorithm.clone_into(&mut scene.run.algorithm);
        if algorithm == "path-sampling" {
            scene.run.params.set_text("samples=10").expect("name=value");
        }
        let progress = Progress::default();
        let mut all = Experiment::new(&gridscope::registry(), &scene, None, None, 3, Shard::WHOLE, &progress)
            .expect("an experiment");
        rows_of(&mut all, &progress).iter().map(|row| row.seed).collect::<Vec<_>>()
    };
    assert_eq!(seeds("astar"), [1, 2, 3]);
    assert_eq!(seeds("path-sampling"), [1, 1_000_001, 2_000_001]);
}
