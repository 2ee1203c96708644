//! What the looks came to, as tables and a chart; and why a cell is known or not.

use super::event::{KnowledgeEvent as E, MEMORY, STAMPS};
use super::lens::{Truth, What, layer_of_eyes, remembered, sums, truth, turn};
use crate::event::Value;
use crate::geometry::Cell;
use crate::trace::replay::{Bar, Chart, Row, Table, WhyNot};
use crate::trace::{self, Moment};

/// How many rows a table of cells has at the most.
const MOST_ROWS: usize = 60;
/// How many turns the chart has at the most: the last ones.
const MOST_BARS: usize = 400;

pub(super) fn tables(player: &Moment<E>) -> Vec<Table> {
    let minds = player.trace().context().minds.len() as u8;
    let truth = Truth::of(player);
    let memories: Vec<Memory> = (0..minds).map(|mind| Memory::of(player, &truth, mind)).collect();
    let mut all = vec![by_character(player, &memories), wrong(player, &memories)];
    all.extend(this_look(player));
    all
}

/// What a character knows at a moment.
struct Memory {
    /// How many cells.
    known: u32,
    /// Those that it knows wrongly: what it remembers, and what is so.
    wrong: Vec<(Cell, What, What)>,
}

impl Memory {
    fn of(player: &Moment<E>, truth: &Truth<'_>, mind: u8) -> Self {
        let mut memory = Self { known: 0, wrong: Vec::new() };
        for (cell, event) in player.layer(MEMORY + mind) {
            memory.known += 1;
            let Some(held) = remembered(event) else { continue };
            let is = truth.at(cell);
            if held.what != is {
                memory.wrong.push((cell, held.what, is));
            }
        }
        memory
    }
}

/// What characters remember and what is not so, with the turn since when.
fn wrong(player: &Moment<E>, memories: &[Memory]) -> Table {
    let context = player.trace().context();
    let mut then = player.player().clone();
    let all = memories.iter().enumerate().flat_map(|(mind, memory)| memory.wrong.iter().map(move |w| (mind as u8, w)));
    let rows: Vec<Row> = all
        .take(MOST_ROWS)
        .map(|(mind, &(cell, held, is))| {
            then.seek(player.cursor());
            let since = trace::since(&mut then, cell, |p: &Moment<E>| {
                let held = p.at(cell).layer(MEMORY + mind).and_then(remembered);
                held.is_some_and(|k| k.what != truth(p, cell))
            });
            let turn = since.and_then(|event| {
                then.seek(event + 1);
                Moment::of(&then).and_then(|then| turn(&then))
            });
            let say = |what: What| context.contents(what.tile, what.top, what.crowd);
            let since_turn = turn.map_or_else(|| "—".to_owned(), |t| format!("turn {t}"));
            let who = context.mind(mind).to_owned();
            let values = vec![who, cell.to_string(), say(held), say(is), since_turn];
            Row { values, cell: Some(cell), event: since, chosen: false }
        })
        .collect();
    Table {
        candidates: false,
        title: match memories.iter().map(|m| m.wrong.len()).sum::<usize>() {
            0 => "Nobody remembers anything wrongly".into(),
            n if n > MOST_ROWS => format!("Remembered wrongly: {n}, the first {MOST_ROWS}"),
            n => format!("Remembered wrongly: {n}"),
        },
        columns: vec!["character", "cell", "remembers", "is", "since"],
        rows,
    }
}

/// What each character's last look came to.
fn by_character(player: &Moment<E>, memories: &[Memory]) -> Table {
    let context = player.trace().context();
    let mut rows = Vec::new();
    for (mind, sum) in sums(player, context) {
        let Some(E::Summed { turn, visible, rebuilt, refreshed, .. }) = sum else { continue };
        let share = if visible == 0 { 0.0 } else { f64::from(rebuilt) * 100.0 / f64::from(visible) };
        let numbers = [turn, visible, rebuilt, refreshed].map(|n| n.to_string());
        let Some(memory) = memories.get(mind as usize) else { continue };
        let ends = [format!("{share:.0} %"), memory.known.to_string(), memory.wrong.len().to_string()];
        let values = [context.mind(mind).to_owned()].into_iter().chain(numbers).chain(ends);
        let chosen = matches!(player.phase(1), Some(&E::CharacterBegan { mind: acting, .. }) if acting == mind);
        rows.push(Row { values: values.collect(), cell: None, event: None, chosen });
    }
    Table {
        candidates: false,
        title: "The last look of each".into(),
        columns: vec!["character", "turn", "visible", "rebuilt", "refreshed", "copied", "knows", "wrongly"],
        rows,
    }
}

/// The cells of the look at hand, the dirty ones first.
fn this_look(player: &Moment<E>) -> Option<Table> {
    let Some(&E::CharacterBegan { mind, turn }) = player.phase(1) else { return None };
    let context = player.trace().context();
    let trace = player.trace();
    let phases = trace.phases();
    let begun = phases.partition_point(|p| (p.start as usize) < player.cursor());
    let start = phases[..begun].iter().rev().find(|p| p.depth == 1)?.start as usize;
    let mut looks: Vec<(bool, usize, Cell, E)> = trace.events()[..player.cursor()]
        .iter()
        .enumerate()
        .skip(start)
        .filter_map(|(i, event)| match *event {
            E::Looked { cell, dirty, .. } => Some((!dirty, i, cell, *event)),
            _ => None,
        })
        .collect();
    looks.sort_by_key(|&(clean, i, ..)| (clean, i));
    let many = looks.len();
    let rows = looks.into_iter().take(MOST_ROWS).filter_map(|(clean, event, cell, looked)| {
        let known = remembered(&looked)?;
        let what = context.contents(known.what.tile, known.what.top, known.what.crowd);
        let word = if truth(player, cell) != known.what {
            "and wrong"
        } else if clean {
            "clean"
        } else {
            "dirty"
        };
        let values = vec![cell.to_string(), known.before.to_string(), known.changed.to_string(), word.into(), what];
        Some(Row { values, cell: Some(cell), event: Some(event), chosen: !clean })
    });
    Some(Table {
        candidates: false,
        title: format!("Turn {turn}, {}: {many} cells so far", context.mind(mind)),
        columns: vec!["cell", "known since", "changed", "verdict", "what is remembered"],
        rows: rows.collect(),
    })
}

/// Rebuilt against visible by turn, all characters together.
pub(super) fn charts(player: &Moment<E>) -> Vec<Chart> {
    let mut bars: Vec<Bar> = Vec::new();
    let trace = player.trace();
    // Sums are steps: a few among very many looks.
    let steps = trace.steps();
    let until = steps.partition_point(|&i| (i as usize) < player.cursor());
    let mut last = None;
    for &i in &steps[..until] {
        let E::Summed { turn, visible, rebuilt, .. } = trace.events()[i as usize] else { continue };
        if last != Some(turn) {
            bars.push(Bar { label: format!("turn {turn}"), cells: Vec::new(), count: 0.0, expected: Some(0.0) });
            last = Some(turn);
        }
        if let Some(bar) = bars.last_mut() {
            bar.count += f64::from(rebuilt);
            bar.expected = bar.expected.map(|n| n + f64::from(visible));
        }
    }
    let (rebuilt, visible) =
        bars.iter().fold((0.0, 0.0), |sum, b| (sum.0 + b.count, sum.1 + b.expected.unwrap_or(0.0)));
    let skip = bars.len().saturating_sub(MOST_BARS);
    bars.drain(..skip);
    if bars.is_empty() {
        return Vec::new();
    }
    let note =
        format!("{rebuilt} of {visible} visible cells were rebuilt: the bars; the marks are all that were visible");
    vec![Chart { title: "Rebuilt against visible, by turn".into(), level: None, bars, note }]
}

pub(super) fn why_not(end: &Moment<E>, cell: Cell) -> WhyNot {
    let context = end.trace().context();
    let layer = layer_of_eyes(end);
    let mind = layer - MEMORY;
    let who = context.the_mind(mind);
    let event = end.at(cell).holder(layer);
    let stamped = match end.at(cell).layer(STAMPS) {
        Some(E::Stamped { turn, .. }) => *turn,
        _ => 0,
    };
    let answer = |reason, sentence, best, this| WhyNot { reason, sentence, event, best, this };
    let Some(known) = event.and_then(|i| remembered(&end.trace().events()[i])) else {
        return answer("never-seen", format!("{cell} was never visible to {who}: nothing is known of it."), None, None);
    };
    let (best, this) = (Some(Value::Int(i64::from(stamped))), Some(Value::Int(i64::from(known.turn))));
    let what = context.contents(known.what.tile, known.what.top, known.what.crowd);
    let real = truth(end, cell);
    if real != known.what {
        let is = context.contents(real.tile, real.top, real.crowd);
        let sentence = format!(
            "At {cell} {who} remembers {what}, from turn {}, and that is wrong: there is {is}, changed in turn {stamped}.",
            known.turn
        );
        return answer("wrong", sentence, best, this);
    }
    if turn(end) != Some(known.turn) {
        let sentence = format!("{cell} is out of sight of {who} since turn {}: it remembers {what}.", known.turn);
        return answer("remembered", sentence, best, this);
    }
    let last = context.dirty.because(known.before, known.changed);
    answer(
        if known.dirty { "dirty" } else { "clean" },
        format!("The last look of {who} at {cell}: {last}."),
        best,
        this,
    )
}
