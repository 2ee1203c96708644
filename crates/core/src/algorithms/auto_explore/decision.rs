//! The choice of a target: every candidate with its value, distance and key, why it lost, and how far greed goes.

use super::choose::{Candidate, Choice, List};
use super::event::{ExploreEvent as E, FLOOD, LISTS, Spread};
use super::flood::{slant, square};
use super::lens::{flooded, is_known};
use super::state::Pick;
use crate::event::Value;
use crate::geometry::{Cell, Dir};
use crate::trace::replay::{Row, Table};
use crate::trace::{Candidate as Weighed, Decision, Fate, Moment};

/// The choice of the pick that a moment lies in: its candidates, each with the event that listed it, and what the rule
/// makes of them so far.
pub(super) struct Reading<'a> {
    now: &'a Moment<'a, E>,
    pick: Pick,
    all: Vec<(Candidate, usize)>,
    choice: Choice,
}

impl<'a> Reading<'a> {
    /// Reads the lists off a moment; nothing where they are empty. `dice` are those that fall next: the cell that they
    /// take, and which of how many it is.
    pub(super) fn of(now: &'a Moment<'a, E>, dice: Option<(Cell, u32, u32)>) -> Option<Self> {
        let (cx, mut pick) = (now.context(), now.state::<Pick>());
        if let Some((cell, came, among)) = dice {
            (pick.target, pick.rolled) = (Some(cell), Some((came, among)));
        }
        let start = pick.start.unwrap_or(cx.start);
        let walkable = |c: Cell| match now.at(c).layer(FLOOD)? {
            E::Reached { fate: Spread::Apart, .. } => None,
            event => flooded(event).map(|f| f.0),
        };
        let unknown = |cell: Cell| {
            let near = Dir::ALL.into_iter().filter_map(|d| cell.step(d, cx.size));
            near.filter(|&c| !is_known(&now.at(c))).count() as u8
        };
        let together = cx.together && pick.number.is_multiple_of(6);
        let candidate = |(cell, event): (Cell, &E)| {
            let E::Listed { list, value, .. } = *event else { return None };
            let slant = list == List::Door && slant(value, |by| cell.step(by, cx.size).and_then(walkable));
            let around = (together && list.is_unknown()).then(|| unknown(cell));
            let candidate = Candidate { cell, list, value, square: square(start, cell), slant, around };
            Some((candidate, now.at(cell).holder(LISTS)?))
        };
        let all: Vec<(Candidate, usize)> = now.layer(LISTS).filter_map(candidate).collect();
        let plain: Vec<Candidate> = all.iter().map(|c| c.0).collect();
        let choice = Choice::of(&plain, cx.greed, pick.target.filter(|_| pick.kept));
        (!all.is_empty()).then_some(Self { now, pick, all, choice })
    }

    /// The scoreboard's report: the winner first, then those that compete by key, then the others by list and value.
    pub(super) fn decision(&self) -> Decision {
        let greed = self.now.context().greed;
        let rank = |c: &Candidate| match self.choice.list {
            _ if self.choice.tied.contains(&c.cell) => 0,
            Some(list) if !self.choice.kept && self.choice.admits(list, c, greed) => 1,
            _ => 2,
        };
        let mut all: Vec<&(Candidate, usize)> = self.all.iter().collect();
        all.sort_by_key(|(c, _)| {
            let rank = rank(c);
            let (list, value) = if rank == 2 { (c.list, c.value) } else { (List::Item, 0) };
            (self.pick.target != Some(c.cell), rank, list, value, self.choice.key(c, greed), c.cell.x, c.cell.y)
        });
        let candidate = |&&(c, event): &&(Candidate, usize)| {
            let (fate, against) = self.fate(&c, rank(&c));
            let (distance, key) = (root(c.square), self.choice.key(&c, greed).shown());
            let values = [c.list.word().to_owned(), c.cell.to_string(), c.value.to_string()];
            let values = values.into_iter().chain([format!("{distance:.2}"), format!("{key:.2}")]).collect();
            Weighed { cell: Some(c.cell), values, event: Some(event), against, fate }
        };
        let n = self.choice.tied.len();
        let chance = |(came, among): (u32, u32)| (came as f64 / among.max(1) as f64, 1.0 / among.max(1) as f64);
        Decision {
            title: format!("Pick {}", self.pick.number),
            columns: vec!["kind", "cell", "value", "distance", "key"],
            candidates: all.iter().map(candidate).collect(),
            tied: format!("{n} targets with equal key and distance"),
            rule: "uniformly random, in the order of x, then y".into(),
            roll: self.pick.rolled.map(chance),
        }
    }

    /// What became of a candidate, and what decided between it and the winner.
    fn fate(&self, c: &Candidate, rank: u8) -> (Fate, Option<(Value, Value)>) {
        let (choice, greed) = (&self.choice, self.now.context().greed);
        let list = choice.list.unwrap_or(c.list);
        let of_cell = |cell: &Cell| self.all.iter().find(|b| b.0.cell == *cell).map(|b| b.0);
        match (rank, choice.tied.first().and_then(of_cell)) {
            _ if self.pick.target == Some(c.cell) => (Fate::Chosen, None),
            (0, _) if self.pick.target.is_none() => (Fate::Open, None),
            (0, _) => (Fate::Tied("equal in everything, but the dice took another".into()), None),
            (1, Some(best)) if list == List::Unknown && c.around.is_some() => {
                let around = |c: &Candidate| Value::Int(c.around.unwrap_or(0).into());
                lost("fewer-unknown", "fewer unknown neighbours", around(&best), around(c))
            }
            (1, Some(best)) => match (choice.key(c, greed), choice.key(&best, greed)) {
                (this, key) if this.whole == key.whole => lost(
                    "farther",
                    "farther by straight line",
                    Value::Real(root(best.square)),
                    Value::Real(root(c.square)),
                ),
                (this, key) => lost("higher-key", "higher key", Value::Real(key.shown()), Value::Real(this.shown())),
            },
            _ if choice.kept => (Fate::lost("not-kept", format!("the {} aimed at before is kept", list.word())), None),
            _ if c.is_on(list) && list != List::Single => {
                let lowest = if list == List::Item { choice.lowest_item } else { choice.lowest_unknown };
                let lowest = Value::Int(lowest.unwrap_or(0).into());
                lost("costlier", "only the lowest value counts", lowest, Value::Int(c.value.into()))
            }
            _ if c.list <= list => {
                let bound = choice.bound(c.list, greed).unwrap_or(0);
                let words = format!("value {} is over the bound {bound}", c.value);
                (Fate::lost("too-far", words), Some((Value::Int(bound.into()), Value::Int(c.value.into()))))
            }
            _ => (Fate::lost("later-list", format!("its list comes after that of the {}", list.word())), None),
        }
    }

    /// How far greed goes.
    pub(super) fn thresholds(&self) -> Table {
        let greed = self.now.context().greed;
        let shown = |n: Option<u32>| n.map_or_else(|| "—".to_owned(), |n| n.to_string());
        let row = |list: List, more: u32| {
            let lowest = self.all.iter().filter(|c| c.0.list == list).map(|c| c.0.value).min();
            let bound = self.choice.bound(list, greed);
            let verdict = match (lowest, bound) {
                (None, _) => "there is none",
                (Some(n), Some(b)) if n > b => "too far",
                _ => "near enough",
            };
            let unknown = shown(self.choice.lowest_unknown);
            let values =
                [list.word().into(), shown(lowest), unknown, more.to_string(), shown(bound), verdict.to_owned()];
            Row { chosen: self.choice.list == Some(list), ..Row::new(values) }
        };
        Table::new(
            "How far greed goes",
            &["kind", "lowest value", "lowest unknown", "greed", "bound", "verdict"],
            vec![row(List::Item, greed.item), row(List::Single, greed.single)],
        )
    }
}

/// Lost by a number.
fn lost(reason: &'static str, words: &str, best: Value, this: Value) -> (Fate, Option<(Value, Value)>) {
    let shown = |value: Value| match value {
        Value::Real(x) => format!("{x:.2}"),
        value => value.to_string(),
    };
    (Fate::lost(reason, format!("{words}: {} against {}", shown(this), shown(best))), Some((best, this)))
}

fn root(square: u64) -> f64 {
    (square as f64).sqrt()
}
