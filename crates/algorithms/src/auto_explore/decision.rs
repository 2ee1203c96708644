//! The events of a pick so far, and its choice: each candidate with value, distance, key and the reason why it lost,
//! and the limits set by greed.

use super::adjacency::{bounds_tests, slant};
use super::choose::{Candidate, Choice, List};
use super::event::{Context, ExploreEvent as E, FLOOD, LISTS, Spread};
use super::flood::square;
use super::lens::{flooded, is_known};
use crate::event::Value;
use crate::trace::replay::{Row, Table};
use crate::trace::{Candidate as Weighed, CandidateResult, Decision, Fold, Moment};
use crate::{Cell, Dir, Tile};

/// The choice of the current pick: its candidates, each with the event that listed it, and the result so far.
pub(super) struct Reading<'a> {
    now: &'a Moment<'a, E>,
    pick: Pick,
    all: Vec<(Candidate, usize)>,
    choice: Choice,
}

impl<'a> Reading<'a> {
    /// Reads the lists of a moment; `None` if they are empty. `dice` is the next roll: the chosen cell, its index among
    /// the tied targets, and their number.
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
        let together = cx.keeps_together(pick.number);
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

    /// Returns the decision: the winner first, then the candidates that compete by key, then the others by list and
    /// value.
    pub(super) fn decision(&self) -> Decision {
        let greed = self.now.context().greed;
        let mut all: Vec<_> = self.all.iter().map(|&(c, event)| (c, event, self.fate(&c))).collect();
        all.sort_by_key(|(c, _, (rank, fate, _))| {
            let (list, value) = if *rank == 2 { (c.list, c.value) } else { (List::Item, 0) };
            (*fate != CandidateResult::Chosen, *rank, list, value, self.choice.key(c, greed), c.cell.x, c.cell.y)
        });
        let candidate = |(c, event, (_, fate, against)): (Candidate, usize, Rated)| {
            let (distance, key) = (root(c.square), self.choice.key(&c, greed).to_f64());
            let values = [c.list.word().to_owned(), c.cell.to_string(), c.value.to_string()];
            let values = values.into_iter().chain([format!("{distance:.2}"), format!("{key:.2}")]).collect();
            Weighed { cell: Some(c.cell), values, event: Some(event), against, fate }
        };
        let together = self.choice.list == Some(List::Unknown) && all.iter().any(|c| c.0.around.is_some());
        let equal = if together { "numbers of unknown neighbours" } else { "key and distance" };
        let chance = |(came, among): (u32, u32)| (came as f64 / among as f64, 1.0 / among as f64);
        Decision {
            title: format!("Pick {}", self.pick.number),
            columns: ["kind", "cell", "value", "distance", "key"].map(Into::into).into(),
            tied: format!("{} targets with equal {equal}", self.choice.tied.len()),
            candidates: all.into_iter().map(candidate).collect(),
            rule: "the dice choose, each target equally likely".into(),
            roll: self.pick.rolled.map(chance),
        }
    }

    /// Returns the fate of a candidate with its rank: 0 equal to the best, 1 beaten by key, 2 out of the running.
    fn fate(&self, c: &Candidate) -> Rated {
        let (choice, greed) = (&self.choice, self.now.context().greed);
        let list = choice.list.unwrap_or(c.list);
        let best = self.all.iter().find(|b| choice.tied.first() == Some(&b.0.cell)).map_or(c, |b| &b.0);
        if choice.tied.contains(&c.cell) {
            let fate = match self.pick.target {
                None => CandidateResult::Open,
                Some(target) if target == c.cell => CandidateResult::Chosen,
                Some(_) => CandidateResult::Tied("equally good, but the dice chose another".into()),
            };
            (0, fate, None)
        } else if choice.kept {
            (
                2,
                CandidateResult::lost("not-kept", format!("the explorer keeps to the {} it was going to", list.word())),
                None,
            )
        } else if choice.admits(list, c, greed) {
            let (this, key) = (choice.key(c, greed), choice.key(best, greed));
            if let (List::Unknown, Some(this), Some(best)) = (list, c.around, best.around) {
                let [best, this] = [best, this].map(|n| Value::Int(n.into()));
                return lost(1, "fewer-unknown", "fewer unknown neighbours", best, this);
            }
            if this.whole != key.whole {
                return lost(1, "higher-key", "higher key", Value::Real(key.to_f64()), Value::Real(this.to_f64()));
            }
            let [best, this] = [best.square, c.square].map(|n| Value::Real(root(n)));
            lost(1, "farther", "farther in a straight line", best, this)
        } else if list.has(c) && list != List::Single {
            let lowest = if list == List::Item { choice.lowest_item } else { choice.lowest_unknown };
            let [lowest, this] = [lowest.unwrap_or(0), c.value].map(|n| Value::Int(n.into()));
            lost(2, "costlier", "only the lowest value counts", lowest, this)
        } else if c.list <= list {
            let bound = choice.bound(c.list, greed).unwrap_or(0);
            let [best, this] = [bound, c.value].map(|n| Value::Int(n.into()));
            (2, CandidateResult::lost("too-far", format!("value {this} is above the bound {best}")), Some((best, this)))
        } else {
            (2, CandidateResult::lost("later-list", format!("its list comes after that of the {}", list.word())), None)
        }
    }

    pub(super) fn thresholds(&self) -> Table {
        let greed = self.now.context().greed;
        let format_count = |n: Option<u32>| n.map_or_else(|| "—".to_owned(), |n| n.to_string());
        let row = |list: List, more: u32| {
            let lowest = self.all.iter().filter(|c| c.0.list == list).map(|c| c.0.value).min();
            let bound = self.choice.bound(list, greed);
            let verdict = match (lowest, bound) {
                (None, _) => "there is none",
                (Some(n), Some(b)) if n > b => "too far",
                _ => "near enough",
            };
            let numbers =
                [format_count(lowest), format_count(self.choice.lowest_unknown), more.to_string(), format_count(bound)];
            let [lowest, unknown, more, bound] = numbers;
            let values = [list.word().to_owned(), lowest, unknown, more, bound, verdict.to_owned()];
            Row { chosen: self.choice.list == Some(list), ..Row::new(values) }
        };
        Table::new(
            "How far greed goes",
            &["kind", "lowest value", "lowest unknown", "greed", "bound", "verdict"],
            vec![row(List::Item, greed.item), row(List::Single, greed.single)],
        )
    }
}

/// Rank of a candidate, its fate, and the values of winner and candidate that decided.
type Rated = (u8, CandidateResult, Option<(Value, Value)>);

fn lost(rank: u8, reason: &'static str, words: &str, best: Value, this: Value) -> Rated {
    let format_value = |value: &Value| match value {
        Value::Real(x) => format!("{x:.2}"),
        value => value.to_string(),
    };
    (
        rank,
        CandidateResult::lost(reason, format!("{words}: {} against {}", format_value(&this), format_value(&best))),
        Some((best, this)),
    )
}

fn root(square: u64) -> f64 {
    (square as f64).sqrt()
}

#[derive(Clone, Default)]
pub(super) struct Pick {
    pub(super) number: u32,
    pub(super) start: Option<Cell>,
    /// Number and node count of each ring of the flood, and whether its nodes are the slow ones.
    pub(super) rings: Vec<(u32, u32, bool)>,
    pub(super) checks: u32,
    pub(super) bounds: u32,
    pub(super) lowest_item: Option<u32>,
    pub(super) lowest_unknown: Option<u32>,
    pub(super) rolled: Option<(u32, u32)>,
    pub(super) target: Option<Cell>,
    pub(super) kept: bool,
    pub(super) path: Vec<Cell>,
    /// Number of turns of the run spent on actions other than steps.
    pub(super) acted: u32,
}

impl Fold for Pick {
    type Event = E;

    fn take(&mut self, _: usize, event: &E, cx: &Context) {
        match *event {
            E::PickBegan { pick, at, .. } => {
                *self = Self { number: pick, start: Some(at), acted: self.acted, ..Self::default() };
            }
            E::Bumped { .. } | E::Tried { .. } | E::Rested { .. } | E::Changed { to: Tile::Door, verb: None, .. } => {
                self.acted += 1;
            }
            E::Changed { to: Tile::DoorOpen, verb: None, .. } => self.acted += u32::from(cx.opening_turn),
            E::RingBegan { ring, nodes, slow } => self.rings.push((ring, nodes, slow)),
            E::Expanded { emitted, by, .. } => {
                self.checks += emitted as u32;
                self.bounds += bounds_tests(by);
            }
            E::Listed { list, value, .. } => {
                // A cell that is listed again has a lower value, so the minimum stays correct.
                let lowest = match list {
                    List::Item => &mut self.lowest_item,
                    List::Single | List::Unknown => &mut self.lowest_unknown,
                    _ => return,
                };
                *lowest = Some(lowest.map_or(value, |l| l.min(value)));
            }
            E::Rolled { among, came, .. } => self.rolled = Some((came, among)),
            E::Aimed { cell, kept, .. } => (self.target, self.kept) = (Some(cell), kept),
            E::Traced { cell, .. } => self.path.push(cell),
            _ => {}
        }
    }
}
