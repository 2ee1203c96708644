//! What the looks came to, as tables and a chart.

use super::cast;
use super::event::{KnowledgeEvent as E, Remembered};
use super::lens::Truth;
use crate::event::{Event as _, Slot};
use crate::trace::Moment;
use crate::trace::beliefs::{self, Belief};
use crate::trace::replay::{Bar, Chart, Row, Table};

const MOST_ROWS: usize = 60;
const MOST_BARS: usize = 400;

pub(super) fn tables(now: &Moment<E>) -> Vec<Table> {
    let minds = 0..now.context().minds.len() as u8;
    let wrong: Vec<Vec<Belief>> = minds.map(|mind| wrong(now, mind)).collect();
    let columns = &["character", "cell", "remembers", "is", "since"];
    let is_wrong = |then: &Moment<E>, cell, mind| {
        let known = then.at(cell).layer(then.context().memory(mind)).and_then(Remembered::of);
        known.is_some_and(|known| known.what != Truth::of(then).at(cell))
    };
    let beliefs = beliefs::table(now, &wrong.concat(), "Remembered wrongly", columns, is_wrong, cast::turn);
    [last_looks(now, &wrong), beliefs].into_iter().chain(this_look(now)).collect()
}

fn wrong(now: &Moment<E>, mind: u8) -> Vec<Belief> {
    let (context, truth) = (now.context(), Truth::of(now));
    let wrong = now.layer(context.memory(mind)).filter_map(|(cell, event)| {
        let (held, is) = (Remembered::of(event)?.what, truth.at(cell));
        let whose = (mind, context.mind(mind).to_owned());
        (held != is).then(|| Belief { whose, cell, held: held.contents(context), is: is.contents(context) })
    });
    wrong.collect()
}

fn last_looks(now: &Moment<E>, wrong: &[Vec<Belief>]) -> Table {
    let context = now.context();
    let row = |(mind, wrong): (u8, &Vec<Belief>)| {
        let Some(&E::Summed { turn, visible, rebuilt, refreshed, .. }) = now.get(Slot::Register(mind.into())) else {
            return None;
        };
        let share = f64::from(rebuilt) * 100.0 / f64::from(visible.max(1));
        let [turn, visible, rebuilt, refreshed] = [turn, visible, rebuilt, refreshed].map(|n| n.to_string());
        let [knows, wrongly] = [now.layer(context.memory(mind)).count(), wrong.len()].map(|n| n.to_string());
        let who = context.mind(mind).to_owned();
        let row = Row::new([who, turn, visible, rebuilt, refreshed, format!("{share:.0} %"), knows, wrongly]);
        Some(Row { chosen: cast::acting(now) == Some(mind), ..row })
    };
    let columns = ["character", "turn", "visible", "rebuilt", "refreshed", "copied", "knows", "wrongly"];
    Table::new("The last look of each", &columns, (0..).zip(wrong).filter_map(row).collect())
}

fn this_look(now: &Moment<E>) -> Option<Table> {
    let (context, truth) = (now.context(), Truth::of(now));
    let (mind, turn, start) = (cast::acting(now)?, cast::turn(now)?, now.phase_start(1)?);
    let look = |i: usize| Some((i, now.event(i)?.cell()?, Remembered::of(now.event(i)?)?));
    let mut looks: Vec<_> = (start..now.cursor()).filter_map(look).collect();
    looks.sort_by_key(|&(event, _, look)| (!look.dirty, event));
    let row = |&(event, cell, known): &(usize, _, Remembered)| {
        let verdict = match known.dirty {
            _ if truth.at(cell) != known.what => "and wrong",
            true => "dirty",
            false => "clean",
        };
        let (since, changed) = (known.before.to_string(), known.changed.to_string());
        let row = Row::new([cell.to_string(), since, changed, verdict.to_owned(), known.what.contents(context)]);
        Row { chosen: known.dirty, ..row.at(cell).shown_by(event) }
    };
    let title = format!("Turn {turn}, {}: {} cells so far", context.mind(mind), looks.len());
    let columns = ["cell", "known since", "changed", "verdict", "what is remembered"];
    Some(Table::new(title, &columns, looks.iter().take(MOST_ROWS).map(row).collect()))
}

pub(super) fn charts(now: &Moment<E>) -> Vec<Chart> {
    // Sums are steps: a few among very many looks.
    let mut sums: Vec<(u32, [f64; 2])> = Vec::new();
    for (_, event) in now.steps_back() {
        let &E::Summed { turn, visible, rebuilt, .. } = event else { continue };
        if sums.last().is_none_or(|last| last.0 != turn) {
            sums.push((turn, [0.0, 0.0]));
        }
        if let Some((_, [all, copied])) = sums.last_mut() {
            *all += f64::from(visible);
            *copied += f64::from(rebuilt);
        }
    }
    let [visible, rebuilt] = [0, 1].map(|k| sums.iter().map(|sum| sum.1[k]).sum::<f64>());
    sums.truncate(MOST_BARS);
    let bar = |&(turn, [visible, rebuilt]): &(u32, [f64; 2])| Bar {
        label: format!("turn {turn}"),
        cells: Vec::new(),
        count: rebuilt,
        expected: Some(visible),
    };
    let bars: Vec<Bar> = sums.iter().rev().map(bar).collect();
    if bars.is_empty() {
        return Vec::new();
    }
    let note =
        format!("{rebuilt} of {visible} visible cells were rebuilt: the bars; the marks are all that were visible");
    vec![Chart { title: "Rebuilt against visible, by turn".into(), level: None, bars, note }]
}
