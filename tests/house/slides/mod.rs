//! The claims of every slide are true: each number and each cell in its text is checked with the run at its moment. A
//! statement about what did not happen is checked by a question: why not, what tied, how many cheapest paths there are.

mod autochess;
mod cheapest;
mod explore;
mod flow;
mod guards;
mod knowledge;
mod questions;
mod search;
mod ships;
mod sight;

use crate::common::HitsOf as _;
use gridscope::debugger::lesson::offers;
use gridscope::debugger::session::Run;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::presets::{PRESETS, find};
use gridscope::trace::event::Value;
use gridscope::trace::trace::breakpoint::{Condition, Op};
use gridscope::trace::{Cell, Replay, Scene};
use std::collections::BTreeSet;

/// A part of a slide's text, and the condition that makes it true.
pub struct Claim {
    /// Id of the lesson.
    lesson: &'static str,
    /// Number of the slide, from 1, or 0 for the notes of the lesson.
    slide: usize,
    /// Words of the slide, exactly as in its text.
    words: &'static str,
    /// Condition that must hold at the slide's moment, or at the end of the run for the notes.
    so: So,
}

/// A condition on a run at the moment of a slide.
#[expect(clippy::enum_variant_names, reason = "so far is not so: Far")]
pub enum So {
    /// The event of the slide fulfils a condition.
    Holds(&'static str),
    /// The sentence of the event contains these words.
    Says(&'static str),
    /// The line beside the sentence contains these words.
    Explains(&'static str),
    /// A layer shows this in a cell (x right, y down), as text.
    Shows(&'static str, u16, u16, &'static str),
    /// A layer shows nothing in a cell.
    Empty(&'static str, u16, u16),
    /// A value under *watch* is this, as text.
    Watch(&'static str, &'static str),
    /// A field of the outcome is this, as JSON.
    Outcome(&'static str, &'static str),
    /// This many events up to this one fulfil a condition.
    SoFar(&'static str, usize),
    /// This many events of the whole run fulfil a condition.
    InAll(&'static str, usize),
    /// The open list has this many entries.
    Waiting(usize),
    /// The last choice was won by this cell.
    Winner(u16, u16),
    /// This cell was a candidate in the last choice.
    Weighed(u16, u16),
    /// *Why not* of a cell contains these words.
    WhyNot(u16, u16, &'static str),
    /// *Why not* of a path from the start contains these words.
    WhyNotPath(&'static [(u16, u16)], &'static str),
    /// The event decided a tie between exactly these cells.
    Tied(&'static [(u16, u16)]),
    /// Exactly these entries tie for the first place in the open list, and the first has a key that begins so.
    Next(&'static [(u16, u16)], &'static str),
    /// A layer has a number that compares so in this many cells.
    Cells(&'static str, Op, f64, usize),
    /// The cheapest paths from the start through a cell to the goal have this cost, and there are this many.
    Through(u16, u16, u64, &'static str),
    /// The map has this many cells of a tile, by name.
    Tiles(&'static str, usize),
    /// A cell of the map has this tile, by name.
    Tile(u16, u16, &'static str),
    /// The path of the run leads over this many cells of a tile, by name.
    PathOver(&'static str, usize),
    /// The condition holds at the end of a run with a change, written as in a link of a lesson: `ties=first`.
    If(&'static str, &'static So),
    /// The condition holds for a side-by-side run, counted from 1.
    Beside(usize, &'static So),
    /// Any other condition.
    Run(fn(&Replay) -> bool),
}

/// Declares one lesson's claims: a slide, its words, and the condition that makes them true.
#[macro_export]
macro_rules! claims {
    ($($lesson:literal { $($slide:literal $words:literal => $so:expr;)+ })+) => {
        &[$($($crate::slides::Claim { lesson: $lesson, slide: $slide, words: $words, so: $so },)+)+]
    };
}

const ALL: &[&[Claim]] = &[
    search::CLAIMS,
    questions::CLAIMS,
    autochess::CLAIMS,
    guards::CLAIMS,
    explore::CLAIMS,
    sight::CLAIMS,
    flow::CLAIMS,
    knowledge::CLAIMS,
    ships::CLAIMS,
];

fn condition(text: &str) -> Condition {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn shown(run: &Replay, layer: &str, x: u16, y: u16) -> Option<Value> {
    let layers = run.schema().layers.iter();
    let at = layers.clone().position(|l| l.name == layer);
    let known = || layers.map(|l| l.name.as_ref()).collect::<Vec<_>>().join(", ");
    let at = at.unwrap_or_else(|| panic!("there is no layer {layer:?} among {}", known()));
    run.value(at, Cell::new(x, y))
}

/// Returns the cells with these coordinates, sorted.
fn cells(all: &[(u16, u16)]) -> Vec<Cell> {
    sorted(all.iter().map(|&(x, y)| Cell::new(x, y)))
}

fn sorted(all: impl Iterator<Item = Cell>) -> Vec<Cell> {
    let mut all: Vec<Cell> = all.collect();
    all.sort_unstable();
    all
}

impl So {
    /// Returns `None` if the condition holds, otherwise a description of what is the case.
    fn fault(&self, runs: &[&Run]) -> Option<String> {
        let run = &runs[0].replay;
        let event = run.cursor().checked_sub(1).expect("a slide stands at an event");
        let named = |cell: Cell| runs[0].scene.tiles[cell].info().name;
        let is = match self {
            Self::Holds(when) => {
                let holds = run.hits_of(&condition(when)).contains(&(event as u32));
                return (!holds).then(|| format!("{when} does not hold: {}", run.event_json(event)));
            }
            Self::Says(words) => {
                let sentence = run.event(event).sentence;
                return (!sentence.contains(words)).then_some(sentence);
            }
            Self::Explains(words) => {
                let explained = run.explain();
                return (!explained.contains(words)).then_some(explained);
            }
            Self::Shows(layer, x, y, text) => {
                let value = shown(run, layer, *x, *y).map(|v| v.to_string());
                return (value.as_deref() != Some(text)).then(|| format!("{layer} of ({x},{y}) is {value:?}"));
            }
            Self::Empty(layer, x, y) => {
                let value = shown(run, layer, *x, *y);
                return value.map(|v| format!("{layer} of ({x},{y}) is {v}"));
            }
            Self::Watch(name, text) => {
                let found = run.watch().into_iter().find(|(n, _)| n == name).map(|(_, v)| v.to_string());
                return (found.as_deref() != Some(text)).then(|| format!("{name} is {found:?}: {:?}", run.watch()));
            }
            Self::Outcome(field, json) => {
                let found = run.outcome().pointer(field).or_else(|| run.outcome().get(field));
                let found = found.map(ToString::to_string);
                return (found.as_deref() != Some(json)).then(|| format!("{field} is {found:?}: {}", run.outcome()));
            }
            Self::SoFar(when, count) => {
                (run.hits_of(&condition(when)).iter().filter(|&&at| at as usize <= event).count(), *count)
            }
            Self::InAll(when, count) => (run.hits_of(&condition(when)).len(), *count),
            Self::Waiting(count) => (run.queue(0).1, *count),
            Self::Winner(x, y) => {
                let won = run.decision().and_then(|d| d.chosen().and_then(|c| c.cell));
                return (won != Some(Cell::new(*x, *y))).then(|| format!("the winner is {won:?}"));
            }
            Self::Weighed(x, y) => {
                let weighed = run.decision().map(|d| d.candidates.iter().map(|c| c.cell).collect::<Vec<_>>());
                let among = weighed.iter().flatten().any(|&c| c == Some(Cell::new(*x, *y)));
                return (!among).then(|| format!("weighed were {weighed:?}"));
            }
            Self::WhyNot(x, y, words) => {
                let sentence = run.why_not(Cell::new(*x, *y)).sentence;
                return (!sentence.contains(words)).then_some(sentence);
            }
            Self::WhyNotPath(path, words) => {
                let path: Vec<Cell> = path.iter().map(|&(x, y)| Cell::new(x, y)).collect();
                let sentence = run.why_not_path(&path).sentence;
                return (!sentence.contains(words)).then_some(sentence);
            }
            Self::Tied(all) => {
                let tie = run.tie(event).map(|tie| sorted(tie.candidates.iter().map(|(cell, _)| *cell)));
                return (tie.as_ref() != Some(&cells(all))).then(|| format!("the tie is {tie:?}"));
            }
            Self::Next(all, key) => {
                let open = run.queue(usize::MAX).0;
                let first = open.first().map_or("", |entry| entry.key.as_str());
                let next = sorted(open.iter().enumerate().filter(|(i, e)| *i == 0 || e.tied).map(|(_, e)| e.cell));
                return (next != cells(all) || !first.starts_with(key)).then(|| format!("next are {next:?}, {first}"));
            }
            Self::Cells(layer, op, number, count) => {
                let compares = |cell: &Cell| {
                    shown(run, layer, cell.x, cell.y).and_then(|v| v.number()).is_some_and(|n| op.holds(n, *number))
                };
                (run.size().cells().filter(compares).count(), *count)
            }
            Self::Through(x, y, cost, ways) => {
                let (found, number) = cheapest::through(&runs[0].scene, Cell::new(*x, *y));
                return ((found, number.as_str()) != (*cost, ways)).then(|| format!("{number} paths cost {found}"));
            }
            Self::Tiles(name, count) => (run.size().cells().filter(|&c| named(c) == *name).count(), *count),
            Self::Tile(x, y, name) => {
                let tile = named(Cell::new(*x, *y));
                return (tile != *name).then(|| format!("({x},{y}) is {tile}"));
            }
            Self::PathOver(name, count) => (run.final_path().iter().filter(|&&c| named(c) == *name).count(), *count),
            Self::If(change, so) => {
                let mut other = opened(Scene::clone(&runs[0].scene));
                let offer = offers(&format!("[other](<try:{change}>)")).1.pop().expect("a change");
                offer.commands.expect(change).iter().for_each(|command| other.apply(command));
                other.settle();
                seek(&mut other, usize::MAX);
                return so.fault(&other.shown_runs().collect::<Vec<_>>());
            }
            Self::Beside(number, so) => {
                let rest = runs.get(*number..).filter(|rest| !rest.is_empty());
                return so.fault(rest.unwrap_or_else(|| panic!("there is no run {number} beside it")));
            }
            Self::Run(holds) => return (!holds(run)).then(|| "it does not hold".to_owned()),
        };
        (is.0 != is.1).then(|| format!("it is {} and not {}", is.0, is.1))
    }
}

fn opened(scene: Scene) -> Session {
    let mut session = gridscope::session(scene);
    session.settle();
    session
}

fn seek(session: &mut Session, at: usize) {
    session.apply(&SessionCommand::Seek(at));
    session.settle();
}

#[test]
fn claims_of_slides_hold_in_their_runs() {
    let mut faults = Vec::new();
    for lesson in ALL.iter().copied().flat_map(|claims| claims.chunk_by(|a, b| a.lesson == b.lesson)) {
        let id = lesson[0].lesson;
        let mut session = opened(find(id).expect(id).scene().unwrap_or_else(|error| panic!("{id}: {error}")));
        let slides = session.scene().run.bookmarks.clone();
        let notes = session.scene().notes.clone();
        for claim in lesson {
            let place = format!("{id}, slide {}, {:?}", claim.slide, claim.words);
            let (text, at) = match claim.slide.checked_sub(1).map(|at| slides.get(at)) {
                None => (&notes, usize::MAX),
                Some(Some(slide)) => (&slide.note, slide.at),
                Some(None) => {
                    faults.push(format!("{place}: there are {} slides", slides.len()));
                    continue;
                }
            };
            if !text.contains(claim.words) {
                faults.push(format!("{place}: the slide says {text:?}"));
            }
            seek(&mut session, at);
            let runs: Vec<&Run> = session.shown_runs().collect();
            faults.extend(claim.so.fault(&runs).map(|fault| format!("{place}: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the positions of numbers in a text, as ranges of bytes.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for (at, _) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        match all.last_mut() {
            Some(last) if last.1 == at => last.1 = at + 1,
            _ => all.push((at, at + 1)),
        }
    }
    all
}

/// Words before a number that is a name, such as `guard 2`.
const NAMED: [&str; 9] = ["guard", "piece", "unit", "prisoner", "explorer", "enemy", "bloat", "room", "hallway"];

/// Returns whether the number at a position of a text is part of a name.
fn is_name(text: &str, at: usize) -> bool {
    let word = text[..at].split_whitespace().next_back().unwrap_or_default().to_lowercase();
    NAMED.contains(&word.trim_start_matches('(').trim_end_matches('s')) && text[..at].ends_with(' ')
}

/// Returns the cell `(x,y)` that this part of a text belongs to.
fn cell_at(text: &str, at: usize) -> Option<&str> {
    let from = text[..at].rfind('(')?;
    let to = from + text[from..].find(')')?;
    Cell::from_text(&text[from..=to]).filter(|_| at < to).map(|_| &text[from..=to])
}

#[test]
fn every_number_on_a_slide_has_a_claim() {
    let mut faults = Vec::new();
    for preset in PRESETS {
        let scene = preset.scene().expect(preset.id);
        for (slide, bookmark) in (1..).zip(&scene.run.bookmarks) {
            // Offers to try something are covered by another test.
            let text = offers(&bookmark.note).0;
            // A title only repeats numbers of its text.
            let (title, said) = text.split_once("\n\n").expect("a slide has a title and a text");
            let text_numbers: Vec<&str> = numbers(said).into_iter().map(|(a, b)| &said[a..b]).collect();
            for (a, b) in numbers(title) {
                if !text_numbers.contains(&&title[a..b]) {
                    faults.push(format!("{}, slide {slide}: the title {title:?} is not backed by the text", preset.id));
                }
            }
            let text = said;
            let claims = ALL.iter().copied().flatten().filter(|c| c.lesson == preset.id && c.slide == slide);
            let claims: Vec<&Claim> = claims.collect();
            let backed: Vec<(usize, usize)> = claims
                .iter()
                .flat_map(|c| text.match_indices(c.words).map(|(at, _)| (at, at + c.words.len())).collect::<Vec<_>>())
                .collect();
            for (from, to) in numbers(text) {
                let is_backed = backed.iter().any(|&(a, b)| a <= from && to <= b);
                let cell = cell_at(text, from).is_some_and(|cell| claims.iter().any(|c| c.words.contains(cell)));
                if !is_backed && !cell && !is_name(text, from) {
                    faults.push(format!(
                        "{}, slide {slide}: nothing backs {:?} in {text:?}",
                        preset.id,
                        &text[from..to]
                    ));
                }
            }
            if backed.is_empty() {
                faults.push(format!("{}, slide {slide}: nothing of it is claimed: {text:?}", preset.id));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn lessons_have_two_to_six_slides_in_order() {
    for preset in PRESETS {
        let slides = preset.scene().expect(preset.id).run.bookmarks;
        let moments: BTreeSet<usize> = slides.iter().map(|s| s.at).collect();
        assert_eq!(moments.len(), slides.len(), "{}: a moment a slide", preset.id);
        assert!(slides.is_empty() || (2..=6).contains(&slides.len()), "{}: {} slides", preset.id, slides.len());
        for slide in &slides {
            let title = slide.note.split_once("**\n\n").and_then(|(title, _)| title.strip_prefix("**"));
            let title = title.unwrap_or_else(|| panic!("{}: the first line of a slide is its title", preset.id));
            assert!(title.chars().count() <= 14, "{}: the button says {title:?}, which is too long", preset.id);
        }
    }
}
