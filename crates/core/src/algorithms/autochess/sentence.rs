//! What an event of auto chess says in words.

use super::board::{GATE, units};
use super::event::{ChessEvent as E, Context};
use super::legs::Length;
use super::terms::{Choice, Gate, Part, Pathfinder, Rule, Why};
use crate::geometry::{Cell, Dir};

/// A squared distance as people read it: whole where it is whole, else with two decimals.
pub(super) fn shown(squared: u32) -> String {
    cells(units(squared))
}

/// A number with at most two decimals.
pub(super) fn cells(x: f64) -> String {
    let text = format!("{x:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Context {
    /// Where the parent of a node lies.
    pub(super) fn parent(&self, cell: Cell, dir: Option<Dir>, leg: u16) -> Option<Cell> {
        let dir = dir?;
        (0..leg).try_fold(cell, |c, _| c.step(dir, self.size))
    }

    fn from(&self, cell: Cell, dir: Option<Dir>, leg: u16) -> String {
        self.parent(cell, dir, leg).map_or_else(|| ", the start".into(), |p| format!(" from {p}"))
    }

    /// What sets this board apart from the game's.
    fn board(&self) -> String {
        let original = if (self.size.width, self.size.height) == (8, 8) {
            "as in the original"
        } else {
            "where the original has 8 × 8"
        };
        format!("a board of {} cells, {original}", self.size)
    }
}

fn count(n: u32, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// The sentence of an event.
pub(super) fn sentence(event: &E, cx: &Context) -> String {
    match *event {
        E::Began { round: 0, units } if cx.fight => {
            format!("A fight of {} began on {}.", count(units.into(), "unit"), cx.board())
        }
        E::Began { round: 0, units } => {
            format!("One decision began, among {} on {}.", count(units.into(), "unit"), cx.board())
        }
        E::Began { round, .. } => format!("Round {round} began."),
        E::Turned { unit, rule, at, range, hull } => turned(unit, rule, at, range, hull),
        E::Parted { part, at } => parted(part, at).into(),
        E::InReach { cell, enemy, squared } => {
            format!("{cell} is in reach: the enemy at {enemy} is {} away.", shown(squared))
        }
        E::Looked { cell, squared } => format!("Looked at {cell}, {} from the piece.", shown(squared)),
        E::Refused { cell, why, squared, best, .. } => match why {
            Why::NotInReach => format!("Refused {cell}: not in reach of any enemy."),
            Why::Own => format!("Refused {cell}: no path, the piece stands there itself."),
            Why::Blocked => format!("Refused {cell}: no path, the cell is not free."),
            Why::NoPath => format!("Refused {cell}: no path."),
            _ if squared == best => {
                format!("Refused {cell}: not nearer, equally {} away; the first stays.", shown(best))
            }
            _ => format!("Refused {cell}: not nearer, {} against {}.", shown(squared), shown(best)),
        },
        E::Found { cell, hop, nodes, legs, .. } => format!(
            "Found a way to {cell}: {} joined to {}; the first ends at {hop}.",
            count(nodes.into(), "node"),
            count(legs.into(), "leg")
        ),
        E::Led { cell, hop, squared } => {
            format!("{cell} is the nearest so far, {} away; the hop toward it is {hop}.", shown(squared))
        }
        E::Passed { cell, why, squared, best, hop } => match why {
            Why::NotDiagonal => format!("Passed over {cell} for the diagonal jump: not diagonal."),
            Why::NotClean => format!("Passed over {cell} for the diagonal jump: not clean, the hop ends at {hop}."),
            _ => format!(
                "Passed over {cell} for the diagonal jump: not nearer, {} against {}.",
                shown(squared),
                shown(best)
            ),
        },
        E::Offered { cell, hop, squared } => {
            let via = if hop == cell { String::new() } else { format!(" by way of {hop}") };
            format!("{cell} is the nearest diagonal cell so far, {} away{via}.", shown(squared))
        }
        E::Gated { gate, on, fits, alt, other, squared } => gated(gate, on, fits, (alt, other), squared),
        E::Chose { chose, at, hop, target } => chosen(chose, at, hop, target),
        E::Measured { by, target, hop, straight, diagonal } => {
            let length = Length { straight, diagonal };
            match by {
                Pathfinder::Jumper => format!("Jumper goes to {target} over {length} cells, first to {hop}."),
                Pathfinder::Shortest => format!("The shortest way to {target} is {length} cells, first to {hop}."),
            }
        }
        E::Legged { by, from, cell } => format!("A leg of the {} way: from {from} to {cell}.", by.name()),
        E::Moved { unit, rule, from, cell, jumps } => {
            format!("Unit {} jumped from {from} to {cell}: jump {jumps} under {}.", unit + 1, rule.name())
        }
        E::Stayed { unit, cell, attacks: true, .. } => format!("Unit {} stayed at {cell}: it can attack.", unit + 1),
        E::Stayed { unit, cell, .. } => format!("Unit {} stayed at {cell}: it has no hop.", unit + 1),
        E::Changed { rule, cell, tile } => format!("The script made {cell} a {tile}, on the {} board.", rule.name()),
        E::Shoved { unit, from, to: Some(to), .. } => {
            format!("The script moved unit {} from {from} to {to}.", unit + 1)
        }
        E::Shoved { unit, from, .. } => format!("The script took unit {} away from {from}.", unit + 1),
        E::Idled { cell, why: Some(why), .. } => format!("The script changed nothing at {cell}: {}.", why.because()),
        E::Idled { cell, .. } => format!("The script changed something at {cell} that no unit minds."),
        E::Ended { rule, why, rounds, jumps } => format!(
            "Under {} it was over after {} and {}: {}.",
            rule.name(),
            count(rounds.into(), "round"),
            count(jumps, "jump"),
            why.because()
        ),
        _ => searched(event, cx),
    }
}

/// What an event of a search says.
fn searched(event: &E, cx: &Context) -> String {
    match *event {
        E::Sought { from, goal, by: Pathfinder::Jumper } => {
            format!("Sought a way from {from} to {goal} by jump points, with the Manhattan estimate.")
        }
        E::Sought { from, goal, by: Pathfinder::Shortest } => format!("Sought the shortest way from {from} to {goal}."),
        E::Opened { cell, dir, leg, g, h } => {
            let (f, g) = (cells(g + f64::from(h)), cells(g));
            format!("Opened {cell}{}: g {g} + h {h} = f {f}.", cx.from(cell, dir, leg))
        }
        E::Lowered { cell, dir, leg, g, h } => {
            let (f, g) = (cells(g + f64::from(h)), cells(g));
            format!("Lowered {cell}{}: g {g} + h {h} = f {f}.", cx.from(cell, dir, leg))
        }
        E::Expanded { cell, tied, g, h, .. } => {
            let tie = if tied { "; another had the same, and the heap decided" } else { "" };
            format!("Popped {cell}: the smallest f, {}{tie}.", cells(g + f64::from(h)))
        }
        E::Missed { cell, dir } => format!("Jumped from {cell} to the {}: found nothing.", dir.name()),
        E::Dearer { cell, dir, leg, g, best } => {
            let way = cx.from(cell, dir, leg);
            format!("Left {cell}{way} as it is: {} is not less than {}.", cells(g), cells(best))
        }
        E::Closed { cell, dir, leg } => format!("Left {cell}{} alone: it is closed.", cx.from(cell, dir, leg)),
        E::Grown { cell, dir, lowered, straight, diagonal } => {
            let word = if lowered { "Shortened the way to" } else { "Reached" };
            format!("{word} {cell}{}: {}.", cx.from(cell, dir, 1), Length { straight, diagonal })
        }
        E::Settled { cell, straight, diagonal, .. } => {
            format!("Closed {cell} at its shortest distance, {}.", Length { straight, diagonal })
        }
        E::Joined { cell, last, replaced: true } => {
            format!("{cell} lies straight on and replaced {last} as a leg's end.")
        }
        E::Joined { cell, last, .. } => format!("A leg from {last} to {cell} was appended."),
        _ => String::new(),
    }
}

fn turned(unit: u16, rule: Option<Rule>, at: Cell, range: u32, hull: u32) -> String {
    let under = rule.map_or_else(String::new, |r| format!(" under {}", r.name()));
    let reach = range.saturating_sub(hull);
    let none = if reach == 0 { ", so nothing is in reach" } else { "" };
    format!("The turn of unit {} at {at}{under}: range {range} − hull {hull} = {reach}{none}.", unit + 1)
}

const fn parted(part: Part, _: Cell) -> &'static str {
    match part {
        Part::See => "See: from which cells can an enemy be attacked?",
        Part::Plan => "Plan: look at every cell, column by column, each from the bottom.",
        Part::Choose => "Choose: the stock hop, or the diagonal jump if both gates let it pass.",
        Part::Compare => "Compare: how long are Jumper's way and the shortest way to the stock target?",
        Part::Move => "Move, or stay.",
    }
}

fn gated(gate: Gate, on: bool, fits: bool, (alt, other): (Cell, Cell), squared: u32) -> String {
    let (what, sign) = match (gate, fits) {
        (Gate::Near, true) => ("the stock hop", "<"),
        (Gate::Near, false) => ("the stock hop", "≥"),
        (Gate::Far, true) => ("the piece", ">"),
        (Gate::Far, false) => ("the piece", "≤"),
    };
    let verdict = match (fits, on) {
        (true, _) => "it passes",
        (false, true) => "refused",
        (false, false) => "it would be refused, but the switch is off",
    };
    format!("Gate {}: from {alt} to {what} {other} it is {} {sign} {GATE}: {verdict}.", gate.name(), shown(squared))
}

fn chosen(chose: Choice, at: Cell, hop: Option<Cell>, target: Option<Cell>) -> String {
    match (chose, hop, target) {
        (Choice::Diagonal, Some(hop), _) => format!("Chose the diagonal jump from {at} to {hop}."),
        (_, Some(hop), Some(target)) if hop == target => format!("Chose the stock hop from {at} to its target {hop}."),
        (_, Some(hop), Some(target)) => format!("Chose the stock hop from {at} to {hop}, toward {target}."),
        _ => format!("Chose nothing: from {at} no cell in reach of an enemy can be walked to."),
    }
}
