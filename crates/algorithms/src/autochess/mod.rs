//! Auto chess: the cell that a piece jumps to, by the stock rule, the diagonal rule and the rule of fewest jumps. Also
//! whole fights under each of these rules.
//!
//! ```text
//! 6 . . . . . . . .     U(3,1) wants to attack E(6,5), which works from every cell around E.
//! 5 . . . . . E . .     Stock: the nearest of them is (5,4). The path to it begins with the leg to (5,3),
//! 4 . . . . t d . .            so the piece needs two jumps.
//! 3 . . . . h . . .     Diagonal: (6,4) is on a diagonal and is reached in one clean jump.
//! 2 . . . . . . . .
//! 1 . . U . . . . .
//!   1 2 3 4 5 6 7 8
//! ```
//!
//! Sources: zizouqi, *`AutoChess` code optimization 2: move*, 2019, on the script of Dota Auto Chess; Roland Yonaba,
//! *Jumper* 1.8.1, 2013, whose jump point search determines the hop; Harabor and Grastien, *Online Graph Pruning for
//! Pathfinding on Grid Maps*, 2011. The original board is 8 × 8; here any size works.
//!
//! To get a decision without a trace, a game calls [`Jumps::decide`]. To get a path, it calls [`Jumper::find`] or
//! [`Exact::find`] on a [`Board`] with `&mut ()` as the observer. [`join`] then joins the jump points to legs.

mod board;
mod decision;
mod event;
mod exact;
mod fewest;
mod fight;
mod figures;
mod jumper;
mod jumps;
mod leap;
mod legs;
mod lens;
mod new_rule_decisions;
mod outcome;
mod run;
mod state;
mod words;

pub use board::{Board, Place};
pub use exact::Exact;
pub use jumper::Jumper;
pub use jumps::Jumps;
pub use legs::{Length, join};
pub use outcome::{Answer, FewestAnswer, Fight, Listed, Outcome, StockAnswer};

use event::{ChessEvent, Context, LAYERS, Pathfinder, RULES, RangeRule, Rule, SEARCH, UNITS, WAY};

use crate::algorithm::{Algorithm, RunError};
use crate::card::{Card, Check, CodeOnlyAnswer, Group, Layer, Need};
use crate::params::{Param, Resolved};
use crate::trace::{Control, Layout};
use crate::world::{self, World};
use crate::{ActorKind, Cell, Observer, Rng, Role, Scene, ScriptLine};
use std::ops::ControlFlow;

/// Default range of a unit, in units of the game.
const RANGE: u32 = 210;

/// The auto chess algorithm of this module.
#[derive(Debug)]
pub struct AutoChess;

#[rustfmt::skip]
const PARAMS: &[Param] = &[
    Param::int("hull", (0, 1000), 24, "How wide a piece is, in units. It is subtracted from every range. A cell is 128 wide."),
    Param::choice("range-rule", RangeRule::WORDS, "minus",
        "What a piece can reach: enemies nearer than its range minus the hull, as in the article's script, or nearer than its range plus both hulls, as in the author's post before it.")
    .labelled(&[("minus", "less the hull"), ("plus", "plus both hulls")]),
    Param::int("range", (0, 2000), 0, "The range of the active unit, in units. Auto: its own field, or 210.").or_auto(),
    Param::flag("reach", true,
        "A diagonal cell must be reached in one clean jump. If off, a piece goes around obstacles again and again."),
    Param::flag("far", true, "The diagonal jump must be longer than 200. If off, a piece one gap away moves diagonally."),
    Param::flag("near", true,
        "The diagonal jump must end less than 200 from the stock hop. If off, a piece runs past the front row."),
    Param::choice("near-to", &["hop", "target"], "hop",
        "What near measures to: the stock hop, as in the code, or the stock target, as in the words of the article.")
    .labelled(&[("hop", "the hop"), ("target", "the target")]),
    Param::choice("pathfinder", Pathfinder::WORDS, "jumper",
        "Jump point search with its Manhattan estimate, as in the original, or the shortest path.")
    .labelled(&[("jumper", "jump points"), ("shortest", "shortest path")]),
    Param::flag("fight", false, "Play a whole fight: all units move in turn until all can attack."),
    Param::choice("rule", &["stock", "diagonal", "fewest", "both", "all"], "both",
        "The rule by which pieces move in a fight. With both (stock, diagonal) and all, each rule plays the fight on its own board, round by round. A single decision shows stock and diagonal together, or fewest jumps.")
    .labelled(&[("fewest", "fewest jumps"), ("both", "both in turn"), ("all", "all in turn")]),
    Param::int("max-rounds", (1, 1000), 30, "A fight ends after this many rounds at the latest."),
    Param::flag("alone", false, "In a fight, only the active piece moves, until it can attack. All others stay where they are."),
    Param::flag("scatter", false, "Puts all pieces on random free cells: another board for each seed."),
];

#[rustfmt::skip]
static CARD: Card = Card::new("autochess", "Auto chess jump",
    "Decides which cell a piece jumps to: the nearest one it can attack from, by straight legs, with an optional diagonal jump.")
    .group(Group::AutoChess)
    .terms(&[
        (&["stock"], "The rule of the game as it was, which the other rules are compared with."),
        (&["hop"], "The cell where the first jump toward the target ends."),
    ])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Boards, CodeOnlyAnswer::Arrows, CodeOnlyAnswer::Path, CodeOnlyAnswer::OpenList, CodeOnlyAnswer::Views, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .source("zizouqi: AutoChess code optimization 2: move (2019); Roland Yonaba: Jumper 1.8.1 (2013); Harabor, Grastien: Online Graph Pruning for Pathfinding on Grid Maps (2011)")
    .listing(&[
        "the piece's turn;  in a fight: each in turn",
        "reach ← cells with an enemy nearer than range − hull, or range + 2 · hull",
        "for each column, for each cell from the bottom",
        "    not in reach: next",
        "    no path: next",
        "    hop ← end of the path's first straight leg",
        "    strictly nearer to the piece: stock ← cell, hop",
        "    not diagonal from the piece: next",
        "    reach: the hop is not the cell itself: next",
        "    strictly nearer: alt ← hop",
        "near: |alt − stock hop| < 200;  far: |alt − piece| > 200",
        "both: jump to alt;  else to the stock hop",
        "find a path: open ← {start}",
        "    expand and close the smallest f;  the goal: stop",
        "    jump in each direction, the last first",
        "        new or strictly cheaper: g, parent;  f ← g + h",
        "        not cheaper, or closed: leave it",
        "    join nodes that go straight on to legs",
        "fewest jumps: queue ← {piece}",
        "    take the first, unless it takes as many jumps as a goal",
        "    along each direction, while cells are free",
        "        for the first time: jumps + 1, append it",
        "goals ← cells in reach that take fewest jumps",
        "    strictly nearer to the piece: jump ← the first one there",
        "an assassin's first move: each enemy, the farthest first",
        "    behind it: free cells farther from the piece than it is",
        "    the nearest to it, of equals the farthest from the piece",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::status("status", "How the cell was judged, or its state in the search."),
        Layer::field("distance", "How far it is from the piece, in units."),
        Layer::field("in-reach", "How far the nearest enemy is, in units, where it can be attacked from there."),
        Layer::field("f", "g + h of the current search."),
        Layer::field("g", "The length of the path so far, in cells."),
        Layer::field("h", "The estimate of the rest, in cells."),
        Layer::field("jumps", "How many jumps it takes from the piece, under the rule of fewest jumps."),
    ])
    .roles(&[
        (Role::Refused, "in reach, but refused"),
        (Role::Candidate, "in reach of an enemy"),
        (Role::Raised, "nearest diagonal so far"),
        (Role::Queued, "open jump point"),
        (Role::Done, "closed jump point"),
        (Role::Current, "being looked at"),
        (Role::Path, "path"),
        (Role::Chosen, "the jump"),
        (Role::Threat, "how far the piece reaches"),
        (Role::Remembered, "the piece on the other board"),
        (Role::Seen, "free, and behind the enemy"),
    ])
    .series(&["jumps, stock", "jumps, diagonal", "nearest distance", "open", "jumps, fewest"])
    .needs(&[Need::many(
        &[ActorKind::Unit],
        "a piece; one of them is active, and those of other teams are its enemies",
    )])
    .checks(&[
        Check::new("the lead changed", "A nearer cell took the lead from another."),
        Check::new("equally near", "A cell was refused because an earlier one is exactly as near."),
        Check::new("equals in the heap", "A node was expanded while another had the same f."),
        Check::new("a jump point got cheaper", "An open jump point was reached by a shorter path."),
        Check::new("a gate refused", "One of the two gates of 200 refused the diagonal jump."),
        Check::new("the diagonal jump was chosen", "Both gates let the diagonal jump pass."),
        Check::new("longer than the shortest", "Jumper's path to the target is longer than the shortest."),
        Check::new("no hop", "A piece has nowhere to go."),
    ])
    .faster("Jumps", "decides on the same hop")
    .tie_params(&["pathfinder"])
    .score_params(&["range", "hull", "range-rule", "reach", "far", "near"]);

impl Algorithm for AutoChess {
    type Event = ChessEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, seed: u64, _: &Control) -> Result<Problem, RunError> {
        let fail = |text: String| RunError::Scene(text);
        let size = scene.size();
        let mut units: Vec<Unit> = Vec::new();
        let mut active: Option<usize> = None;
        for (actor, a) in scene.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Unit) {
            if !size.contains(a.at) {
                return Err(fail(format!("the unit at {} is outside the board of {size} cells", a.at)));
            }
            if a.active() == Some(true) {
                if let Some(first) = active {
                    let first = scene.actors[units[first].actor].at;
                    let both = format!("{first} and {}", a.at);
                    return Err(fail(format!("there are two active units, at {both}; one decides at a time")));
                }
                active = Some(units.len());
            }
            units.push(Unit {
                actor,
                team: a.team().unwrap_or(1),
                range: a.range().unwrap_or(RANGE),
                assassin: a.assassin() == Some(true),
            });
        }
        let active = active.ok_or_else(|| {
            fail("there is no active unit; place one (U), or give a unit the field \"active\": true".into())
        })?;
        if let Some(range) = params.int("range") {
            units[active].range = range as u32;
        }
        let fight = params.flag("fight");
        if fight {
            scene.validate().map_err(|e| fail(e.to_string()))?;
            world::check(scene).map_err(fail)?;
        }
        let mut script = scene.script.clone();
        script.sort_by_key(|line| line.turn);
        let (mut world, scattered) = (World::new(scene), params.flag("scatter"));
        if scattered {
            scatter(&mut world, &units, &mut Rng::new(seed)).map_err(fail)?;
        }
        Ok(Problem {
            world,
            scattered,
            alone: params.flag("alone"),
            units,
            active,
            hull: params.int("hull").unwrap_or(24).max(0) as u32,
            range_rule: RangeRule::of(params),
            switches: params.clone(),
            pathfinder: Pathfinder::of(params),
            fight,
            rules: Rule::that_run(&params.word("rule")),
            max_rounds: params.int("max-rounds").unwrap_or(30).clamp(1, 10_000) as u16,
            script,
        })
    }

    fn layout(problem: &Problem) -> Layout {
        // The search layer is cleared with each path. All other layers stay for the whole run.
        let units = RULES * problem.units.len() as u32;
        Layout::new(problem.world.tiles.size(), LAYERS).with_registers(UNITS + units).with_passing(SEARCH + 1, WAY)
    }

    fn context(problem: &Problem) -> Context {
        Context {
            size: problem.world.tiles.size(),
            actors: problem.units.iter().map(|u| u.actor).collect(),
            starts: problem.units.iter().map(|u| problem.world.actors[u.actor].at).collect(),
            fight: problem.fight,
            range_rule: problem.range_rule,
            rules: problem.rules,
            to_target: problem.switches.word("near-to") == "target",
            scattered: problem.scattered,
        }
    }

    fn run<O: Observer<ChessEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::run(problem, observer)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    /// Index in the scene.
    pub(super) actor: usize,
    pub(super) team: u8,
    /// Range in units of the game, before the hull is subtracted.
    pub(super) range: u32,
    /// Whether the first move is a leap.
    pub(super) assassin: bool,
}

/// Puts every unit on a random free cell, all equally likely.
fn scatter(world: &mut World, units: &[Unit], dice: &mut Rng) -> Result<(), String> {
    let size = world.tiles.size();
    let mut free: Vec<Cell> = size.cells().filter(|&cell| world.tiles[cell].is_walkable()).collect();
    if free.len() < units.len() {
        return Err(format!("{} units have no place on {} free cells", units.len(), free.len()));
    }
    for unit in units {
        world.actors[unit.actor].at = free.swap_remove(dice.below(free.len() as u64) as usize);
    }
    Ok(())
}

/// Complete input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The board at the start, with all units on it.
    pub(super) world: World,
    /// The units, in scene order.
    pub(super) units: Vec<Unit>,
    /// Index of the active unit.
    pub(super) active: usize,
    pub(super) hull: u32,
    pub(super) range_rule: RangeRule,
    /// The conditions on a diagonal jump: reach, far and near. The article added each to fix a problem.
    pub(super) switches: Resolved,
    pub(super) pathfinder: Pathfinder,
    pub(super) fight: bool,
    pub(super) rules: &'static [Rule],
    pub(super) max_rounds: u16,
    /// The script lines that change the board, sorted by round.
    pub(super) script: Vec<ScriptLine>,
    /// Whether only the active unit moves in a fight.
    pub(super) alone: bool,
    /// Whether the seed chose the starting cells of the units.
    pub(super) scattered: bool,
}

impl Problem {
    /// Returns the reach of a unit, in units of the game. Enemies nearer than this can be attacked.
    pub(super) fn reach(&self, unit: usize) -> u32 {
        self.range_rule.reach(self.units[unit].range, self.hull)
    }

    /// Returns the cells of the enemies of a unit, in scene order.
    pub(super) fn foes(&self, world: &World, unit: usize) -> impl Iterator<Item = Cell> {
        let team = self.units[unit].team;
        let foes = self.units.iter().filter(move |u| u.team != team && !world.gone[u.actor]);
        foes.map(|u| world.actors[u.actor].at)
    }
}
