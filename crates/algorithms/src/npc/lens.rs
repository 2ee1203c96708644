//! Views of a moment of walking by a Dijkstra map, through the eyes of one walker. Nothing here runs anything.

use super::decision::{Choice, decision, why_not};
use super::event::{CANDIDATES, Context, DISTANCE, GROUND, NpcEvent as E, Part, sight};
use super::{Npc, Problem};
use crate::algorithm::Lens;
use crate::event::{Event, Value};
use crate::knowledge::cast::{self, StageEvent};
use crate::root2::Root2;
use crate::trace::beliefs::{self, Belief};
use crate::trace::lens::{HeldEvent, Paint};
use crate::trace::replay::{Figure, Row, Table, Token, WhyNot};
use crate::trace::{CellState, Decision, Moment};
use crate::{Cell, Dir, Role, Tile};

pub(super) fn known(now: &Moment<E>, cell: Cell, mind: u8) -> Option<(Tile, u32)> {
    match now.at(cell).layer(now.context().memory(mind)) {
        Some(&E::Knew { tile, turn, .. }) => Some((tile, turn)),
        _ => None,
    }
}

/// Returns what the walker through whose eyes the map is shown knows about a cell.
pub(super) fn known_by_eyes(cell: &CellState<E>) -> Option<(Tile, u32)> {
    known(cell.player(), cell.cell(), cast::eyes(cell.player()))
}

/// Returns what is remembered of a cell in words: its ground, and the target if it was last seen there.
pub(super) fn remembered(cell: &CellState<E>) -> Option<Value> {
    let (ground, now) = (known_by_eyes(cell)?.0.info().name, cell.player());
    let target = last_known(now, cast::eyes(now)).filter(|sighted| sighted.0 == cell.cell());
    let target = target.map(|_| &now.context().names[now.context().target]);
    Some(Value::Word(target.map_or_else(|| ground.into(), |target| format!("{ground}, {target}").into())))
}

fn distance(cell: &CellState<E>) -> Option<(Root2, Option<Dir>)> {
    match *cell.layer(DISTANCE)? {
        E::Reached { d, from, .. } | E::Settled { d, from, .. } => Some((d, from)),
        _ => None,
    }
}

pub(super) fn last_known(now: &Moment<E>, mind: u8) -> Option<(Cell, u32)> {
    if let Some(&E::Sighted { cell, turn, .. }) = now.get(sight(mind)) { Some((cell, turn)) } else { None }
}

impl Context {
    pub(super) fn walks(&self, actor: u16) -> Option<u8> {
        self.minds.iter().position(|&i| i == usize::from(actor)).map(|mind| mind as u8)
    }
}

impl Lens for Npc {
    /// Returns the tile for events about knowledge or the ground, and the role for all other events.
    fn mark(event: &E, context: &Context) -> u8 {
        match *event {
            E::Knew { tile, .. } | E::Stage(StageEvent::Changed { tile, .. }) => tile as u8,
            _ => event.is(context).role as u8,
        }
    }

    fn paint<'a>(now: &Moment<'a, E>) -> Paint<'a> {
        let (context, eyes) = (now.context(), cast::eyes(now));
        let acts = cast::acting(now) == Some(eyes);
        let plans = acts && matches!(now.phase(2), Some(E::PartBegan { part: Part::Plan, .. }));
        // Cells seen in this turn are in sight. Before the first turn there are none.
        let turn = now.phase_start(0).unwrap_or(usize::MAX);
        let role = move |index: usize, held: &[Option<HeldEvent>]| {
            if let Some(held) = held[0].filter(|_| acts).or(held[1].filter(|_| plans)) {
                return Role::ALL[usize::from(held.mark)];
            }
            let is = held[2].map_or_else(|| context.tiles.as_slice()[index] as u8, |ground| ground.mark);
            match held[3] {
                None => Role::Unknown,
                Some(known) if known.mark != is => Role::Wrong,
                Some(known) if known.event as usize >= turn => Role::Seen,
                Some(_) => Role::Remembered,
            }
        };
        Paint::Of(vec![CANDIDATES, DISTANCE, GROUND, context.memory(eyes)], Box::new(role))
    }

    fn arrow(cell: &CellState<E>) -> Option<Dir> {
        distance(cell)?.1
    }

    /// Returns the path that the acting walker plans to take. Without a plan, returns the path it walked.
    fn path(now: &Moment<E>) -> Vec<Cell> {
        let context = now.context();
        let mind = cast::acting(now).unwrap_or_else(|| cast::eyes(now));
        let Some(&actor) = context.minds.get(mind as usize) else { return Vec::new() };
        let next = |&cell: &Cell| cell.step(Self::arrow(&now.at(cell))?, context.size);
        // Distances fall along the arrows, so this ends. A trace from another program might break that rule.
        let path = std::iter::successors(cast::whereabouts(now, actor), next).take(context.size.area() + 1);
        let path: Vec<Cell> = path.collect();
        if path.len() > 1 { path } else { cast::trail(now, actor) }
    }

    fn explain(now: &Moment<E>) -> String {
        match now.last() {
            Some(E::Rolled { .. }) => decision(now).map_or_else(String::new, |choice| choice.second_line()),
            Some(E::Stage(StageEvent::Moved { .. })) => match now.state::<Choice>().descent.ranked()[..] {
                [best, next, ..] if next.total > best.total => {
                    let by = next.total - best.total;
                    let cell = next.cell;
                    let total = next.total.long();
                    format!("It is nearest by {}: the next best, {cell}, comes to {total}.", by.long())
                }
                _ => String::new(),
            },
            Some(&E::Stage(StageEvent::Changed { cell, tile, .. })) => {
                let wrong = known(now, cell, cast::eyes(now)).is_some_and(|known| known.0 != tile);
                if wrong { "It will be seen at the next look.".into() } else { String::new() }
            }
            _ => String::new(),
        }
    }

    fn question(event: &E, context: &Context) -> Option<&'static str> {
        let E::Stage(StageEvent::Moved { actor, scripted: false, .. }) = event else { return None };
        context.walks(*actor).map(|_| "Where does the walker step?")
    }

    fn is_tie(event: &E, _: &Context) -> bool {
        matches!(event, E::Rolled { .. })
    }

    fn decision(now: &Moment<E>) -> Option<Decision> {
        decision(now)
    }

    fn rewatches(event: &E) -> bool {
        matches!(event, E::Reached { .. } | E::Settled { .. })
    }

    fn restages(event: &E) -> bool {
        matches!(event, E::Stage(StageEvent::Changed { .. }))
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let turn = cast::turn(now).map(|turn| ("turn", Value::Int(turn.into())));
        let mut all: Vec<_> = turn.into_iter().collect();
        let mind = cast::acting(now).unwrap_or_else(|| cast::eyes(now));
        if let Some(&actor) = now.context().minds.get(mind as usize) {
            all.push(("walker", Value::Int(actor as i64)));
            if let Some(at) = cast::whereabouts(now, actor) {
                all.push(("at", Value::Cell(at)));
                all.extend(distance(&now.at(at)).map(|(d, _)| ("d", Value::from(d))));
            }
        }
        if let Some((place, since)) = last_known(now, mind) {
            all.push(("last known place", Value::Cell(place)));
            all.push(("seen there in turn", Value::Int(since.into())));
        }
        all
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

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        let (context, mind) = (now.context(), cast::eyes(now));
        let at = context.minds.get(mind as usize).and_then(|&actor| cast::whereabouts(now, actor));
        let (Some(at), Some((place, since))) = (at, last_known(now, mind)) else { return Vec::new() };
        if cast::whereabouts(now, context.target) == Some(place) || at == place {
            return Vec::new();
        }
        let label = format!("{} was here in turn {since}", context.the(context.target));
        vec![Figure::circle(place, 0.4, Role::Wrong, label), Figure::arrow([at, place], Role::Remembered, "")]
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        let choice = decision(now);
        choice.iter().map(Decision::table).chain([walkers(now), wrong(now)]).collect()
    }

    fn why_not(_: &Problem, end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        Some(why_not(end, cell))
    }
}

fn wrong(now: &Moment<E>) -> Table {
    let context = now.context();
    let of = |mind: u8| {
        now.layer(context.memory(mind)).filter_map(move |(cell, _)| {
            let (held, is) = (known(now, cell, mind)?.0, cast::ground(now, cell));
            let whose = (mind, context.mind(mind).to_owned());
            (held != is).then(|| Belief { whose, cell, held: held.to_string(), is: is.to_string() })
        })
    };
    let all: Vec<Belief> = (0..context.minds.len() as u8).flat_map(of).collect();
    let is_wrong = |then: &Moment<E>, cell, mind| {
        known(then, cell, mind).is_some_and(|(tile, _)| tile != cast::ground(then, cell))
    };
    beliefs::table(now, &all, "Believed wrongly", &["walker", "cell", "believes", "is", "since"], is_wrong, cast::turn)
}

fn walkers(now: &Moment<E>) -> Table {
    let context = now.context();
    let text = |shown: Option<String>| shown.unwrap_or_else(|| "–".to_owned());
    let row = |(mind, &actor): (u8, &usize)| {
        let at = cast::whereabouts(now, actor);
        let (place, since) = last_known(now, mind).unzip();
        let steps = cast::trail(now, actor).len().saturating_sub(1);
        let row = Row::new([
            context.names[actor].clone(),
            text(at.map(|cell| cell.to_string())),
            steps.to_string(),
            text(place.map(|cell| cell.to_string())),
            text(since.map(|turn| turn.to_string())),
        ]);
        Row { chosen: cast::acting(now) == Some(mind), ..row.at(at) }
    };
    let rows = (0..).zip(&context.minds).map(row).collect();
    Table::new("Walkers", &["walker", "at", "steps", "last known place", "of turn"], rows)
}
