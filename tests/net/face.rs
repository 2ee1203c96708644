//! The only file of the net that calls the interface of a run. It returns everything that a run shows as plain numbers
//! and texts.
//!
//! If the signatures of `Replay` change, only this file must be adapted.

use crate::sheet::{number, perhaps};
use gridscope::core::algorithms;
use gridscope::core::event::Value;
use gridscope::core::geometry::{Cell, Size};
use gridscope::core::scene::Scene;
use gridscope::core::trace::breakpoint::Condition;
use gridscope::core::trace::replay::{self, WhyNot};
use gridscope::core::trace::{Control, Replay};
use gridscope::core::view::board::{Board, Mark};
use std::fmt::Debug;

/// A recorded run.
pub struct Run {
    replay: Replay,
    /// The moments in the scene: the one at which it opens, and those of its bookmarks.
    pub shown: Vec<usize>,
    /// Reused memory for boards.
    board: Board,
}

/// A value: a fact, or a word whose wording may change.
pub struct Shown {
    pub text: String,
    pub word: bool,
}

/// A value with its name. `words` is the text for readers.
pub struct Named {
    pub name: String,
    pub value: Shown,
    pub words: String,
}

pub struct Event {
    pub kind: String,
    pub level: String,
    pub line: usize,
    pub tone: String,
    pub cell: String,
    pub from: String,
    pub replaced: String,
    pub sentence: String,
    pub fields: Vec<Named>,
}

pub struct Waits {
    /// Cell, event, and whether it is tied with the first entry.
    pub fact: String,
    pub key: String,
}

pub struct Tie {
    pub fact: String,
    pub what: String,
    pub rule: String,
    pub labels: Vec<String>,
}

/// A figure, an actor or a chart: its facts, and its name.
pub struct Called {
    pub fact: String,
    pub name: String,
}

pub struct Table {
    pub candidates: bool,
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
}

pub struct Row {
    pub values: Vec<String>,
    pub cell: String,
    pub event: String,
    pub chosen: bool,
}

pub struct Why {
    pub reason: String,
    pub sentence: String,
    pub event: String,
    pub numbers: String,
}

pub struct Question {
    pub index: usize,
    pub text: String,
    /// The right cells, and the moment at which the question is asked.
    pub fact: String,
}

/// Formats an optional value.
fn some<T: Debug>(what: Option<T>) -> String {
    what.map_or_else(|| "-".to_owned(), |what| format!("{what:?}"))
}

fn points(all: &[[f64; 2]]) -> String {
    all.iter().map(|p| format!("{},{}", number(p[0]), number(p[1]))).collect::<Vec<_>>().join(" ")
}

fn shown(value: &Value) -> Shown {
    let (text, word) = match value {
        Value::Real(x) | Value::About(x) => (number(*x), false),
        Value::Word(word) => (word.to_string(), true),
        Value::Tile(tile) => (tile.info().name.to_owned(), true),
        Value::Int(_) | Value::Ratio(..) | Value::Flag(_) | Value::Cell(_) | Value::Dir(_) => {
            (value.to_string(), false)
        }
    };
    Shown { text, word }
}

fn named((name, value): (impl AsRef<str>, Value)) -> Named {
    let words = value.to_string();
    Named { name: name.as_ref().to_owned(), value: shown(&value), words }
}

fn why(answer: WhyNot) -> Why {
    let text = |value: Option<Value>| value.map_or_else(|| "-".to_owned(), |value| shown(&value).text);
    Why {
        numbers: format!("{} {}", text(answer.best), text(answer.this)),
        reason: answer.reason.into_owned(),
        sentence: answer.sentence,
        event: some(answer.event),
    }
}

/// Formats an outcome key by key, with decimals cut off.
fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Number(n) => n.as_f64().map_or_else(|| n.to_string(), number),
        serde_json::Value::Array(all) => format!("[{}]", all.iter().map(plain).collect::<Vec<_>>().join(",")),
        serde_json::Value::Object(all) => {
            format!("{{{}}}", all.iter().map(|(k, v)| format!("{k}:{}", plain(v))).collect::<Vec<_>>().join("\n"))
        }
        other => other.to_string(),
    }
}

impl Run {
    pub fn record(scene: &Scene) -> Result<Self, String> {
        let replay = algorithms::record(scene, &Control::default()).map_err(|e| e.to_string())?;
        let mut shown: Vec<usize> = scene.run.at.into_iter().collect();
        shown.extend(scene.run.bookmarks.iter().map(|b| b.at));
        Ok(Self { replay, shown, board: Board::default() })
    }

    /// Returns the algorithm's id.
    pub fn id(&self) -> String {
        self.replay.schema().algorithm.to_string()
    }
    pub fn layers(&self) -> Vec<String> {
        self.replay.schema().layers.iter().map(|layer| layer.name.to_string()).collect()
    }
    pub fn checks(&self) -> Vec<String> {
        self.replay.schema().checks.iter().map(|check| check.name.to_string()).collect()
    }
    pub fn listing(&self, line: usize) -> String {
        self.replay.schema().listing.get(line).map_or_else(String::new, |text| text.trim().to_owned())
    }
    /// Returns the name of a kind when the net was made. Renamed kinds keep their old names.
    fn first_name(&self, kind: &str) -> String {
        let mut all = self.replay.schema().kinds.iter();
        let was = all.find(|k| k.name == kind).and_then(|k| k.was.first());
        was.map_or_else(|| kind.to_owned(), ToString::to_string)
    }
    pub fn kinds(&self) -> Vec<String> {
        self.replay.kinds().into_iter().map(|kind| self.first_name(kind)).collect()
    }
    pub fn number_fields(&self) -> Vec<String> {
        self.replay.fields().iter().map(ToString::to_string).collect()
    }

    pub fn len(&self) -> usize {
        self.replay.len()
    }
    pub fn size(&self) -> Size {
        self.replay.size()
    }
    pub fn seek(&mut self, at: usize) {
        self.replay.seek(at);
    }
    pub fn eyes(&self) -> Vec<String> {
        self.replay.eyes()
    }
    pub fn looking(&self) -> usize {
        self.replay.looking()
    }
    pub fn look_through(&mut self, eyes: usize) {
        self.replay.look_through(eyes);
    }

    pub fn kind(&self, index: usize) -> String {
        self.first_name(self.replay.kind(index))
    }
    pub fn cell(&self, index: usize) -> String {
        some(self.replay.cell(index))
    }
    pub fn event(&self, index: usize) -> Event {
        let view = self.replay.event(index);
        Event {
            kind: self.first_name(view.kind),
            level: format!("{:?}", view.level),
            line: view.line,
            tone: format!("{:?}", view.tone),
            cell: some(view.cell),
            from: some(view.from),
            replaced: some(view.replaced),
            sentence: view.sentence,
            fields: view.fields.into_iter().map(named).collect(),
        }
    }
    pub fn steps(&self) -> Vec<u32> {
        self.replay.steps().to_vec()
    }
    /// Returns the start, end and depth of each phase.
    pub fn phases(&self) -> Vec<(u32, u32, u8)> {
        self.replay.phases().iter().map(|p| (p.start, p.end, p.depth)).collect()
    }
    pub fn phase_name(&self, start: u32) -> String {
        self.replay.phase_name(start as usize)
    }
    pub fn acting(&self) -> Vec<u32> {
        self.replay.acting()
    }
    pub fn actors(&self) -> Vec<String> {
        self.replay.actors()
    }
    pub fn outcome(&self) -> String {
        plain(self.replay.outcome())
    }
    pub fn halted(&self) -> bool {
        self.replay.halted().is_some()
    }

    /// Returns the rows of a board, with three characters per cell: a letter for its role, and its heat in two digits.
    pub fn board(&mut self, layer: usize) -> Vec<String> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        self.replay.board(Some(layer), &mut self.board);
        let width = usize::from(self.replay.size().width);
        let row = |marks: &[Mark]| {
            let mut text = String::with_capacity(3 * width);
            for mark in marks {
                text.push((b'A' + mark.role as u8) as char);
                text.push(DIGITS[usize::from(mark.heat >> 4)] as char);
                text.push(DIGITS[usize::from(mark.heat & 15)] as char);
            }
            text
        };
        self.board.marks.chunks(width).map(row).collect()
    }
    /// Returns the rows of the board without a layer, with a letter per cell.
    pub fn roles(&mut self) -> Vec<String> {
        self.replay.board(None, &mut self.board);
        let width = usize::from(self.replay.size().width);
        let rows = self.board.marks.chunks(width);
        rows.map(|row| row.iter().map(|mark| (b'A' + mark.role as u8) as char).collect()).collect()
    }
    pub fn value(&self, layer: usize, cell: Cell) -> Option<Shown> {
        self.replay.value(layer, cell).map(|value| shown(&value))
    }
    pub fn range(&self, layer: usize) -> String {
        let (low, high) = self.replay.range(layer);
        format!("{} {}", number(low), number(high))
    }
    pub fn arrow(&self, cell: Cell) -> String {
        some(self.replay.arrow(cell))
    }
    pub fn equals(&self, cell: Cell) -> String {
        some(self.replay.equals(cell))
    }
    pub fn holders(&self, cell: Cell) -> Vec<u32> {
        self.replay.holders(cell)
    }
    pub fn history(&self, cell: Cell) -> Vec<u32> {
        self.replay.history(cell)
    }
    pub fn path(&self) -> Vec<Cell> {
        self.replay.path()
    }
    pub fn decided(&self) -> String {
        some(self.replay.decided())
    }
    pub fn turn(&self) -> String {
        some(self.replay.turn())
    }
    pub fn explain(&self) -> String {
        self.replay.explain()
    }
    /// Returns the open list, and its length.
    pub fn queue(&self, most: usize) -> (Vec<Waits>, usize) {
        let (entries, len) = self.replay.queue(most);
        let waits = |e: replay::QueueEntry| Waits { fact: format!("{} {} {}", e.cell, e.event, e.tied), key: e.key };
        (entries.into_iter().map(waits).collect(), len)
    }
    pub fn watch(&self) -> Vec<Named> {
        self.replay.watch().into_iter().map(named).collect()
    }
    pub fn tiles(&self) -> Vec<String> {
        self.replay.tiles().into_iter().map(|(cell, tile)| format!("{cell} {tile:?}")).collect()
    }
    pub fn tokens(&self) -> Vec<Called> {
        let token = |t: replay::Token| Called {
            fact: format!("{} {} {} {}", t.actor, some(t.at), some(t.facing), t.acts),
            name: t.state.to_string(),
        };
        self.replay.tokens().into_iter().map(token).collect()
    }
    pub fn figures(&self) -> Vec<Called> {
        let figure = |f: replay::Figure| Called {
            fact: format!("{:?} {:?} {}", f.outline, f.role, points(&f.points)),
            name: f.label,
        };
        self.replay.figures().into_iter().map(figure).collect()
    }
    pub fn tables(&self) -> Vec<Table> {
        let row = |r: replay::Row| Row { values: r.values, cell: some(r.cell), event: some(r.event), chosen: r.chosen };
        let table = |t: replay::Table| Table {
            candidates: t.candidates,
            title: t.title,
            columns: t.columns.iter().map(ToString::to_string).collect(),
            rows: t.rows.into_iter().map(row).collect(),
        };
        self.replay.tables().into_iter().map(table).collect()
    }
    /// Returns the charts. The name of each consists of title, note and the first labels.
    pub fn charts(&self) -> Vec<Called> {
        let chart = |c: replay::Chart| {
            let bar = |b: &replay::Bar| format!("{} {} {:?}", number(b.count), perhaps(b.expected), b.cells);
            let labels: Vec<&str> = c.bars.iter().take(4).map(|b| b.label.as_str()).collect();
            Called {
                fact: format!("{} {:?}", perhaps(c.level), c.bars.iter().map(bar).collect::<Vec<_>>()),
                name: format!("{} / {} / {}", c.title, c.note, labels.join(", ")),
            }
        };
        self.replay.charts().into_iter().map(chart).collect()
    }
    pub fn roses(&self) -> Vec<Called> {
        let rose = |r: replay::Rose| {
            let arm = |a: &replay::Arm| format!("{:?} {} {}", a.dir, number(a.count), number(a.uniform));
            Called { fact: format!("{:?}", r.arms.iter().map(arm).collect::<Vec<_>>()), name: r.title }
        };
        self.replay.roses().into_iter().map(rose).collect()
    }
    /// Returns the series, each with its points.
    pub fn series(&self) -> Vec<Called> {
        let all = self.replay.series().iter();
        all.map(|s| Called { fact: points(&s.points), name: s.name.to_string() }).collect()
    }

    /// Returns the events at which a check of the card holds, by its index.
    pub fn hits(&self, check: usize) -> Vec<u32> {
        let name = self.replay.schema().checks.get(check).map_or("", |check| &check.name);
        self.replay.hits(&Condition::check(name))
    }
    pub fn ties(&self) -> Vec<u32> {
        self.replay.ties().to_vec()
    }
    pub fn tie(&self, index: u32) -> Option<Tie> {
        let tie = self.replay.tie(index as usize)?;
        let cells: Vec<Cell> = tie.candidates.iter().map(|a| a.0).collect();
        Some(Tie {
            fact: format!("{cells:?} {} {} {}", tie.chosen, perhaps(tie.roll), perhaps(tie.probability)),
            what: tie.what,
            rule: tie.rule,
            labels: tie.candidates.into_iter().map(|(cell, label)| format!("{cell} {label}")).collect(),
        })
    }
    /// Returns the first question for a prediction from an event on.
    pub fn question(&self, from: usize) -> Option<Question> {
        let (index, text) = self.replay.question(from)?;
        let fact = format!("{index} at {}: {:?}", self.replay.asked_at(index), self.replay.answers(index));
        Some(Question { index, text: text.into_owned(), fact })
    }
    pub fn why_not(&self, cell: Cell) -> Why {
        why(self.replay.why_not(cell))
    }
    pub fn why_not_path(&self, path: &[Cell]) -> Why {
        why(self.replay.why_not_path(path))
    }
}
