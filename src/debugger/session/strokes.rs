//! Strokes of the hand: painting, dragging, picking up, putting down.

use super::{Notice, Session};
use crate::core::geometry::Cell;
use crate::core::scene::{Actor, ActorKind, ScriptLine};
use crate::core::terrain::{Tile, Verb};
use crate::core::trace::Replay;
use crate::debugger::command::{Brush, Mode, SessionCommand, Tool};
use crate::debugger::paint;

/// A stroke of the hand under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub(super) start: Cell,
    pub(super) what: What,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Paint(Tool, Tile),
    Drag(usize),
    /// An actor of a simulation that is carried elsewhere at the turn that is looked at.
    Carry,
}

impl Session {
    /// What stands on a cell at the moment that is looked at: the actor's number in the scene.
    pub fn actor_now(&self, cell: Cell) -> Option<usize> {
        let Some(replay) = self.replay() else { return self.scene().actor_at(cell) };
        let tokens = replay.tokens();
        let place = |i: usize| match tokens.iter().find(|t| t.actor == i) {
            Some(token) => token.at,
            None => Some(self.scene().actors[i].at),
        };
        (0..self.scene().actors.len()).rev().find(|&i| place(i) == Some(cell))
    }

    /// The tile of a cell at the moment that is looked at.
    pub fn tile_now(&self, cell: Cell) -> Tile {
        let changed = self.replay().and_then(|r| r.tiles().into_iter().find(|t| t.0 == cell));
        changed.map_or_else(|| self.scene().tiles.get(cell).copied().unwrap_or(Tile::Void), |t| t.1)
    }

    /// The turn at which a hand interferes now: while inspecting a simulation that has begun.
    pub fn turn_now(&self) -> Option<u32> {
        self.replay().filter(|_| self.mode == Mode::Inspect).and_then(Replay::turn)
    }

    pub(super) fn drag_begin(&mut self, cell: Cell) {
        if self.turn_now().is_some_and(|t| t > 0) && self.actor_now(cell).is_some() {
            self.stroke = Some(Stroke { start: cell, what: What::Carry });
            self.last_cell = Some(cell);
        } else if let Some(index) = self.scene().actor_at(cell) {
            self.document.begin();
            self.stroke = Some(Stroke { start: cell, what: What::Drag(index) });
        }
    }

    pub(super) fn stroke_end(&mut self) {
        let carried = self.stroke.take().filter(|s| matches!(s.what, What::Carry));
        self.document.end();
        if let (Some(stroke), Some(to), Some(turn)) = (carried, self.last_cell, self.turn_now())
            && to != stroke.start
        {
            self.intervene(&ScriptLine { turn, verb: Verb::Move, at: stroke.start, to: Some(to), tile: None });
        }
    }

    /// Adds a line to the script; the run goes on from there, reproducibly.
    pub(super) fn intervene(&mut self, line: &ScriptLine) {
        let mut scene = self.scene().clone();
        if scene.script.contains(line) {
            return;
        }
        scene.script.push(line.clone());
        if let Err(problem) = crate::core::world::check(&scene) {
            self.fail(problem);
            return;
        }
        let verb = crate::core::world::verb_name(line.verb);
        self.notices.push(Notice {
            error: false,
            text: format!("Turn {}: {verb} at {} was added to the script.", line.turn, line.at),
        });
        self.edit(|d| {
            d.replace(scene);
            true
        });
    }

    pub(super) fn stroke_begin(&mut self, cell: Cell) {
        if !self.scene().size().contains(cell) {
            return;
        }
        let tool = self.tool;
        if tool == Tool::Eyedropper {
            self.pick(cell);
            return;
        }
        if let (Brush::Actor(kind), false) = (self.brush, tool == Tool::Erase) {
            self.put_actor(kind, cell);
            return;
        }
        let here = self.scene().tiles[cell];
        let tile = match self.brush {
            // The first cell of a stroke decides: on what is there already, the stroke erases.
            Brush::Tile(tile) if tool != Tool::Erase && tile != here => tile,
            _ => Tile::Floor,
        };
        self.document.begin();
        self.stroke = Some(Stroke { start: cell, what: What::Paint(tool, tile) });
        self.last_cell = Some(cell);
        self.stroke_over(tool, tile, cell, cell);
    }

    pub(super) fn stroke_to(&mut self, cell: Cell) {
        let size = self.scene().size();
        let cell = Cell::new(cell.x.min(size.width - 1), cell.y.min(size.height - 1));
        let Some(stroke) = self.stroke else { return };
        match stroke.what {
            What::Paint(tool, tile) => {
                let from = self.last_cell.unwrap_or(stroke.start);
                self.stroke_over(
                    tool,
                    tile,
                    if tool == Tool::Brush || tool == Tool::Erase { from } else { stroke.start },
                    cell,
                );
                self.last_cell = Some(cell);
            }
            What::Carry => self.last_cell = Some(cell),
            What::Drag(index) => {
                let mut actors = self.scene().actors.clone();
                if let Some(actor) = actors.get_mut(index) {
                    actor.at = cell;
                }
                self.edit(|d| d.set_actors(actors, None));
            }
        }
    }

    pub(super) fn stroke_over(&mut self, tool: Tool, tile: Tile, from: Cell, to: Cell) {
        use paint::{fill, line, rectangle};
        let cells = match tool {
            Tool::Brush | Tool::Erase => line(from, to),
            Tool::Line | Tool::Rectangle => {
                self.document.rewind();
                if tool == Tool::Line { line(from, to) } else { rectangle(from, to) }
            }
            Tool::Fill => fill(&self.scene().tiles, to),
            Tool::Eyedropper => return,
        };
        if tool == Tool::Erase {
            let mut actors = self.scene().actors.clone();
            actors.retain(|a| !cells.contains(&a.at));
            self.edit(|d| d.set_actors(actors, None));
        }
        let cells: Vec<_> = cells.into_iter().map(|c| (c, tile)).collect();
        self.edit(|d| d.paint(cells));
        if matches!(tool, Tool::Line | Tool::Rectangle) {
            self.stale = true;
        }
    }

    pub(super) fn line_from_last(&mut self, cell: Cell) {
        let from = self.last_cell.filter(|&c| self.scene().size().contains(c)).unwrap_or(cell);
        let tile = match self.brush {
            Brush::Tile(tile) if self.tool != Tool::Erase => tile,
            _ => Tile::Floor,
        };
        let cells = paint::line(from, cell).into_iter().map(|c| (c, tile));
        self.edit(|d| d.paint(cells));
        self.last_cell = Some(cell);
    }

    pub(super) fn pick(&mut self, cell: Cell) {
        let Some(&tile) = self.scene().tiles.get(cell) else { return };
        let brush = match self.scene().actor_at(cell) {
            Some(i) => Brush::Actor(self.scene().actors[i].kind),
            None => Brush::Tile(tile),
        };
        self.apply(&SessionCommand::SetBrush(brush));
    }

    pub(super) fn put_actor(&mut self, kind: ActorKind, cell: Cell) {
        if !self.scene().size().contains(cell) {
            return;
        }
        let mut actors = self.scene().actors.clone();
        // Where the algorithm needs one of these, the old one gives way and its fields are kept if it is the same kind.
        let need = self.card().actors.iter().find(|n| n.kinds.contains(&kind) && !n.many);
        let mut actor = Actor::new(kind, cell);
        if kind == ActorKind::Unit {
            // The first piece is the one that decides; those after it are its enemies, until told otherwise.
            let first = !actors.iter().any(|a| a.kind == kind && a.at != cell);
            actor.set_team(Some(if first { 1 } else { 2 }));
            actor.set_active(first.then_some(true));
        }
        if let Some(need) = need {
            if let Some(old) = actors.iter().find(|a| a.kind == kind) {
                actor = old.clone();
                actor.at = cell;
            }
            actors.retain(|a| !need.kinds.contains(&a.kind));
        }
        actors.retain(|a| a.at != cell || a.kind != kind);
        actors.push(actor);
        self.edit(|d| d.set_actors(actors, None));
    }
}
