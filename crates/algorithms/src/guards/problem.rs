//! Input of a guards simulation: the checked scene, and the search of each guard.

use super::event::{Context, GuardContext, MAX_GUARDS};
use crate::astar::{self, FallbackTies, OpenOrder, Ties};
use crate::event::Word;
use crate::movement::{Body, Mover, Passage, StepCosts};
use crate::observe::unless_stopped;
use crate::params::Resolved;
use crate::shadowcast::Variant;
use crate::terrain::{Tile, Verb, Walk};
use crate::{Actor, ActorKind, Cell, Progress, RunError, Scene};
use std::sync::Arc;

pub(super) const RANGE: u32 = 20;
/// Default radius of a lamp, in cells *(chosen)*.
pub(super) const LAMP_RADIUS: u32 = 6;

/// Maximum number of cells that all guards together may remember. Each guard has the whole map.
const MAX_CELLS: usize = 1 << 25;

/// The ways in which a guard takes the state of a cell that it does not see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Knowledge {
    /// The actual state: the guard knows everything.
    #[word("omniscient")]
    Omniscient,
    /// The default state of the map (McNeill).
    #[word("default-memory")]
    DefaultMemory,
    /// The state that it saw there last (Sherratt). The default state if it never looked.
    #[word("last-seen")]
    LastSeen,
}

/// Reactions of a guard to a difference from the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Curiosity {
    /// No reaction.
    Off,
    /// The guard goes and inspects the cell.
    Look,
    /// The guard inspects the cell, and closes it if it is open.
    Close,
}

#[derive(Clone, Debug)]
pub enum Errand {
    Cell(Cell),
    /// Go to a goal actor of the scene, also after it moved.
    Goal(usize),
    Route(Vec<Cell>),
    /// Go to the thief of the scene, at the cell where the guard believes it to be.
    Thief(usize),
}

#[derive(Clone, Debug)]
pub struct Guard {
    pub actor: usize,
    pub range: u32,
    pub body: Body,
    pub errand: Errand,
    pub mover: Mover,
    /// The guard's search on the default state of the map.
    pub search: astar::Problem,
}

/// Complete input of a run. Fields without a comment are parameters.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the help of the parameters says it")]
pub struct Problem {
    pub scene: Scene,
    /// The guards, in the order in which they act.
    pub guards: Vec<Guard>,
    pub knowledge: Knowledge,
    pub sight: Variant,
    pub lit_factor: u32,
    pub opening_turns: u32,
    /// Whether a guard plans around other guards that it sees.
    pub around: bool,
    pub curiosity: Curiosity,
    /// Whether guards pursue prisoners that are not where the map has them.
    pub hunts: bool,
    /// Number of turns that guards pass on as news; 0 for none.
    pub tells: u32,
    pub max_turns: u32,
    /// Whether plans use dice.
    pub dice: bool,
    pub seed: u64,
}

impl Problem {
    pub(super) async fn new(
        scene: &Scene,
        params: &Resolved,
        seed: u64,
        progress: &Progress,
    ) -> Result<Self, RunError> {
        let problem = Self::for_guards_in(scene, params, seed, progress).await?;
        if problem.guards.is_empty() {
            return Err(RunError::Scene("there is no guard; place one (G)".into()));
        }
        Ok(problem)
    }

    /// Like [`new`](Self::new), but for a scene with other algorithms, which may have no guards.
    pub(crate) async fn for_guards_in(
        scene: &Scene,
        params: &Resolved,
        seed: u64,
        progress: &Progress,
    ) -> Result<Self, RunError> {
        let fail = RunError::Scene;
        scene.validate().map_err(|e| fail(e.to_string()))?;
        scene.check_script().map_err(fail)?;
        let numbers: Vec<usize> =
            (0..scene.actors.len()).filter(|&i| scene.actors[i].kind == ActorKind::Guard).collect();
        let (n, size) = (numbers.len(), scene.size());
        let max_guards = (MAX_CELLS / size.area()).max(1);
        if n > MAX_GUARDS {
            return Err(fail(format!("there are {n} guards; at most {MAX_GUARDS} can be run")));
        } else if n > max_guards {
            return Err(fail(format!(
                "{n} guards on a map of {size} cells are too many; at most {max_guards} can be run"
            )));
        }
        if scene.actors.len() > u16::MAX as usize {
            return Err(fail(format!("there are {} actors; at most {} can be run", scene.actors.len(), u16::MAX)));
        }
        let mut guards = Vec::with_capacity(n);
        for &i in &numbers {
            progress.pause().await?;
            guards.push(Guard::new(scene, i, params, seed, progress)?);
        }
        for (k, a) in numbers.iter().map(|&i| &scene.actors[i]).enumerate() {
            let body = guards[k].body;
            if let Some(j) = numbers[..k].iter().position(|&j| body.meets(scene.actors[j].at, a.at)) {
                let other = scene.actors[j].at;
                if other != a.at {
                    let text = format!("guards {} at {other} and {} at {} are in each other's way", j + 1, k + 1, a.at);
                    return Err(fail(text));
                }
                let text = format!("guards {} and {} are both at {}; two never share a cell", j + 1, k + 1, a.at);
                return Err(fail(text));
            }
        }
        Ok(Self {
            dice: guards.iter().any(|g| matches!(g.search.ties, Ties::Parents | Ties::Paths)),
            guards,
            scene: scene.clone(),
            knowledge: Knowledge::named(&params.word("knowledge")).unwrap_or(Knowledge::DefaultMemory),
            sight: Variant::named(&params.word("sight")).unwrap_or(Variant::Portal),
            lit_factor: params.int("lit-factor").unwrap_or(2).max(1) as u32,
            opening_turns: params.int("opening-turns").unwrap_or(0).max(0) as u32,
            around: params.word("others") == "around",
            curiosity: Curiosity::named(&params.word("curiosity")).unwrap_or(Curiosity::Off),
            hunts: params.flag("hunts"),
            tells: params.int("tells").unwrap_or(0).max(0) as u32,
            max_turns: params.int("max-turns").unwrap_or(200).max(1) as u32,
            seed,
        })
    }

    pub(super) fn context(&self) -> Context {
        let known = |g: &Guard| GuardContext {
            actor: g.actor as u16,
            facing: self.scene.actors[g.actor].facing(),
            range: g.range,
        };
        Context {
            search: self.guards.first().map_or_else(|| self.no_search(), |guard| guard.search.context()),
            map: Arc::new(self.scene.tiles.clone()),
            actors: self.scene.actors.clone().into(),
            guards: self.guards.iter().map(known).collect(),
            knowledge: self.knowledge,
            lit_factor: self.lit_factor,
            body: self.body(),
        }
    }

    /// Returns the search constants for a scene without guards.
    fn no_search(&self) -> astar::Context {
        let nowhere = Cell::new(0, 0);
        astar::Context {
            size: self.scene.size(),
            costs: StepCosts::new(2, 3, 1),
            weight: (1, 1),
            least_weight: 1,
            start: nowhere,
            goal: nowhere,
            open_order: OpenOrder::LowG,
            ties: Ties::First,
            fallback_ties: FallbackTies::Cost,
            measure: None,
        }
    }

    /// Returns the actors that are not guards.
    pub(super) fn others(&self) -> impl Iterator<Item = usize> {
        (0..self.scene.actors.len()).filter(|&i| self.scene.actors[i].kind != ActorKind::Guard)
    }

    /// Returns the index of an actor among those of its kind, from 0.
    pub(super) fn number_of(&self, actor: usize) -> usize {
        let all = &self.scene.actors;
        all.iter().take(actor).filter(|a| a.kind == all[actor].kind).count()
    }

    /// Returns the body of each guard.
    pub(super) fn body(&self) -> Body {
        self.guards.first().map_or(Body::CELL, |guard| guard.body)
    }

    /// Updates whether a guard can enter a cell with a new tile.
    pub(super) fn set(&self, passage: &mut Passage, guard: &Guard, cell: Cell, tile: Tile) {
        let key = self.scene.details.get(&cell).and_then(|d| d.key.as_deref());
        passage.set(cell, tile, &guard.mover, key);
    }

    pub(super) fn seed_of(&self, turn: u32, guard: usize) -> u64 {
        self.seed.wrapping_add(turn as u64 * MAX_GUARDS as u64 + guard as u64)
    }
}

impl Guard {
    fn new(scene: &Scene, number: usize, params: &Resolved, seed: u64, progress: &Progress) -> Result<Self, RunError> {
        let fail = |text: String| Err(RunError::Scene(text));
        let actor = &scene.actors[number];
        let range = actor.range().unwrap_or(RANGE);
        if range == 0 {
            return fail(format!("the guard at {} has range 0; a guard sees at least 1 cell far", actor.at));
        }
        let errand = errand(scene, actor)?;
        let goal = match &errand {
            Errand::Cell(cell) => *cell,
            Errand::Goal(i) | Errand::Thief(i) => scene.actors[*i].at,
            Errand::Route(route) => route[0],
        };
        // A separate search for each guard, as if it were alone.
        let mut alone = scene.clone();
        alone.actors = vec![actor.clone()];
        alone.actors[0].set_goal(Some(goal));
        let mut search = astar::Problem::within(&alone, params, seed, progress)?;
        let body = Body::new(params.int(crate::world::WIDTH.name).unwrap_or(1));
        if !search.passage.is_open(actor.at) {
            return fail(format!("the guard at {} is in a {}", actor.at, scene.tiles[actor.at]));
        }
        search.passage = unless_stopped(search.passage.wide(body, &mut || progress.goes_on()))?;
        if !search.passage.is_open(actor.at) {
            let width = body.width();
            return fail(format!("the guard at {} is {width} cells wide, and does not fit there", actor.at));
        }
        let (cells, what): (&[Cell], _) = match &errand {
            Errand::Route(route) => (route, "the route"),
            Errand::Thief(_) => (&[], "the thief"),
            _ => (&[goal], "the goal"),
        };
        if let Some(c) = cells.iter().find(|&&c| never(scene, c)) {
            let tile = scene.tiles[*c];
            return fail(format!(
                "{what} of the guard at {} leads to {c}, a {tile}, which cannot be entered",
                actor.at
            ));
        }
        Ok(Self { actor: number, range, body, errand, mover: Mover::of(actor), search })
    }
}

/// Returns the errand of a guard: its route, else its own goal, else the goal of the scene, else the thief.
fn errand(scene: &Scene, guard: &Actor) -> Result<Errand, RunError> {
    if !guard.route().is_empty() {
        return Ok(Errand::Route(guard.route().to_vec()));
    }
    if let Some(goal) = guard.goal() {
        return Ok(Errand::Cell(goal));
    }
    let one = |kind, many: &str| {
        let mut all = (0..scene.actors.len()).filter(|&i| scene.actors[i].kind == kind);
        match (all.next(), all.next()) {
            (Some(a), Some(b)) => {
                let (a, b) = (scene.actors[a].at, scene.actors[b].at);
                Err(RunError::Scene(format!(
                    "the guard at {} has no goal of its own, and there are two {many}, at {a} and {b}",
                    guard.at
                )))
            }
            (first, _) => Ok(first),
        }
    };
    if let Some(goal) = one(ActorKind::Goal, "goals")? {
        return Ok(Errand::Goal(goal));
    }
    match one(ActorKind::Thief, "thieves")? {
        Some(thief) => Ok(Errand::Thief(thief)),
        None => Err(RunError::Scene(format!(
            "the guard at {} has nowhere to go; give it a goal or a route, or place a goal (X) or a thief (@)",
            guard.at
        ))),
    }
}

/// Returns whether no guard can ever enter a cell: not now, not when opened, and no script line affects it.
fn never(scene: &Scene, cell: Cell) -> bool {
    let tile = scene.tiles[cell];
    shut(tile) && tile.after(Verb::Open).is_none() && !scene.script.iter().any(|l| l.at == cell)
}

/// Returns whether no guard can enter a tile, whatever keys it has.
pub(super) fn shut(tile: Tile) -> bool {
    matches!(tile.info().walk, Walk::No | Walk::Thief(_))
}
