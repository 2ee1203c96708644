//! The question of a slide on the map: the path that the reader draws, and the answer of the run over it.

use super::Canvas;
use super::shapes::Draw;
use super::tags::Tag;
use crate::debugger::SessionCommand;
use crate::debugger::session::ask::{AskAnswer, Reply};
use crate::panels::ask::is_open;
use crate::style::fonts;
use crate::view::Cx;
use egui::{
    Align2, Color32, Context, CornerRadius, Id, Key, Modifiers, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, vec2,
};
use gridscope_trace::geometry::Cell;
use gridscope_trace::slide::Ask;
use std::collections::HashSet;

/// Maximum number of cells that are marked as right.
const MAX_CELLS: usize = 400;
/// Duration in which the path of the run is drawn, in seconds.
const DRAWING: f32 = 1.2;
/// Distance from the middle of a cell within which the pointer means that cell, in cells. Between the corners of two cells a
/// slanted step passes both others.
const NEAR: f32 = 0.42;
/// Cells narrower than this, in points, have no costs on the path of the run.
const COSTS_FROM: f32 = 22.0;

/// Returns the cell where the reader can begin to draw or go on, if the open question asks for a path.
pub(super) fn pen(cx: &Cx<'_>) -> Option<Cell> {
    let start = cx.session.drawing_start().filter(|_| is_open(cx))?;
    match cx.session.draft().map(|draft| &draft.reply) {
        Some(Reply::Path(path)) => path.last().copied(),
        _ => Some(start),
    }
}

/// Returns whether the open question asks for a cell.
pub(super) fn wants_cell(cx: &Cx<'_>) -> bool {
    is_open(cx) && matches!(cx.session.open_ask(), Some(Ask::Cell { .. }))
}

/// Answers the open question with a cell.
pub(super) fn answer_cell(cx: &mut Cx<'_>, cell: Cell) {
    cx.send(SessionCommand::DraftReply(Reply::Cell(cell)));
    cx.send(SessionCommand::ShowAnswer);
}

impl Canvas {
    /// Begins to draw the reader's path, if a press is at its start or on the path.
    pub(super) fn begin_reply(&mut self, cx: &mut Cx<'_>, cell: Cell) -> bool {
        let Some(pen) = pen(cx) else { return false };
        let on_path = matches!(cx.session.reply(), Some(Reply::Path(path)) if path.contains(&cell));
        self.replying = cell == pen || on_path;
        if self.replying && cell != pen {
            cx.send(SessionCommand::DrawOn(cell));
        }
        self.replying
    }

    /// Draws the reader's path on to the pointer.
    pub(super) fn draw_reply(&mut self, ui: &Ui, cx: &mut Cx<'_>, rect: Rect, over: &[Pos2], is_done: bool) {
        let size = cx.session.scene().size();
        let mut last = pen(cx);
        for &at in over {
            let cell = cx.view.camera.nearest_cell(rect, at, size);
            let is_near = cx.view.camera.cell_centre(rect, cell).distance(at) < cx.view.camera.zoom * NEAR;
            if is_near && last != Some(cell) {
                cx.send(SessionCommand::DrawOn(cell));
                last = Some(cell);
            }
        }
        self.replying &= !is_done;
        if self.replying {
            ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
        }
    }

    /// Draws the reader's path with the keys: the arrows, and 7 9 1 3 for slanted steps. Enter shows the answer. Returns
    /// whether the open question takes the keys.
    pub(super) fn reply_by_keys(ui: &Ui, cx: &mut Cx<'_>, (right, down, enter): (i32, i32, bool)) -> bool {
        let Some(pen) = pen(cx) else { return false };
        let slanted = [(Key::Num7, (-1, -1)), (Key::Num9, (1, -1)), (Key::Num1, (-1, 1)), (Key::Num3, (1, 1))];
        let pressed = |key| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
        let by = slanted.into_iter().find(|&(key, _)| pressed(key)).map_or((right, down), |(_, by)| by);
        if by != (0, 0) {
            let size = cx.session.scene().size();
            let along = |at: u16, by: i32, side: u16| (i32::from(at) + by).min(i32::from(side) - 1).max(0) as u16;
            cx.send(SessionCommand::DrawOn(Cell::new(along(pen.x, by.0, size.width), along(pen.y, by.1, size.height))));
        }
        if enter {
            cx.send(SessionCommand::ShowAnswer);
        }
        true
    }
}

/// Returns the share of the answer that is drawn: an answer that the reader waits for is drawn bit by bit.
fn drawn_share(ctx: &Context, cx: &Cx<'_>, is_answered: bool) -> f32 {
    let id = Id::unique(("answer", cx.session.scene_number(), cx.session.slide_at_hand()));
    let seconds = if crate::panels::ask::moves(cx.view, ctx) { DRAWING } else { 0.0 };
    ctx.animate_bool_with_time(id, is_answered, if is_answered { seconds } else { 0.0 })
}

impl Draw<'_> {
    /// Draws the reader's path, and the answer to a question once there is one.
    pub(super) fn reply(&self) {
        let session = self.cx.session;
        let is_main = self.replay.is_some_and(|own| session.replay().is_some_and(|main| std::ptr::eq(own, main)));
        if !is_main || !crate::panels::ask::is_asked(self.cx) {
            return;
        }
        let answer = session.ask_answer();
        let share = drawn_share(self.painter.ctx(), self.cx, answer.is_some());
        if let Some(answer) = answer {
            return self.answer(answer, share);
        }
        if let Some(Reply::Path(path)) = session.reply() {
            let points: Vec<Pos2> = path.iter().map(|&cell| self.centre(cell)).collect();
            self.own_path(&points);
            if let Some(&end) = points.last() {
                self.painter.circle_stroke(end, self.zoom * 0.26, Stroke::new(2.0, self.theme.brackets));
            }
        } else if let Some(start) = pen(self.cx) {
            self.painter.circle_stroke(self.centre(start), self.zoom * 0.5, Stroke::new(2.0, self.theme.brackets));
        }
    }

    fn answer(&self, answer: &AskAnswer, share: f32) {
        let run: HashSet<Cell> = answer.run_path.iter().copied().collect();
        let along = |k: usize| {
            let (before, after) = (answer.path[k.saturating_sub(1)], answer.path[(k + 1).min(answer.path.len() - 1)]);
            (self.centre(after) - self.centre(before)).normalized()
        };
        // Where both paths share cells, the reader's runs beside.
        let beside = |(k, &cell): (usize, &Cell)| {
            let is_end = k == 0 || answer.run_path.last() == Some(&cell);
            let offset = if run.contains(&cell) && !is_end { -along(k).rot90() * self.zoom * 0.32 } else { Vec2::ZERO };
            self.centre(cell) + offset
        };
        let own: Vec<Pos2> = answer.path.iter().enumerate().map(beside).collect();
        self.own_path(&own);
        let count = (answer.run_path.len() as f32 * share).ceil() as usize;
        let path_so_far = &answer.run_path[..count.min(answer.run_path.len())];
        self.line_through(path_so_far, self.theme.path);
        let ends = [answer.run_path.first(), answer.run_path.last()];
        for (cell, cost) in path_so_far.iter().zip(&answer.costs).filter(|(cell, _)| !ends.contains(&Some(cell))) {
            if self.zoom >= COSTS_FROM {
                self.cost_plate(*cell, cost);
            }
        }
        if share >= 1.0 {
            let mut tags = self.tags.borrow_mut();
            let tagged = [
                (&answer.run_path, &answer.tags.0, self.theme.path),
                (&answer.path, &answer.tags.1, self.theme.brackets),
            ];
            for (path, tag, colour) in tagged {
                if let Some(&end) = path.last().filter(|_| !tag.is_empty()) {
                    let at = self.centre(end);
                    tags.waiting.push(Tag {
                        at,
                        clear: self.zoom * 0.55,
                        text: tag.clone(),
                        icon: None,
                        ground: colour,
                        hollow: false,
                        on_line: false,
                    });
                }
            }
        }
        let wrong = answer.picked.filter(|cell| !answer.cells.contains(cell)).map(|cell| (cell, "✕", self.theme.wrong));
        let right = answer.cells.iter().take(MAX_CELLS).map(|&cell| (cell, "✓", self.theme.frontier));
        for (cell, sign, colour) in right.chain(wrong) {
            self.ring(cell, colour);
            if answer.cells.len() < 4 || sign == "✕" {
                self.tags.borrow_mut().add(self.centre(cell), sign, colour);
            }
        }
    }

    /// Draws the path of the reader: a line with a dot in each cell.
    fn own_path(&self, points: &[Pos2]) {
        if points.len() < 2 {
            return;
        }
        let (colour, halo) = (self.theme.brackets, self.theme.halo);
        let width = (self.zoom * 0.09).max(2.0);
        for (width, colour) in [(width + 2.0, halo), (width, colour)] {
            self.painter.add(Shape::line(points.to_vec(), Stroke::new(width, colour)));
        }
        for &at in points {
            self.painter.circle(at, (self.zoom * 0.1).max(2.5), colour, Stroke::new(1.5, halo));
        }
    }

    /// Draws the cost so far on a cell of the run's path.
    fn cost_plate(&self, cell: Cell, cost: &str) {
        let font = fonts::semibold((self.zoom * 0.33).min(14.0));
        let galley = self.galley(cost, font.clone(), self.theme.now_ink);
        let size = vec2((galley.size().x + self.zoom * 0.24).max(self.zoom * 0.5), self.zoom * 0.46);
        let plate = Rect::from_center_size(self.centre(cell), size);
        plate_on(&self.painter, plate, self.theme.path, self.theme.halo);
        let ink = self.theme.text_on(self.theme.path);
        self.painter.text(plate.center(), Align2::CENTER_CENTER, cost, font, ink);
        self.tags.borrow_mut().keep_clear(plate);
    }
}

/// Returns name and colour of the paths of a question, for the legend.
pub(crate) fn legend(cx: &Cx<'_>) -> Vec<(String, Color32)> {
    if !crate::panels::ask::is_asked(cx) {
        return Vec::new();
    }
    let (theme, own) = (&cx.view.theme, "your path".to_owned());
    match (cx.session.ask_answer(), cx.session.reply()) {
        (Some(answer), _) if !answer.run_path.is_empty() => {
            let who = if answer.who.is_empty() { "the run".to_owned() } else { format!("{}'s", answer.who) };
            let cost = if answer.costs.is_empty() { "" } else { ", its cost so far" };
            let run = (format!("{who} path{cost}"), theme.path);
            let own = (answer.path.len() > 1).then_some((own, theme.brackets));
            std::iter::once(run).chain(own).collect()
        }
        (None, Some(Reply::Path(_))) => vec![(own, theme.brackets)],
        _ => Vec::new(),
    }
}

/// Draws the sign of a path for the legend.
pub(crate) fn swatch(painter: &Painter, rect: Rect, colour: Color32) {
    let line = [rect.left_center(), rect.right_center()];
    painter.line_segment(line, Stroke::new(6.0, Color32::from_black_alpha(160)));
    painter.line_segment(line, Stroke::new(3.0, colour));
}

fn plate_on(painter: &Painter, plate: Rect, colour: Color32, halo: Color32) {
    let round = CornerRadius::same((plate.height() / 2.0) as u8);
    painter.rect_filled(plate.expand(1.5), round, halo);
    painter.rect_filled(plate, round, colour);
}
