//! Strokes of the pointer: painting, dragging, picking a brush, placing actors.

use super::{Notice, Session};
use crate::document::paint;
use crate::session::command::{Area, Brush, Mode, SessionCommand, Tool};
use gridscope_trace::Weight;
use gridscope_trace::geometry::Cell;
use gridscope_trace::scene::{Actor, ActorKind, ScriptLine};
use gridscope_trace::terrain::{Tile, Verb, Walk};
use gridscope_trace::trace::Replay;
use std::collections::HashSet;

/// A stroke in progress.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub(super) start: Cell,
    pub(super) what: StrokeAction,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum StrokeAction {
    Paint(Tool, Ink),
    Drag(usize),
    /// Selects a rectangle. The value is whether another one was selected before.
    Select(bool),
    /// Moves the selected area. The value is the area when the stroke began.
    MoveArea(Area),
    /// Moves an actor of a simulation at the shown turn.
    Carry,
}

/// Content that a stroke paints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    /// A tile. Weights are removed.
    Tile(Tile),
    /// A weight. Tiles that cannot be entered also become floor.
    Weight(Weight),
}

impl Session {
    /// Returns whether the map shows tiles and actors where they were placed, so that the user can edit them. Otherwise
    /// it shows where they are at the current moment.
    pub fn shows_placed(&self) -> bool {
        self.hand.mode == Mode::Edit
    }

    /// Returns the index of the actor that is shown on a cell.
    pub fn actor_now(&self, cell: Cell) -> Option<usize> {
        let Some(replay) = self.replay().filter(|_| !self.shows_placed()) else { return self.scene().actor_at(cell) };
        let tokens = replay.tokens();
        let place = |i: usize| match tokens.iter().find(|t| t.actor == i) {
            Some(token) => token.at,
            None => Some(self.scene().actors[i].at),
        };
        (0..self.scene().actors.len()).rev().find(|&i| place(i) == Some(cell))
    }

    /// Returns the tile that is shown on a cell.
    pub fn tile_now(&self, cell: Cell) -> Tile {
        let moved = self.replay().filter(|_| !self.shows_placed());
        let changed = moved.and_then(|r| r.tiles().into_iter().find(|t| t.0 == cell));
        changed.map_or_else(|| self.scene().tiles.get(cell).copied().unwrap_or(Tile::Void), |t| t.1)
    }

    /// Returns the turn at which the user can intervene now: the shown turn of a simulation, in the mode Inspect.
    pub fn turn_now(&self) -> Option<u32> {
        self.replay().filter(|_| self.hand.mode == Mode::Inspect).and_then(Replay::turn)
    }

    pub(super) fn drag_begin(&mut self, cell: Cell) {
        if self.turn_now().is_some_and(|t| t > 0) && self.actor_now(cell).is_some() {
            self.opened.stroke = Some(Stroke { start: cell, what: StrokeAction::Carry });
            self.opened.last_cell = Some(cell);
        } else if let Some(index) = self.scene().actor_at(cell) {
            self.document.begin();
            self.opened.stroke = Some(Stroke { start: cell, what: StrokeAction::Drag(index) });
        }
    }

    pub(super) fn stroke_end(&mut self) {
        let stroke = self.opened.stroke.take();
        if let Some(Stroke { start, what: StrokeAction::Select(true) }) = stroke
            && self.opened.selection == Some(Area::between(start, start))
        {
            // A click outside the previous selection only clears it.
            self.opened.selection = None;
        }
        if self.floats() {
            return;
        }
        let carried = stroke.filter(|s| matches!(s.what, StrokeAction::Carry));
        self.document.end();
        if let (Some(stroke), Some(to), Some(turn)) = (carried, self.opened.last_cell, self.turn_now())
            && to != stroke.start
        {
            self.intervene(&ScriptLine { turn, verb: Verb::Move, at: stroke.start, to: Some(to), tile: None });
        }
    }

    /// Adds a line to the script. The run continues from there, and can be reproduced.
    pub(super) fn intervene(&mut self, line: &ScriptLine) {
        let mut scene = self.scene().clone();
        if scene.script.contains(line) {
            return;
        }
        scene.script.push(line.clone());
        if let Err(problem) = scene.check_script() {
            self.fail(problem);
            return;
        }
        let verb = line.verb.name();
        let before = self.document.revision();
        self.replace(scene);
        if self.document.revision() != before {
            let text = format!("Turn {}: {verb} at {} was added to the script.", line.turn, line.at);
            self.work.notices.push(Notice { error: false, text });
        }
    }

    pub(super) fn stroke_begin(&mut self, cell: Cell) {
        if !self.scene().size().contains(cell) {
            return;
        }
        let tool = self.hand.tool;
        if tool == Tool::Eyedropper {
            self.pick(cell);
            return;
        }
        if tool == Tool::Select {
            return self.area_press(cell);
        }
        if let (Brush::Actor(kind), false) = (self.hand.brush, tool == Tool::Erase) {
            self.put_actor(kind, cell);
            return;
        }
        // The first cell of a stroke decides. If the cell already has this content, the stroke erases.
        let ink = match self.ink() {
            Ink::Tile(tile) if tile == self.scene().tiles[cell] && self.scene().weight(cell).is_none() => {
                Ink::Tile(Tile::Floor)
            }
            Ink::Weight(weight) if self.scene().weight(cell) == Some(weight) => Ink::Weight(Weight::NONE),
            ink => ink,
        };
        self.document.begin();
        self.opened.stroke = Some(Stroke { start: cell, what: StrokeAction::Paint(tool, ink) });
        self.opened.last_cell = Some(cell);
        self.stroke_over(tool, ink, cell, cell);
    }

    /// Returns the content that the current tool and brush paint.
    fn ink(&self) -> Ink {
        match self.hand.brush {
            _ if self.hand.tool == Tool::Erase => Ink::Tile(Tile::Floor),
            Brush::Tile(tile) => Ink::Tile(tile),
            Brush::Weight(weight) => Ink::Weight(weight),
            Brush::Actor(_) => Ink::Tile(Tile::Floor),
        }
    }

    /// Returns the cells that a click on a cell would paint now. Empty for tools that do not paint.
    pub fn preview(&self, cell: Cell) -> Vec<Cell> {
        let size = self.scene().size();
        match (self.hand.tool, self.hand.brush) {
            (Tool::Select | Tool::Eyedropper, _) => Vec::new(),
            (Tool::Erase, _) => paint::swollen(vec![cell], self.hand.brush_size, size),
            (_, Brush::Actor(_)) | (Tool::Line | Tool::Rectangle, _) => vec![cell],
            (Tool::Brush, _) => paint::swollen(vec![cell], self.hand.brush_size, size),
            // On a large map, the fill is shown only after the click.
            (Tool::Fill, _) if size.area() > 1 << 14 => vec![cell],
            (Tool::Fill, _) => paint::fill(self.scene(), cell).cells(size).collect(),
        }
    }

    pub(super) fn stroke_to(&mut self, cell: Cell) {
        let size = self.scene().size();
        let cell = Cell::new(cell.x.min(size.width - 1), cell.y.min(size.height - 1));
        let Some(stroke) = self.opened.stroke else { return };
        match stroke.what {
            StrokeAction::Select(_) => self.opened.selection = Some(Area::between(stroke.start, cell)),
            StrokeAction::MoveArea(area) => self.drag_area(area, stroke.start, cell),
            StrokeAction::Paint(tool, ink) => {
                let from = self.opened.last_cell.unwrap_or(stroke.start);
                self.stroke_over(
                    tool,
                    ink,
                    if tool == Tool::Brush || tool == Tool::Erase { from } else { stroke.start },
                    cell,
                );
                self.opened.last_cell = Some(cell);
            }
            StrokeAction::Carry => self.opened.last_cell = Some(cell),
            StrokeAction::Drag(index) => {
                let mut actors = self.scene().actors.clone();
                if let Some(actor) = actors.get_mut(index) {
                    actor.at = cell;
                }
                self.edit(|d| d.set_actors(actors, None));
            }
        }
    }

    pub(super) fn stroke_over(&mut self, tool: Tool, ink: Ink, from: Cell, to: Cell) {
        use paint::{Spans, fill, line, swollen};
        let size = self.scene().size();
        let cells = match tool {
            Tool::Brush | Tool::Erase => {
                let cells = swollen(line(from, to), self.hand.brush_size, size);
                if tool == Tool::Erase {
                    let mut actors = self.scene().actors.clone();
                    let gone: HashSet<Cell> = cells.iter().copied().collect();
                    actors.retain(|a| !gone.contains(&a.at));
                    self.edit(|d| d.set_actors(actors, None));
                }
                Spans::of(cells, size)
            }
            Tool::Line | Tool::Rectangle => {
                self.document.rewind();
                if tool == Tool::Line { Spans::of(line(from, to), size) } else { Spans::rectangle(from, to, size) }
            }
            // If the cell already has this content, do not fill again as the pointer moves.
            Tool::Fill if self.has_ink(ink, to) => return,
            Tool::Fill => fill(self.scene(), to),
            Tool::Eyedropper | Tool::Select => return,
        };
        self.leave(ink, cells);
        if matches!(tool, Tool::Line | Tool::Rectangle) {
            self.opened.stale = true;
        }
    }

    /// Returns whether a cell already has this content.
    fn has_ink(&self, ink: Ink, cell: Cell) -> bool {
        let (tile, weight) = (self.scene().tiles.get(cell).copied(), self.scene().weight(cell));
        match ink {
            Ink::Tile(ink) => tile == Some(ink) && weight.is_none(),
            Ink::Weight(ink) => weight.unwrap_or_default() == ink,
        }
    }

    /// Paints cells.
    fn leave(&mut self, ink: Ink, cells: paint::Spans) {
        match ink {
            Ink::Tile(tile) => {
                if self.scene().weights.is_some() {
                    self.edit(|d| d.weigh(cells.clone(), Weight::NONE));
                }
                self.edit(|d| d.paint(cells, tile));
            }
            Ink::Weight(weight) => {
                let tiles = self.scene().tiles.as_slice();
                // The weight of a cell that cannot be entered has no effect, so the cell becomes floor.
                let shut = cells.filter(|at| !weight.is_none() && tiles[at].info().walk == Walk::No);
                self.edit(|d| d.paint(shut, Tile::Floor));
                self.edit(|d| d.weigh(cells, weight));
            }
        }
    }

    pub(super) fn line_from_last(&mut self, cell: Cell) {
        if self.hand.tool == Tool::Select || !self.scene().size().contains(cell) {
            return;
        }
        let from = self.opened.last_cell.filter(|&c| self.scene().size().contains(c)).unwrap_or(cell);
        let wide = matches!(self.hand.tool, Tool::Brush | Tool::Erase);
        let cells = paint::line(from, cell);
        let cells = if wide { paint::swollen(cells, self.hand.brush_size, self.scene().size()) } else { cells };
        let cells = paint::Spans::of(cells, self.scene().size());
        self.document.begin();
        self.leave(self.ink(), cells);
        self.document.end();
        self.opened.last_cell = Some(cell);
    }

    pub(super) fn pick(&mut self, cell: Cell) {
        let Some(&tile) = self.scene().tiles.get(cell) else { return };
        let brush = match self.scene().actor_at(cell) {
            Some(i) => Brush::Actor(self.scene().actors[i].kind),
            None => self.scene().weight(cell).map_or(Brush::Tile(tile), Brush::Weight),
        };
        self.apply(&SessionCommand::SetBrush(brush));
    }

    pub(super) fn put_actor(&mut self, kind: ActorKind, cell: Cell) {
        if !self.scene().size().contains(cell) {
            return;
        }
        let mut actors = self.scene().actors.clone();
        // If the algorithm needs only one such actor, the new one replaces it. An actor of the same kind keeps its
        // fields.
        let need = self.card().actors.iter().find(|n| n.kinds.contains(&kind) && !n.many);
        let mut actor = Actor::new(kind, cell);
        if kind == ActorKind::Unit {
            // By default, the first unit is the active one, and later units are its enemies.
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
