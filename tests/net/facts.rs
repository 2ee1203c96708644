//! The facts of a run: boards, events, ties, numbers, answers. Each thing has its own digest, so that a failure names
//! it.

use crate::face::{Event, Run, Table};
use crate::lessons::{evenly, moments, scattered, some_cells};
use crate::sheet::{Sheet, numbers_in};
use gridscope::core::geometry::Cell;

/// Renamed kinds, fields, layers, checks and watched values, each as (old name, new name). Digests use the old name.
pub const RENAMED: &[(&str, &str)] = &[];

/// Returns the name that a thing had when the net was made.
pub fn old(name: &str) -> &str {
    RENAMED.iter().find(|(_, now)| *now == name).map_or(name, |(was, _)| was)
}

/// Maximum number of events checked in full, which covers most runs. The kinds and cells of all events are checked.
const MOST_EVENTS: usize = 60_000;
/// Maximum number of entries of the open list.
const MOST_WAITING: usize = 200;
/// Maximum number of rows of a table.
const MOST_ROWS: usize = 60;
/// Maximum number of cells whose history is checked, and of arrows and ties at each moment.
const MOST_CELLS: usize = 600;
/// Maximum number of cells whose values and holders are checked, at each moment.
const MOST_VALUES: usize = 80;
/// Maximum number of cells with a why-not question.
const MOST_WHY: usize = 40;
/// Maximum number of ties, and of questions.
const MOST_TIES: usize = 200;
const MOST_QUESTIONS: usize = 100;
/// Maximum number of moments checked for several viewers.
const MOST_EYES: usize = 8;

/// Adds everything about a run.
pub fn add(sheet: &mut Sheet, whose: &str, run: &mut Run, drawn: &[Cell]) {
    let mut say = |thing: &str, lines: Vec<String>| sheet.say(whose, thing, lines);
    whole(&mut say, run);
    events(&mut say, run);
    ties(&mut say, run);
    for at in moments(run) {
        run.seek(at);
        moment(&mut say, run, at);
    }
    eyes(&mut say, run);
    // Some answers depend on the moment. They are asked at the one at which the lesson opens, and at the end.
    run.seek(run.shown.first().copied().unwrap_or(run.len() / 2));
    why(&mut say, run);
    run.seek(run.len());
    why(&mut say, run);
    why_paths(&mut say, run, drawn);
    let chosen = run.tables().into_iter().filter(|t| t.candidates).flat_map(|t| t.rows).filter(|r| r.chosen);
    say("won at the end", chosen.map(|r| format!("{} {}", r.cell, r.event)).collect());
}

type Say<'a> = &'a mut dyn FnMut(&str, Vec<String>);

fn listed(all: &[u32]) -> Vec<String> {
    vec![format!("{} {all:?}", all.len())]
}

/// Adds facts about the whole run.
fn whole(say: Say<'_>, run: &Run) {
    say("size", vec![format!("{} {} {}", run.id(), run.size(), run.len())]);
    say("outcome", vec![format!("{} {}", run.halted(), run.outcome())]);
    say("steps", listed(&run.steps()));
    say("phases", run.phases().iter().map(|phase| format!("{phase:?}")).collect());
    say("acting", listed(&run.acting()));
    for series in run.series() {
        say(&format!("series {}", old(&series.name)), vec![series.fact]);
    }
    for (k, check) in run.checks().iter().enumerate() {
        say(&format!("hits {}", old(check)), listed(&run.hits(k)));
    }
    for (k, layer) in run.layers().iter().enumerate() {
        say("ranges", vec![format!("{} {}", old(layer), run.range(k))]);
    }
    for cell in some_cells(run.size(), MOST_CELLS) {
        say("history", vec![format!("{cell} {:?}", run.history(cell))]);
    }
}

fn events(say: Say<'_>, run: &Run) {
    let all = 0..run.len();
    say("kinds", all.clone().map(|i| old(&run.kind(i)).to_owned()).collect());
    say("cells", all.map(|i| run.cell(i)).collect());
    let looked: Vec<(usize, Event)> =
        scattered(run.len(), MOST_EVENTS).into_iter().map(|i| (i, run.event(i))).collect();
    let mut each = |thing: &str, text: &dyn Fn(&Event) -> String| {
        say(thing, looked.iter().map(|(i, event)| format!("{i} {}", text(event))).collect());
    };
    each("levels", &|e| e.level.clone());
    each("lines", &|e| e.line.to_string());
    each("tones", &|e| e.tone.clone());
    each("event cells", &|e| format!("{} {}", e.cell, e.from));
    each("replaced", &|e| e.replaced.clone());
    each("field names", &|e| {
        let mut names: Vec<&str> = e.fields.iter().map(|f| old(&f.name)).collect();
        names.sort_unstable();
        names.join(" ")
    });
    let values = |e: &Event, words: bool| {
        let mut fields: Vec<_> = e.fields.iter().filter(|f| f.value.word == words).collect();
        fields.sort_by_key(|f| old(&f.name));
        fields.iter().map(|f| f.value.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    each("fields", &|e| values(e, false));
    each("field words", &|e| values(e, true));
}

fn ties(say: Say<'_>, run: &Run) {
    let ties = run.ties();
    say("ties", listed(&ties));
    for k in evenly(ties.len(), MOST_TIES) {
        let tie = run.tie(ties[k]).map_or_else(|| "-".to_owned(), |tie| tie.fact);
        say("tie", vec![format!("{} {tie}", ties[k])]);
    }
    let mut last = None;
    for from in evenly(run.len(), MOST_QUESTIONS) {
        if last.is_none_or(|last| from > last) {
            let Some(question) = run.question(from) else { break };
            last = Some(question.index);
            say("questions", vec![question.fact]);
        }
    }
}

/// Adds everything that a moment shows.
fn moment(say: Say<'_>, run: &mut Run, at: usize) {
    let mut say = |thing: &str, lines: Vec<String>| {
        let mut all = vec![format!("at {at}")];
        all.extend(lines);
        say(thing, all);
    };
    say("roles at all", run.roles());
    let layers = run.layers();
    for (k, layer) in layers.iter().enumerate() {
        say(&format!("board {}", old(layer)), run.board(k));
    }
    let few = some_cells(run.size(), MOST_VALUES);
    for (k, layer) in layers.iter().enumerate() {
        let values = |words: bool| -> Vec<String> {
            let shown = few.iter().map(|&cell| run.value(k, cell).filter(|value| value.word == words));
            vec![shown.map(|value| value.map_or_else(|| "-".to_owned(), |v| v.text)).collect::<Vec<_>>().join(" ")]
        };
        say(&format!("values {}", old(layer)), values(false));
        say("value words", values(true));
    }
    say("holders", few.iter().map(|&cell| format!("{cell} {:?}", run.holders(cell))).collect());
    let cells = some_cells(run.size(), MOST_CELLS);
    say("arrows", vec![cells.iter().map(|&cell| run.arrow(cell)).collect::<Vec<_>>().join(" ")]);
    say("equals", vec![cells.iter().map(|&cell| run.equals(cell)).collect::<Vec<_>>().join(" ")]);
    say("path", vec![format!("{:?}", run.path())]);
    say("decided", vec![run.decided()]);
    say("turn", vec![run.turn()]);
    let (waiting, len) = run.queue(MOST_WAITING);
    say("queue", vec![len.to_string()]);
    say("queue", waiting.iter().map(|w| w.fact.clone()).collect());
    say("queue keys", waiting.iter().map(|w| numbers_in(&w.key)).collect());
    let watch = |words: bool| {
        let watched = run.watch().into_iter().filter(|w| w.value.word == words);
        watched.map(|w| format!("{} {}", old(&w.name), w.value.text)).collect()
    };
    say("watch", watch(false));
    say("watch words", watch(true));
    say("tiles", run.tiles());
    say("tokens", run.tokens().into_iter().map(|t| t.fact).collect());
    say("token states", run.tokens().into_iter().map(|t| t.name).collect());
    say("figures", run.figures().into_iter().map(|f| f.fact).collect());
    say("charts", run.charts().into_iter().map(|c| c.fact).collect());
    say("roses", run.roses().into_iter().map(|r| r.fact).collect());
    tables(&mut say, &run.tables());
}

fn tables(say: Say<'_>, all: &[Table]) {
    for table in all {
        say("tables", vec![format!("{} {}", table.candidates, table.rows.len())]);
        let rows = table.rows.iter().take(MOST_ROWS);
        say("tables", rows.clone().map(|r| format!("{} {} {}", r.cell, r.event, r.chosen)).collect());
        let numbers = |r: &crate::face::Row| r.values.iter().map(|v| numbers_in(v)).collect::<Vec<_>>().join("|");
        say("table numbers", rows.map(numbers).collect());
    }
}

/// Adds boards, actors and figures as each viewer sees them.
fn eyes(say: Say<'_>, run: &mut Run) {
    let (count, looking) = (run.eyes().len(), run.looking());
    say("eyes", vec![format!("{count} {looking}")]);
    if count < 2 {
        return;
    }
    for k in evenly(run.len() + 1, MOST_EYES) {
        run.seek(k);
        for eyes in 0..count.min(MOST_EYES) {
            run.look_through(eyes);
            say("eyes", vec![format!("at {k} through {eyes}")]);
            for layer in 0..run.layers().len() {
                say("eyes", run.board(layer));
            }
            say("eyes", run.tokens().into_iter().map(|t| t.fact).collect());
            say("eyes", run.figures().into_iter().map(|f| f.fact).collect());
            say("eyes", run.tiles());
        }
    }
    run.look_through(looking);
}

fn why(say: Say<'_>, run: &Run) {
    for cell in some_cells(run.size(), MOST_WHY) {
        let answer = run.why_not(cell);
        say("why-not events", vec![format!("{cell} {}", answer.event)]);
        say("why-not reasons", vec![format!("{cell} {}", answer.reason)]);
        say("why-not numbers", vec![format!("{cell} {}", answer.numbers)]);
    }
}

/// Adds why-not answers for the lesson's drawn path, and for a straight path.
fn why_paths(say: Say<'_>, run: &Run, drawn: &[Cell]) {
    let taken = run.path();
    let straight = taken.first().zip(taken.last()).map_or_else(Vec::new, |(&from, &to)| line(from, to));
    for path in [drawn, &straight] {
        let answer = run.why_not_path(path);
        say("why-not paths", vec![format!("{path:?} {} {}", answer.event, answer.numbers)]);
        say("why-not reasons", vec![format!("{path:?} {}", answer.reason)]);
    }
}

/// Returns a path from neighbour to neighbour, diagonal steps first.
pub fn line(from: Cell, to: Cell) -> Vec<Cell> {
    let toward = |a: u16, b: u16| if a < b { a + 1 } else { a - u16::from(a > b) };
    let next = |&c: &Cell| (c != to).then(|| Cell::new(toward(c.x, to.x), toward(c.y, to.y)));
    std::iter::successors(Some(from), next).collect()
}

#[test]
fn a_line_goes_diagonally_and_then_straight() {
    let cells = [(4, 1), (3, 2), (2, 2), (1, 2)].map(|(x, y)| Cell::new(x, y));
    assert_eq!(line(cells[0], cells[3]), cells);
    assert_eq!(line(cells[0], cells[0]), cells[..1]);
}
