//! Views of a moment of knowledge, through the eyes of one character. Nothing here runs anything.

use super::cast::{self, StageEvent};
use super::event::{Context, KnowledgeEvent as E, Remembered, STAMPS, View};
use super::stage::NOBODY;
use super::{Knowledge, Problem};
use crate::algorithm::Lens;
use crate::event::{Event, Slot, Value};
use crate::trace::beliefs::{self, Belief};
use crate::trace::lens::{HeldEvent, Paint};
use crate::trace::replay::{Bar, Chart, Figure, Row, Table, Token, WhyNot};
use crate::trace::{CellState, Moment};
use crate::{Cell, Role, Tile};

fn memory(now: &Moment<E>) -> u8 {
    now.context().memory(cast::eyes(now))
}

/// The real contents of cells. The places of all actors are looked up once.
pub(super) struct Truth<'a> {
    now: Moment<'a, E>,
    places: Vec<Option<Cell>>,
}

impl<'a> Truth<'a> {
    pub(super) fn of(now: &Moment<'a, E>) -> Self {
        let actors = 0..now.context().starts.len();
        Self { now: *now, places: actors.map(|actor| cast::whereabouts(now, actor)).collect() }
    }

    pub(super) fn at(&self, cell: Cell) -> View {
        let mut here = (0..self.places.len()).filter(|&actor| self.places[actor] == Some(cell));
        let top = here.next_back().map_or(NOBODY, |actor| actor as u16);
        let crowd = here.count() + usize::from(top != NOBODY);
        View { tile: cast::ground(&self.now, cell), crowd: crowd.min(255) as u8, top }
    }
}

/// Returns what the character through whose eyes the map is shown remembers of a cell.
pub(super) fn memory_of(cell: &CellState<E>) -> Option<Remembered> {
    cell.layer(memory(cell.player())).and_then(Remembered::of)
}

/// Returns what was seen of a dirty cell, and what was remembered of it before.
pub(super) fn rebuild(before: &Moment<E>, event: &E) -> Option<(Remembered, View)> {
    let look = Remembered::of(event).filter(|look| look.dirty)?;
    Some((look, before.get(event.slot(before.context())?).and_then(Remembered::of)?.what))
}

impl Lens for Knowledge {
    fn paint<'a>(now: &Moment<'a, E>) -> Paint<'a> {
        let (now, truth, size) = (*now, Truth::of(now), now.context().size);
        let turn = now.phase_start(0);
        let role = move |event: usize, cell: Cell| {
            let known = now.event(event).and_then(Remembered::of)?;
            Some(match known.what == truth.at(cell) {
                false => Role::Wrong,
                true if turn.is_none_or(|turn| event < turn) => Role::Remembered,
                true if known.dirty => Role::Raised,
                true => Role::Seen,
            })
        };
        let role = move |index: usize, held: &[Option<HeldEvent>]| {
            held[0].and_then(|held| role(held.event as usize, size.cell(index))).unwrap_or(Role::Unknown)
        };
        Paint::Of(vec![memory(&now)], Box::new(role))
    }

    fn explain(now: &Moment<E>) -> String {
        let context = now.context();
        match now.last() {
            Some(event @ &E::Looked { cell, dirty, before, .. }) => {
                let Some(known) = Remembered::of(event) else { return String::new() };
                let truth = Truth::of(now).at(cell);
                if truth != known.what {
                    let (is, was) = (truth.contents(context), known.what.contents(context));
                    return format!("That is wrong: there is {is}, but it remembers {was}. It missed the change.");
                }
                let replaced = now.trace().replaced(now.cursor() - 1).and_then(|i| now.event(i));
                match replaced.and_then(Remembered::of).filter(|_| dirty) {
                    Some(was) if was.what == known.what => {
                        "It already knew all of this, so the copy was not needed.".into()
                    }
                    Some(was) => format!("It remembered {} from turn {before}.", was.what.contents(context)),
                    None => String::new(),
                }
            }
            Some(&E::Summed { visible, rebuilt, .. }) if visible > 0 => {
                format!("{:.0} % of the visible cells were copied.", f64::from(rebuilt) * 100.0 / f64::from(visible))
            }
            _ => String::new(),
        }
    }

    fn restages(event: &E) -> bool {
        matches!(event, E::Stage(StageEvent::Changed { .. }))
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let turn = cast::turn(now).map(|turn| ("turn", Value::Int(turn.into())));
        let actor = cast::acting(now).and_then(|mind| now.context().minds.get(mind as usize));
        let at = actor.and_then(|&actor| cast::whereabouts(now, actor)).map(|at| ("at", Value::Cell(at)));
        turn.into_iter().chain(actor.map(|&actor| ("acting", Value::Int(actor as i64)))).chain(at).collect()
    }

    fn turn(now: &Moment<E>) -> Option<u32> {
        cast::turn(now)
    }

    fn eyes(context: &Context) -> Vec<String> {
        context.minds.iter().map(|&actor| context.names[actor].clone()).collect()
    }

    fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
        cast::tiles(now)
    }

    fn tokens(now: &Moment<E>) -> Vec<Token> {
        cast::tokens(now)
    }

    /// Returns a ring for each actor that is remembered where it is not, with the turn when it was seen there.
    fn figures(now: &Moment<E>) -> Vec<Figure> {
        let ghost = |(cell, event): (Cell, &E)| {
            let known = Remembered::of(event).filter(|known| known.what.top != NOBODY)?;
            let actor = usize::from(known.what.top);
            let label = || format!("{}, turn {}", now.context().names[actor], known.turn);
            (cast::whereabouts(now, actor) != Some(cell)).then(|| Figure::circle(cell, 0.4, Role::Wrong, label()))
        };
        now.layer(memory(now)).filter_map(ghost).collect()
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
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

    fn charts(now: &Moment<E>) -> Vec<Chart> {
        // The sums are steps. There are few of them among the many looks, so this is fast.
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
        sums.truncate(MAX_BARS);
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
            format!("{rebuilt} of {visible} visible cells were copied: the bars; the marks are all that were visible");
        let axes = ["turns, from the first", "cells"];
        vec![Chart { title: "Copied and visible, by turn".into(), axes, level: None, bars, note }]
    }

    fn why_not(_: &Problem, end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        let context = end.context();
        let who = context.who(cast::eyes(end));
        let event = end.at(cell).holder(memory(end));
        let Some(known) = event.and_then(|i| Remembered::of(end.event(i)?)) else {
            let sentence = format!("{cell} was never visible to {who}: nothing is known of it.");
            return Some(WhyNot::new("never-seen", sentence));
        };
        let stamped = match end.at(cell).layer(STAMPS) {
            Some(&E::Stamped { turn, .. }) => turn,
            _ => 0,
        };
        let what = known.what.contents(context);
        let turn = known.turn;
        let truth = Truth::of(end).at(cell);
        let (reason, sentence) = if truth != known.what {
            let is = truth.contents(context);
            let wrong = format!("that is wrong: there is {is}, changed in turn {stamped}");
            ("wrong", format!("At {cell} {who} remembers {what}, from turn {turn}, and {wrong}."))
        } else if cast::turn(end) != Some(turn) {
            ("remembered", format!("{cell} is out of sight of {who} since turn {turn}: it remembers {what}."))
        } else {
            let because = context.dirty.because(known.before, known.changed);
            (if known.dirty { "dirty" } else { "clean" }, format!("The last look of {who} at {cell}: {because}."))
        };
        let (best, this) = (Value::Int(stamped.into()), Value::Int(turn.into()));
        Some(WhyNot::new(reason, sentence).shown_by(event).against(best, this))
    }
}

const MAX_ROWS: usize = 60;
const MAX_BARS: usize = 400;

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
    let columns = ["character", "turn", "visible", "copied", "only marked", "share", "knows", "wrongly"];
    Table::new("The last look of each", &columns, (0..).zip(wrong).filter_map(row).collect())
}

fn this_look(now: &Moment<E>) -> Option<Table> {
    let (context, truth) = (now.context(), Truth::of(now));
    let mind = cast::acting(now)?;
    let turn = cast::turn(now)?;
    let start = now.phase_start(1)?;
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
    Some(Table::new(title, &columns, looks.iter().take(MAX_ROWS).map(row).collect()))
}
