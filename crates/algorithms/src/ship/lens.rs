//! The lens of ship generation: layers, checks, gauges over time.

use super::context::Context;
use super::event::{FACES, FLOOD, NEAR, PLAN, ShipEvent as E, THINGS};
use super::plan::{self, Owner, named, on_map, on_plan};
use super::state::{self, Progress, begins_plan, owners, takes};
use super::walk::way;
use super::words::{Part, PlanRefusal, Refusal, Thing};
use super::{CARD, Problem, Ship, figures, tables};
use crate::algorithm::Lens;
use crate::event::{Event as _, Value, format_count};
use crate::trace::lens::{Gauge, HeldEvent, Paint};
use crate::trace::replay::{Figure, Table, Tie, Token, WhyNot};
use crate::trace::{CellState, Decision, Moment};
use crate::{Actor, Cell, Dir, Grid, Role, Tile};

/// Returns a word for what a cell is.
pub(super) fn status(cell: &CellState<E>) -> Option<Value> {
    if let Some(E::Placed { thing, .. }) = cell.layer(THINGS) {
        return Some(Value::Word(thing.word().into()));
    }
    let event = [FACES, PLAN, NEAR, FLOOD].into_iter().find_map(|layer| cell.layer(layer))?;
    Some(Value::Word(match event.is(cell.player().context()).role {
        Role::Candidate => "door candidate".into(),
        Role::Refused if matches!(event, E::Sealed { .. }) => "no room".into(),
        Role::Refused => "no door".into(),
        Role::None => "cut off".into(),
        role => CARD.role_name(role).into(),
    }))
}

/// Returns the change of a series that starts at 0 in each plan.
pub(super) fn in_plan(event: &E, context: &Context, counts: bool) -> Gauge {
    if begins_plan(event, context) { Gauge::Set(0.0) } else { Gauge::one_if(counts) }
}

/// Returns whether a hallway, a cell of a room or a contact was refused for this reason.
pub(super) fn is_refused(event: &E, reason: Refusal) -> bool {
    matches!(event, E::Refused { why, .. } | E::Stopped { why, .. } | E::PassedOver { why, .. } if *why == reason)
}

impl Lens for Ship {
    /// Paints the subject of the current part. While rooms grow, this is the frontier and the labels. While doors are
    /// cut, it is the contacts. After that, it is the cells the test reached. A door that was drawn is shown with all
    /// its possible places.
    fn paint<'a>(now: &Moment<'a, E>) -> Paint<'a> {
        let part = if let Some(&E::Entered { part, .. }) = now.phase(2) { part } else { Part::Hallways };
        let layers = match part {
            Part::Hallways | Part::Rooms => vec![NEAR, PLAN, FACES],
            Part::Hull | Part::Along | Part::Across | Part::Sections | Part::Furnishing => vec![PLAN],
            Part::Doors | Part::Windows | Part::HallwayDoors | Part::Ways => vec![PLAN, FACES],
            Part::Test | Part::Things => vec![PLAN, FLOOD, THINGS],
        };
        let grows = matches!(part, Part::Hallways | Part::Rooms);
        let choice =
            now.last().filter(|e| matches!(e, E::Opened { .. } | E::Hung { .. })).and_then(|e| state::decision(now, e));
        let places = choice.iter().flat_map(|choice| &choice.candidates).filter_map(|c| c.cell);
        let places: Vec<usize> = places.map(|cell| now.context().size.index(cell)).collect();
        // Doors from earlier are drawn as doors.
        let over = move |role: Role| role == Role::None || !grows && matches!(role, Role::Queued | Role::Chosen);
        let role = move |index: usize, held: &[Option<HeldEvent>]| {
            let mut roles = held.iter().rev().flatten().map(|held| Role::ALL[usize::from(held.mark)]);
            if places.contains(&index) { Role::Chosen } else { roles.find(|&role| !over(role)).unwrap_or_default() }
        };
        Paint::Of(layers, Box::new(role))
    }

    /// Returns the direction to the cell from which a room grew to this one.
    fn arrow(cell: &CellState<E>) -> Option<Dir> {
        if let E::Grew { from, .. } = cell.layer(PLAN)? { *from } else { None }
    }

    /// Returns the path through a finished deck.
    fn path(now: &Moment<E>) -> Vec<Cell> {
        let Some(E::Finished { .. }) = now.last() else { return Vec::new() };
        let things = now.state::<Progress>().things;
        let [start, goal] = [Thing::is_entry, Thing::is_exit].map(|is| things.iter().find(|t| is(t.1)).map(|t| t.0));
        let mut tiles = now.context().ground.as_ref().clone();
        for (cell, tile) in Self::tiles(now) {
            tiles[cell] = tile;
        }
        start.zip(goal).map_or_else(Vec::new, |(start, goal)| way(&tiles, start, goal))
    }

    /// A ship has no walked path: it is only drawn up.
    fn way(_: &Moment<E>) -> Vec<Cell> {
        Vec::new()
    }

    fn explain(now: &Moment<E>) -> String {
        match now.last() {
            Some(E::Finished { .. }) => {
                let plan: Progress = now.state();
                let enemies = plan.things.iter().filter(|t| t.1 == Thing::Enemy).count();
                let steps = Self::path(now).len().saturating_sub(1) as u64;
                let lost = if now.context().first() {
                    format!(
                        " {} became no room, and {} cannot be reached.",
                        format_count(plan.refused.into(), "section"),
                        format_count(plan.cut_off.into(), "room")
                    )
                } else {
                    String::new()
                };
                format!(
                    "It has {}, {}, {}, {} and {}; the path through it is {} long.{lost}",
                    format_count(plan.hallways.into(), "hallway"),
                    format_count(plan.rooms.len() as u64, "room"),
                    format_count(plan.doors.into(), "door"),
                    format_count(plan.windows.into(), "window"),
                    format_count(enemies as u64, "enemy"),
                    format_count(steps, "step"),
                )
            }
            Some(E::Rejected { why: PlanRefusal::Apart, .. }) => {
                let owner = owners(now);
                let is_unreached = |&c: &Cell| now.at(on_map(c)).layer(FLOOD).is_none();
                let cut = named(owner.size().cells().filter(is_unreached).filter_map(|c| owner[c]), ", ");
                if cut.is_empty() { cut } else { format!("Not reached: {cut}.") }
            }
            _ => String::new(),
        }
    }

    /// Users cannot predict a draw by dice, so there is no question.
    fn question(_: &E, _: &Context) -> Option<&'static str> {
        None
    }

    fn is_tie(event: &E, _: &Context) -> bool {
        matches!(event, E::Opened { among: 2.., .. } | E::Hung { among: 2.., .. })
    }

    fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
        let draw = state::decision(before, event)?;
        Some(Tie { probability: Some(1.0 / draw.candidates.len().max(1) as f64), ..draw.tie()? })
    }

    fn decision(now: &Moment<E>) -> Option<Decision> {
        state::decision(now, now.last()?)
    }

    fn rewatches(event: &E) -> bool {
        matches!(event, E::Seeded { .. } | E::Glazed { .. })
    }

    fn restages(event: &E) -> bool {
        let builds = matches!(event, E::Laid { .. } | E::Grew { .. } | E::Linked { .. } | E::Opened { .. });
        let first = matches!(
            event,
            E::Stood { .. } | E::Stripped { .. } | E::Parted { .. } | E::Sealed { .. } | E::Hung { .. }
        );
        builds || first || matches!(event, E::Pierced { .. } | E::Glazed { .. } | E::Placed { .. })
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        if now.cursor() == 0 {
            return Vec::new();
        }
        let (plan, int) = (now.state::<Progress>(), |n: u32| Value::Int(n.into()));
        // These phases are known even if earlier events are not recorded.
        let (deck, attempt) = match now.phase(1) {
            Some(&E::Started { deck, attempt }) => (deck, attempt),
            Some(&E::Began { deck }) => (deck, 0),
            _ => (plan.deck, plan.attempt),
        };
        let mut all = vec![("deck", int(deck.into()))];
        if attempt > 0 {
            all.push(("plan", int(attempt.into())));
        }
        all.extend(plan.wanted.map(|n| ("rooms wanted", int(n))));
        if let Some(&E::Entered { part, .. }) = now.phase(2) {
            all.push(("part", Value::Word(part.word().into())));
            all.extend(match part {
                Part::Rooms => plan.rooms.last().map(|room| ("reach of this room", int(room.reach.into()))),
                Part::Windows => plan.outside.map(|(_, n)| ("faces toward outside", int(n))),
                _ => None,
            });
        }
        all
    }

    fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
        if now.cursor() == 0 {
            return Vec::new();
        }
        let scene = &now.context().ground;
        let owner = owners(now);
        let first = now.context().first();
        let cut = |cell| match now.at(cell).layer(FACES)? {
            E::Linked { .. } | E::Opened { .. } | E::Pierced { .. } | E::Hung { .. } => Some(Tile::Door),
            E::Glazed { .. } => Some(Tile::Window),
            _ => None,
        };
        let built = |cell| (cell, cut(cell).unwrap_or_else(|| plan::ground(&owner, cell, first)));
        scene.size().cells().map(built).filter(|&(cell, tile)| tile != scene[cell]).collect()
    }

    fn tokens(now: &Moment<E>) -> Vec<Token> {
        if now.cursor() == 0 {
            return Vec::new();
        }
        let (plan, actors): (Progress, _) = (now.state(), &now.context().actors);
        let place = |i: usize, actor: &Actor| {
            let alike = |a: &&Actor| Thing::ALL.into_iter().all(|thing| takes(a, thing) == takes(actor, thing));
            let nth = actors[..i].iter().filter(alike).count();
            plan.things.iter().filter(|t| takes(actor, t.1)).nth(nth).map(|t| t.0)
        };
        let token =
            |(i, actor)| Token { actor: i, at: place(i, actor), facing: actor.facing(), state: "".into(), acts: false };
        actors.iter().enumerate().map(token).collect()
    }

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        figures::figures(now)
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        let plan: Progress = now.state();
        if now.context().first() {
            let rooms = (!plan.rooms.is_empty()).then(|| tables::rooms(&plan));
            let [sections, tries, cuts] =
                [tables::sections(now, &plan), tables::tries(now, &plan), tables::cuts(now, &plan)];
            return [rooms, sections, tries, cuts].into_iter().flatten().collect();
        }
        if plan.wanted.is_none() {
            return tables::tries(now, &plan).into_iter().collect();
        }
        [tables::rooms(&plan)].into_iter().chain(tables::pairs(&plan)).collect()
    }

    fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        Self::why_not_now(problem, end, cell)
    }

    /// Explains a cell in the current plan; `None` before the first plan.
    fn why_not_now(_: &Problem, now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        let so_far: Progress = now.state();
        if so_far.attempt == 0 || !now.context().size.contains(cell) {
            return None;
        }
        let owner = owners(now);
        let at = format!("On plan {} of deck {}, {cell}", so_far.attempt, so_far.deck);
        if let Some(on_plan) = on_plan(cell, owner.size()) {
            return Some(match owner[on_plan] {
                Some(owner) => {
                    WhyNot::new("owned", format!("{at} belongs to {owner}.")).shown_by(now.at(cell).holder(PLAN))
                }
                None => state::unowned(now, &so_far, cell, &at),
            });
        }
        if let Some(i) = now.at(cell).holder(FACES)
            && let Some(event) = now.event(i)
        {
            let reason = match event {
                E::Linked { .. } | E::Opened { .. } | E::Pierced { .. } | E::Hung { .. } => "door",
                E::Glazed { .. } => "window",
                E::Touched { .. } | E::Faced { .. } => "candidate",
                _ => "no-door",
            };
            return Some(WhyNot::new(reason, event.sentence(now.context())).shown_by(i));
        }
        Some(between(now, &so_far, &owner, cell, &at))
    }
}

/// Explains a cell between cells of the plan into which nothing was cut.
fn between(now: &Moment<E>, so_far: &Progress, owner: &Grid<Option<Owner>>, cell: Cell, at: &str) -> WhyNot {
    let here = plan::owners(owner, cell);
    let both = || named(here.into_iter().flatten(), " and ");
    let hallway = |own: &Option<Owner>| own.is_some_and(|own| own.hallway().is_some());
    match here.iter().flatten().next() {
        None => WhyNot::new("void", format!("{at} is void: nothing is beside it.")),
        Some(own @ Owner::Refused(_)) if here == [Some(*own); 4] => {
            WhyNot::new("void", format!("{at} is void in {own}."))
        }
        Some(own) if here == [Some(*own); 4] => {
            WhyNot::new("floor", format!("{at} is floor of {own}, on all sides of it."))
        }
        Some(_) if now.context().first() && here.iter().all(hallway) => {
            WhyNot::new("floor", format!("{at} is floor: {} cross.", both()))
        }
        _ if cell.x % 2 == 1 && cell.y % 2 == 1 => {
            WhyNot::new("corner", format!("{at} is a corner: diagonal contacts never connect."))
        }
        Some(own) if here.contains(&None) => {
            let windows = so_far.windows;
            let faces = match so_far.outside {
                _ if !own.is_floor() => "Windows are cut into rooms and hallways.".to_owned(),
                None => "Windows are not cut yet.".to_owned(),
                Some((n, _)) => {
                    format!("{windows} of {n} faces toward outside became windows; this one was not drawn.")
                }
            };
            WhyNot::new("outside", format!("{at} is the wall of {own} toward outside. {faces}"))
        }
        Some(_) => WhyNot::new("wall", format!("{at} is the wall between {}: no event cut it.", both())),
    }
}
