//! The page docs/write-your-own.md: each step is a program that compiles, contains every line that the page shows, and
//! does what the page says.

use gridscope::trace::algorithm::{Entry, Lens, Runner as _};
use gridscope::trace::{Cell, Dir, Params, Progress, Replay, Scene};
use std::path::Path;

gridscope_steps::steps!();

pub(crate) use step11::Greedy;

/// A wall with two paths of equal length round it.
const MAP: [&str; 5] = ["........", "...##...", "G..##..X", "...##...", "........"];

/// Returns the run with its cursor at the end.
fn run<A: Lens>(params: &[&str]) -> Replay {
    let mut chosen = Params::default();
    for text in params {
        chosen.set_text(text).unwrap();
    }
    let scene = Scene::from_rows(&MAP).unwrap();
    let mut run = Entry::<A>::NEW.record(&scene, &chosen, 1, &Progress::default()).unwrap();
    run.seek(usize::MAX);
    run
}

#[test]
fn each_step_of_the_page_does_as_described() {
    let (start, goal) = (Cell::new(0, 2), Cell::new(7, 2));
    assert_eq!(run::<step1::Greedy>(&[]).event(0).sentence, "The search begins at (0,2).");
    let two = run::<step2::Greedy>(&[]);
    assert!(two.outcome().as_u64() > Some(8) && two.event(two.len() - 1).sentence.starts_with("Found the goal (7,2)"));
    assert!(two.holders(start).is_empty(), "no cell remembers anything yet");
    let three = run::<step3::Greedy>(&[]);
    assert_eq!((three.holders(start).len(), three.history(start).len()), (1, 2));
    assert!(three.path().len() <= 1 && three.arrow(Cell::new(1, 2)).is_none());
    let four = run::<step4::Greedy>(&[]);
    assert_eq!(four.arrow(Cell::new(1, 2)), Some(Dir::W));
    let mut five = run::<step5::Greedy>(&[]);
    assert_eq!((five.path().first(), five.path().last()), (Some(&start), Some(&goal)));
    five.seek(5);
    assert!(five.queue(9).1 > 1 && !five.ties().is_empty());
    let mut six = run::<step6::Greedy>(&[]);
    six.seek(2);
    assert_eq!(six.value(0, start).and_then(|h| h.number()), Some(7.0));
    assert_eq!(six.event(1).line, 2, "the third line, counted from 0");
    let ends =
        |params: &[&str]| (run::<step7::Greedy>(params).path().len(), run::<step7::Greedy>(params).outcome().clone());
    assert!(ends(&["neighbours=8"]).0 < ends(&[]).0);
    let eight = run::<step8::Greedy>(&[]);
    assert_eq!(eight.why_not(Cell::new(3, 2)).reason, "refused");
    let ways = ["first", "last"].map(|word| run::<step9::Greedy>(&[&format!("ties={word}")]).path());
    assert_ne!(ways[0], ways[1], "the tie rule decides which way round");
    let ten = run::<step10::Greedy>(&[]);
    let waiting = ten.queue(99).0;
    let why = ten.why_not(waiting.last().unwrap().cell);
    assert_eq!(why.reason, "waited");
    assert!(why.sentence.contains("waited to the end at h = "), "{}", why.sentence);
}

/// `check` audits the promises of the last step: its trace is sound. The step before promises nothing.
#[test]
fn last_step_states_promises_that_check_audits() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("own.trace.jsonl").display().to_string();
    let map = folder.path().join("map.txt").display().to_string();
    std::fs::write(&map, MAP.join("\n")).unwrap();
    let check = |replay: fn() -> gridscope::Builder| {
        let said = |args: &[&str]| {
            let mut out = Vec::new();
            let code = replay().run_with([&["own"], args].concat(), &mut out);
            (code, String::from_utf8(out).unwrap())
        };
        assert_eq!(said(&["run", "my-greedy", &map, "--trace", &trace]).0, 0);
        said(&["check", &trace])
    };
    let (_, before) = check(|| gridscope::app().with(step10::Greedy));
    assert!(before.contains("order: the header states no order"), "{before}");
    let (code, said) = check(|| gridscope::app().with(step11::Greedy));
    assert!(code == 0 && !said.contains("states no order"), "{said}");
    // The page's algorithm is not registered in gridscope.
    let gridscope = crate::program::gridscope(&["algorithms", "my-greedy"]);
    assert_eq!(gridscope.status.code(), Some(2));
}

/// Under each heading, the page shows lines of that step, each code block in one piece.
#[test]
fn page_shows_the_compiled_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/write-your-own.md")).unwrap();
    let mut source = "";
    let mut shown = None::<String>;
    let mut pieces = 0;
    let mut step = 0;
    for line in page.lines() {
        if let Some((number, _)) = line.strip_prefix("## ").and_then(|rest| rest.split_once(". ")) {
            step += 1;
            assert_eq!(number, step.to_string(), "the steps are numbered");
            source = STEPS[step - 1];
            assert!(
                page.contains(&format!("`cargo run -p gridscope-steps {step}`")),
                "the page says how to print step {step}"
            );
        } else if line == "```rust" {
            shown = Some(String::new());
        } else if line == "```" {
            let Some(text) = shown.take() else { continue };
            assert!(source.contains(&text), "step {step} has no such piece:\n{text}");
            pieces += 1;
        } else if let Some(text) = &mut shown {
            text.push_str(line);
            text.push('\n');
        }
    }
    assert_eq!(step, 11);
    assert!(pieces >= 10, "{pieces} pieces");
}
