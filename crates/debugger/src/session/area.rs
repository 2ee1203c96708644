//! Areas of the map: selecting, copying, moving, mirroring and turning them. Also pasted pieces that float over the
//! map, and changes of the map's size.
//!
//! A pasted piece is already part of the scene, as a stroke that is still open. So it is shown and affects the run at
//! its current place. Moving it undoes the stroke and does it again elsewhere. Putting it down ends the stroke.

use super::Session;
use super::strokes::{Stroke, StrokeAction};
use crate::document::piece::{self, Piece};
use crate::document::resize;
use crate::document::transform::Transformation;
use crate::formats::{Format as _, FormatError, Options, text_map};
use crate::session::command::{Area, Mode, SessionCommand, Sides, Tool};
use gridscope_trace::geometry::{Cell, Size};
use std::sync::{Arc, OnceLock};

/// A pasted piece that is not put down yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Floating {
    piece: Piece,
    at: Cell,
}

/// An area that was copied or cut.
#[derive(Debug)]
pub struct Clip {
    piece: Piece,
    text: OnceLock<Result<String, FormatError>>,
}

impl Clip {
    /// Returns the area as text for the clipboard. The text is made on the first call.
    ///
    /// # Errors
    /// Returns an error if a text map cannot hold the area.
    pub fn text(&self) -> Result<&str, &FormatError> {
        let write = || {
            let bytes = text_map::TextMap.write(&self.piece.scene(), &Options::default())?.bytes;
            Ok(String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
        };
        self.text.get_or_init(write).as_deref()
    }
}

impl Session {
    /// Returns whether a pasted piece is not put down yet.
    pub const fn floats(&self) -> bool {
        self.opened.floating.is_some()
    }

    /// Carries out a command about areas.
    pub(super) fn area_command(&mut self, command: &SessionCommand) {
        use SessionCommand as S;
        match command {
            S::SelectArea(area) => self.opened.selection = area.and_then(|area| area.within(self.scene().size())),
            S::SelectAll => {
                (self.hand.tool, self.hand.mode) = (Tool::Select, Mode::Edit);
                self.opened.selection = Some(Area::at(Cell::new(0, 0), self.scene().size()));
            }
            S::CopyArea => _ = self.copy_area(),
            S::CutArea => self.cut_area(),
            S::ClearArea => self.clear_area(),
            S::MirrorArea(half) => self.turn_area(Transformation::Mirrored(*half)),
            S::TurnArea(clockwise) => {
                self.turn_area(if *clockwise { Transformation::Right } else { Transformation::Left });
            }
            S::MoveArea(dx, dy) => {
                let Some(area) = self.area_or_tell() else { return };
                let at = self.clamped(
                    area.size(),
                    (i64::from(area.from.x) + i64::from(*dx), i64::from(area.from.y) + i64::from(*dy)),
                );
                self.document_stroke(|session| session.move_area_to(area, at));
            }
            S::PutDown => self.put_down(),
            S::DiscardOrStop => self.discard_or_stop(),
            S::Resize(size, sides) => self.resize(*size, *sides),
            S::Crop => {
                let Some(area) = self.area_or_tell() else { return };
                self.opened.selection = None;
                self.take_part(area.size(), (-i32::from(area.from.x), -i32::from(area.from.y)));
            }
            _ => {}
        }
    }

    /// Runs edits as one undo entry, or as part of the open stroke if a pasted piece is floating.
    fn document_stroke(&mut self, edits: impl FnOnce(&mut Self)) {
        let floats = self.floats();
        if !floats {
            self.document.begin();
        }
        edits(self);
        if !floats {
            self.document.end();
        }
    }

    /// Returns the selected area. If there is none, shows a message on how to select one.
    fn area_or_tell(&mut self) -> Option<Area> {
        if self.opened.selection.is_none() {
            self.notify(
                "Nothing is selected: drag a rectangle with the tool Select (S), or press Ctrl+A for all of the map.",
            );
        }
        self.opened.selection
    }

    /// Returns the position nearest to (x, y) at which a rectangle of this size is inside the map.
    fn clamped(&self, size: Size, (x, y): (i64, i64)) -> Cell {
        let map = self.scene().size();
        let one = |at: i64, side: u16, map: u16| at.clamp(0, i64::from(map.saturating_sub(side))) as u16;
        Cell::new(one(x, size.width, map.width), one(y, size.height, map.height))
    }

    fn copy_area(&mut self) -> bool {
        let Some(area) = self.area_or_tell() else { return false };
        let clip = Clip { piece: Piece::of(self.scene(), area), text: OnceLock::new() };
        self.hand.clip = Some(Arc::new(clip));
        true
    }

    fn cut_area(&mut self) {
        if self.copy_area() {
            self.clear_area();
        }
    }

    /// Returns the area that was copied or cut last.
    pub fn clip(&self) -> Option<Arc<Clip>> {
        self.hand.clip.clone()
    }

    /// Returns the last copied area as text. For a large area, the first call takes a while.
    pub fn copied(&self) -> Option<&str> {
        self.hand.clip.as_ref()?.text().ok()
    }

    fn clear_area(&mut self) {
        let Some(area) = self.area_or_tell() else { return };
        if self.opened.floating.take().is_some() {
            self.document.give_up();
            (self.opened.selection, self.opened.stale) = (None, true);
            return;
        }
        let mut scene = self.scene().clone();
        piece::clear(&mut scene, area);
        self.replace(scene);
    }

    /// Mirrors or turns the selected area or the pasted piece about its centre.
    fn turn_area(&mut self, how: Transformation) {
        let Some(area) = self.area_or_tell() else { return };
        let (old, new) = (area.size(), how.size(area.size()));
        let map = self.scene().size();
        if new.width > map.width || new.height > map.height {
            return self.notify(&format!("Turned, it is {new} cells and does not fit on a map of {map}."));
        }
        let middle = |from: u16, old: u16, new: u16| i64::from(from) + (i64::from(old) - i64::from(new)).div_euclid(2);
        let at =
            self.clamped(new, (middle(area.from.x, old.width, new.width), middle(area.from.y, old.height, new.height)));
        if let Some(floating) = &mut self.opened.floating {
            floating.piece = floating.piece.turned(how);
            self.lay_floating(at);
        } else {
            let scene = piece::relocate(self.scene(), area, at, how);
            self.replace(scene);
            self.opened.selection = Some(Area::at(at, new));
        }
    }

    /// Moves an area or the pasted piece to another place, as part of the open stroke.
    fn move_area_to(&mut self, area: Area, at: Cell) {
        if self.floats() {
            return self.lay_floating(at);
        }
        self.document.rewind();
        self.opened.stale = true;
        let scene = piece::relocate(self.scene(), area, at, Transformation::Identity);
        self.replace(scene);
        self.opened.selection = Some(Area::at(at, area.size()));
    }

    /// Moves the pasted piece to another place.
    fn lay_floating(&mut self, at: Cell) {
        let Some(mut floating) = self.opened.floating.take() else { return };
        floating.at = at;
        self.document.rewind();
        let (mut scene, needs) = (self.scene().clone(), self.card().actors);
        floating.piece.place_on(&mut scene, at, needs);
        self.opened.selection = Some(Area::at(at, floating.piece.size()));
        self.opened.floating = Some(floating);
        self.edit(|d| d.replace(scene));
    }

    /// Returns the last copied piece if `text` is that piece as text.
    pub(crate) fn copied_piece(&self, text: &str) -> Option<Piece> {
        let own = self.hand.clip.as_ref().filter(|clip| clip.text().is_ok_and(|own| own.trim_end() == text.trim_end()));
        own.map(|clip| clip.piece.clone())
    }

    /// Makes a pasted piece float over the map if it fits and the mode is Edit. Returns whether it floats. A piece as
    /// large as the map does not float, unless it was copied here: it replaces the map instead.
    pub(crate) fn float(&mut self, piece: Piece, copied_here: bool) -> bool {
        let (size, map) = (piece.size(), self.scene().size());
        if self.hand.mode != Mode::Edit
            || size.width > map.width
            || size.height > map.height
            || (!copied_here && size == map)
        {
            return false;
        }
        self.put_down();
        let near = self
            .shown
            .hovered
            .or(self.opened.selection.map(|area| area.from))
            .or(self.opened.last_cell)
            .unwrap_or_default();
        let at = self.clamped(size, (near.x.into(), near.y.into()));
        self.hand.tool = Tool::Select;
        self.document.begin();
        self.opened.floating = Some(Floating { piece, at });
        self.lay_floating(at);
        self.notify(&format!(
            "Pasted {size} cells: drag them to their place. Enter or a click beside places them, Esc discards them."
        ));
        true
    }

    /// Puts down the pasted piece, as one undo entry.
    pub(super) fn put_down(&mut self) {
        if self.opened.floating.take().is_some() {
            self.document.end();
            self.opened.stroke = None;
        }
    }

    /// Discards the pasted piece. If there is none, stops work that takes long, else clears the selection, else returns
    /// to the mode Inspect.
    fn discard_or_stop(&mut self) {
        if self.opened.floating.take().is_some() {
            self.document.give_up();
            (self.opened.selection, self.opened.stroke, self.opened.stale) = (None, None, true);
        } else if self.stop() {
            // The partial result stays.
        } else if self.hand.mode == Mode::Inspect && self.shown.mover.is_some() {
            self.select_mover(None);
        } else if self.opened.selection.is_none() || self.hand.mode == Mode::Inspect {
            self.hand.mode = Mode::Inspect;
        } else {
            self.opened.selection = None;
        }
    }

    /// Handles a press of the pointer with the tool Select.
    pub(super) fn area_press(&mut self, cell: Cell) {
        self.opened.last_cell = Some(cell);
        match self.opened.selection {
            Some(area) if area.contains(cell) => {
                if !self.floats() {
                    self.document.begin();
                }
                self.opened.stroke = Some(Stroke { start: cell, what: StrokeAction::MoveArea(area) });
            }
            _ if self.floats() => {
                self.put_down();
                self.opened.selection = None;
            }
            before => {
                self.opened.stroke = Some(Stroke { start: cell, what: StrokeAction::Select(before.is_some()) });
                self.opened.selection = Some(Area::between(cell, cell));
            }
        }
    }

    /// Moves the selected area by the distance from `start`, where it was pressed, to `cell`.
    pub(super) fn drag_area(&mut self, area: Area, start: Cell, cell: Cell) {
        let by = |from: u16, start: u16, now: u16| i64::from(from) + i64::from(now) - i64::from(start);
        let at = (by(area.from.x, start.x, cell.x), by(area.from.y, start.y, cell.y));
        let at = self.clamped(area.size(), at);
        if self.opened.selection != Some(Area::at(at, area.size())) {
            self.move_area_to(area, at);
        }
    }

    fn resize(&mut self, size: Size, sides: Sides) {
        let (dx, dy) = sides.shift(self.scene().size(), size);
        self.take_part(size, (dx, dy));
    }

    /// Changes the size of the map and moves everything by `by` columns and rows. Reports what is lost.
    fn take_part(&mut self, size: Size, by: (i32, i32)) {
        if let Err(error) = Size::checked(size.width.into(), size.height.into()) {
            return self.fail(error.to_string());
        }
        let moved = resize::moved(self.scene(), size, by);
        let on_the_map = |cell: Option<Cell>| cell.and_then(|c| c.moved(by)).filter(|&c| size.contains(c));
        (self.shown.selected, self.shown.hovered, self.opened.last_cell) =
            (on_the_map(self.shown.selected), None, None);
        self.replace(moved.scene);
        if let Some(words) = moved.losses.words() {
            self.notify(&format!("Cut off with the map: {words}. Undo brings them back."));
        }
    }
}
