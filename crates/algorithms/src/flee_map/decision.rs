//! The walker's choices: its neighbours by value, its walk under each rule, and where flight ends.

use super::event::{Context, FleeEvent as E, Rule, Stop};
use super::lens::{danger, layer, worth};
use crate::descent::{Descent, Neighbour, Terms};
use crate::geometry::{Cell, Dir};
use crate::root2::Root2;
use crate::trace::replay::{Row, Table};
use crate::trace::{Decision, Fold, Moment};

#[derive(Clone, Default)]
pub(super) struct Flight {
    /// The walk under each rule, including its start.
    walks: [Vec<Cell>; 2],
    /// The rule of the current turn, the cell the walker is on, and its value.
    turn: Option<(Rule, Cell, Root2)>,
    descent: Descent,
}

impl Fold for Flight {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, _: &Context) {
        match *event {
            E::Began { .. } => (self.turn, self.descent) = (None, Descent::default()),
            E::TurnBegan { rule, cell, turn, worth } => {
                if turn == 0 {
                    self.walks[rule as usize].push(cell);
                }
                (self.turn, self.descent) = (Some((rule, cell, worth)), Descent::default());
                self.descent.limit = Some(worth);
            }
            E::Weighed { cell, from, worth: total, .. } => {
                self.descent.weighed.push(Neighbour { total, event: index, cell, from });
            }
            E::Rolled { cell, roll, .. } => (self.descent.roll, self.descent.taken) = (Some(roll), Some(cell)),
            E::Stepped { rule, cell, .. } => {
                self.walks[rule as usize].push(cell);
                self.descent.taken = Some(cell);
            }
            E::Stopped { rule, cell, why: Stop::Safe, .. } => self.walks[rule as usize].push(cell),
            _ => {}
        }
    }
}

pub(super) fn walk(now: &Moment<E>, rule: Rule) -> Vec<Cell> {
    let [sherratt, brogue] = now.state::<Flight>().walks;
    if rule == Rule::Sherratt { sherratt } else { brogue }
}

pub(super) fn decision(now: &Moment<E>) -> Option<Decision> {
    let Flight { turn, descent, .. } = now.state::<Flight>();
    let (rule, cell, worth) = turn?;
    descent.decision(&Terms {
        title: format!("Neighbours of {cell}, value {}", rule.long(worth)),
        columns: &["value"],
        texts: &|n| vec![rule.long(n.total)],
        compared: "value",
        best: "lowest",
        worse: "higher",
        value: &|worth| rule.value(worth),
        long: &|worth| rule.long(worth),
    })
}

const MAX_ROWS: usize = 40;

pub(super) fn tables(now: &Moment<E>) -> Vec<Table> {
    let mut all: Vec<Table> = decision(now).iter().map(Decision::table).collect();
    if now.cursor() == now.trace().len() {
        all.extend(now.context().rules.iter().filter_map(|&rule| ends(now, rule)));
        all.extend(both(now));
    }
    all
}

fn ends(now: &Moment<E>, rule: Rule) -> Option<Table> {
    let context = now.context();
    let end = |cell: Cell| {
        let here = worth(now, cell, rule)?;
        let mut near = Dir::WINDS.into_iter().filter_map(|dir| worth(now, context.step(cell, dir)?, rule));
        near.all(|value| value >= here).then_some((here, cell))
    };
    let mut all: Vec<(Root2, Cell)> = now.layer(layer(rule)).filter_map(|(cell, _)| end(cell)).collect();
    all.sort_unstable();
    let stopped = walk(now, rule).last().copied();
    let row = |&(value, cell): &(Root2, Cell)| {
        let d = danger(now, cell);
        let verdict = match d {
            Some(d) if context.is_danger(d) => "in the danger",
            Some(_) => "out of the danger",
            None => "",
        };
        let d = d.map_or_else(|| "–".to_owned(), Root2::long);
        let row = Row::new([cell.to_string(), rule.long(value), d, verdict.to_owned()]);
        Row { chosen: stopped == Some(cell), ..row.at(cell) }
    };
    let title = format!("Dead ends of the rule \"{}\": {} cells with no lower neighbour", rule.goal(), all.len());
    let rows = all.iter().take(MAX_ROWS).map(row).collect();
    Table::new(title, &["cell", "value", "d", "verdict"], rows).unless_empty()
}

fn both(now: &Moment<E>) -> Option<Table> {
    let context = now.context();
    if context.rules.len() < 2 || context.walker.is_none() {
        return None;
    }
    let long = |d: Option<Root2>| d.map_or_else(|| "beyond the frontier".to_owned(), Root2::long);
    let row = |&rule: &Rule| {
        let path = walk(now, rule);
        let end = *path.last()?;
        let nearest = path.iter().filter_map(|&c| danger(now, c)).min();
        let steps = (path.len() - 1).to_string();
        Some(Row::new([rule.word().into(), steps, end.to_string(), long(danger(now, end)), long(nearest)]).at(end))
    };
    let columns = ["rule", "steps", "ends at", "d there", "nearest to the threat"];
    Some(Table::new("The two walks", &columns, context.rules.iter().filter_map(row).collect()))
}
