//! The scoreboard: every candidate with its value, distance and key, and why it lost; and the two greed thresholds.

use super::choose::{Candidate, Choice, List, Standing};
use super::event::{ExploreEvent as E, FLOOD, LISTS};
use super::flood::{slant, square};
use super::lens::{explorer, flooded, pick};
use super::words::Fate;
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::{Row, Table};

/// The candidates of a moment, and what the rule makes of them.
pub(super) struct Board {
    /// The candidates, each with the event that listed it.
    pub all: Vec<(Candidate, Option<usize>)>,
    /// What the rule makes of them; at the end of the flood, what was made of them.
    pub choice: Choice,
    /// The target, once it is chosen.
    pub target: Option<Cell>,
}

impl Board {
    /// Reads the lists off a moment. The flood of a pick starts where its first event says.
    pub(super) fn of(player: &Moment<E>) -> Self {
        let cx = player.trace().context();
        let start = match pick(player).1.first() {
            Some(E::PickBegan { at, .. }) => *at,
            _ => explorer(player),
        };
        let walkable = |c: Cell| match player.at(c).layer(FLOOD)? {
            E::Reached { fate: Fate::Apart, .. } => None,
            event => flooded(event).map(|f| f.0),
        };
        let mut all = Vec::new();
        for (i, cell, list, value) in listed(player) {
            let slant = list == List::Door && slant(value, |by| by.step(cell, cx.size).and_then(walkable));
            let candidate = Candidate { cell, list, value, square: square(start, cell), slant };
            all.push((candidate, Some(i)));
        }
        all.sort_unstable_by_key(|(c, _)| (c.cell.y, c.cell.x));
        let target = target(player);
        let kept = target.filter(|t| t.1).map(|t| t.0);
        let plain: Vec<Candidate> = all.iter().map(|c| c.0).collect();
        let choice = Choice::of(&plain, cx.greed, kept);
        Self { all, choice, target: target.map(|t| t.0) }
    }
}

/// What the pick has listed so far, as far as it still counts: the event, the cell, its list and its value. The events
/// of its kind are looked at, not all of the pick: this is asked after each of them.
fn listed(player: &Moment<E>) -> impl Iterator<Item = (usize, Cell, List, u32)> {
    let trace = player.trace();
    let (first, until) = (pick(player).0, player.cursor());
    let all = trace.of_kind("listed");
    let from = all.partition_point(|&i| (i as usize) < first);
    let here = all[from..].iter().map(|&i| i as usize).take_while(move |&i| i < until);
    here.filter_map(move |i| match trace.events()[i] {
        E::Listed { cell, list, value, .. } => Some((i, cell, list, value)),
        _ => None,
    })
    .filter(|&(i, cell, ..)| player.at(cell).holder(LISTS) == Some(i))
}

/// The target of the pick, once it is chosen, and whether it was kept from the pick before.
pub(super) fn target(player: &Moment<E>) -> Option<(Cell, bool)> {
    let all = player.trace().of_kind("aimed");
    let last = all[..all.partition_point(|&i| (i as usize) < player.cursor())].last().map(|&i| i as usize)?;
    match player.trace().events()[last] {
        E::Aimed { cell, kept, .. } if last >= pick(player).0 => Some((cell, kept)),
        _ => None,
    }
}

/// The lowest values of what is listed so far, without a decision.
pub(super) fn thresholds_now(player: &Moment<E>) -> Choice {
    let mut choice = Choice::default();
    for (_, _, list, value) in listed(player) {
        let lower = |lowest: Option<u32>| Some(lowest.map_or(value, |l| l.min(value)));
        if list == List::Item {
            choice.lowest_item = lower(choice.lowest_item);
        } else if list.is_unknown() {
            choice.lowest_unknown = lower(choice.lowest_unknown);
        }
    }
    choice
}

/// Why a candidate is where it is.
fn reason(board: &Board, c: &Candidate, greed: super::choose::Greed) -> String {
    let chosen = board.target == Some(c.cell);
    let best = board.choice.tied.first().and_then(|&t| board.all.iter().find(|b| b.0.cell == t)).map(|b| b.0);
    let list = board.choice.list.map_or("", List::one);
    match board.choice.standing(c, greed) {
        _ if chosen && board.choice.tied.len() > 1 => format!("chosen by dice, 1 of {}", board.choice.tied.len()),
        _ if chosen => "chosen".into(),
        Standing::Best if board.target.is_some() && board.choice.tied.len() > 1 => "equal; lost to dice".into(),
        Standing::Best if board.target.is_none() => "ahead so far".into(),
        Standing::Best => "equal; a cell that keeps a large area together was preferred".into(),
        Standing::Farther => match best {
            Some(b) if c.key(greed).whole == b.key(greed).whole || c.list.is_unknown() || c.list == List::Item => {
                format!("farther by straight line: {:.2} against {:.2}", root(c.square), root(b.square))
            }
            Some(b) => format!("higher key: {:.2} against {:.2}", c.key(greed).shown(), b.key(greed).shown()),
            None => "farther".into(),
        },
        Standing::Costlier => {
            let lowest = if c.list == List::Item { board.choice.lowest_item } else { board.choice.lowest_unknown };
            format!("only the lowest value counts: {} against {}", c.value, lowest.unwrap_or(0))
        }
        Standing::TooCostly => {
            let bound = board.choice.bound(c.list, greed).unwrap_or(0);
            format!("value {} is over the bound {bound}", c.value)
        }
        Standing::Later => format!("its list comes after that of the {list}"),
        Standing::NotKept => format!("the {list} aimed at before is kept"),
    }
}

fn root(square: u64) -> f64 {
    (square as f64).sqrt()
}

/// The scoreboard and the thresholds.
pub(super) fn tables(player: &Moment<E>) -> Vec<Table> {
    let board = Board::of(player);
    if board.all.is_empty() {
        return Vec::new();
    }
    let greed = player.trace().context().greed;
    let number = match player.trace().events().get(pick(player).0) {
        Some(E::PickBegan { pick, .. }) => *pick,
        _ => 1,
    };
    let mut all: Vec<&(Candidate, Option<usize>)> = board.all.iter().collect();
    // Winner first, then those that compete by key, then the others by list and value.
    all.sort_by_key(|(c, _)| {
        let standing = board.choice.standing(c, greed);
        let rank = match standing {
            Standing::Best => 0,
            Standing::Farther => 1,
            _ => 2,
        };
        let value = if rank == 2 { c.value } else { 0 };
        (
            board.target != Some(c.cell),
            rank,
            if rank == 2 { c.list } else { List::Item },
            value,
            c.key(greed),
            c.cell.x,
            c.cell.y,
        )
    });
    let rows = all.into_iter().map(|(c, event)| Row {
        values: vec![
            c.list.one().to_owned(),
            c.cell.to_string(),
            c.value.to_string(),
            format!("{:.2}", root(c.square)),
            format!("{:.2}", c.key(greed).shown()),
            reason(&board, c, greed),
        ],
        cell: Some(c.cell),
        event: *event,
        chosen: board.target == Some(c.cell),
    });
    let scores = Table {
        candidates: true,
        title: format!("Candidates of pick {number}"),
        columns: vec!["kind", "cell", "value", "distance", "key", "why"],
        rows: rows.collect(),
    };
    vec![scores, thresholds(&board, greed)]
}

/// How far greed goes.
fn thresholds(board: &Board, greed: super::choose::Greed) -> Table {
    let shown = |n: Option<u32>| n.map_or_else(|| "—".to_owned(), |n| n.to_string());
    let lowest_of = |list| board.all.iter().filter(|c| c.0.list == list).map(|c| c.0.value).min();
    let row = |list: List, more: u32| {
        let (lowest, bound) = (lowest_of(list), board.choice.bound(list, greed));
        let verdict = match (lowest, bound) {
            (None, _) => "there is none",
            (Some(n), Some(b)) if n > b => "too far",
            _ => "near enough",
        };
        Row {
            values: vec![
                list.one().to_owned(),
                shown(lowest),
                shown(board.choice.lowest_unknown),
                more.to_string(),
                shown(bound),
                verdict.to_owned(),
            ],
            cell: None,
            event: None,
            chosen: board.choice.list == Some(list),
        }
    };
    Table {
        candidates: false,
        title: "How far greed goes".into(),
        columns: vec!["kind", "lowest value", "lowest unknown", "greed", "bound", "verdict"],
        rows: vec![row(List::Item, greed.item), row(List::Single, greed.single)],
    }
}
