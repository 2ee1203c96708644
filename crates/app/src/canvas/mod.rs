//! The canvas: the map with its run, or several side by side, and the user's input on it, and the
//! sentence below it.
//!
//! Colours and shapes are data in `gridscope_debugger::look`. The map as a file is drawn in [`crate::export`].

pub(crate) mod actors;
pub(crate) mod ask;
mod below;
pub(crate) mod camera;
mod card;
pub(crate) mod chain;
pub mod clamped;
pub(crate) mod corner_numbers;
mod difference;
mod drag_bubble;
mod faults;
pub(crate) mod figures;
pub(crate) mod furniture;
pub(crate) mod keyboard;
mod lamplight;
mod marks;
mod menu;
mod motion;
pub(crate) mod movers;
mod numbers;
mod overview;
pub(crate) mod own_cells;
mod picture_key;
pub(crate) mod pins;
mod places;
mod pointer_input;
mod predict;
mod relief;
pub(crate) mod rulers;
pub(crate) mod sentence;
pub(crate) mod sentence_badges;
pub(crate) mod shapes;
pub(crate) mod signs;
mod squares;
mod tags;
pub mod texture;
mod thumbnail;
mod touch;
mod weights;

pub(crate) use card::{at_head, brief};
pub(crate) use places::{body, room, stage_board};
pub use thumbnail::thumbnail;

use crate::debugger::look::drawn_signs::Sign;
use crate::debugger::session::window::{Arrangement, PanelId};
use crate::debugger::{Session, SessionCommand};
use crate::layout::stage;
use crate::panels::compare::letter;
use crate::view::{Cx, Occurring, structure};
use difference::Difference;
use egui::accesskit::Role;
use egui::{Context, Rect, Sense, Ui, Vec2, WidgetInfo, vec2};
use gridscope_trace::geometry::Cell;
use gridscope_trace::scene::{ActorKind, Scene};
use gridscope_trace::trace::Replay;
use keyboard::Keys;
use places::split;
use texture::{Key as TextureKey, MapTexture, PictureInput, SHARE};

/// Room at the right of a map on paper and below it, in points.
const ROOM_FOR_PINS: f32 = 12.0;

/// State of the canvases between frames: one texture for each run shown.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of the user's input of its own")]
#[derive(Default)]
pub(crate) struct Canvas {
    textures: Vec<MapTexture>,
    differences: Vec<Difference>,
    overview: overview::Overview,
    /// Whether a stroke or a drag of an actor is in progress.
    stroking: bool,
    /// Index of the map on which it began.
    begun_on: usize,
    /// The path being drawn, to ask why it was not taken.
    drawn: Vec<Cell>,
    /// Whether the pointer draws the reply to the question of a slide.
    replying: bool,
    /// Whether the keyboard does the drawing, not the pointer.
    by_keys: bool,
    /// Whether the pointer is panning the map.
    panning: bool,
    /// Recording and moment of the last frame.
    moment: (u64, usize),
    /// Area of the map in the last frame.
    room: Option<Rect>,
    /// State of the fingers on the map.
    fingers: touch::Fingers,
    /// When the ring of a manual step began to fade in, in seconds.
    stepped: Option<f64>,
    pace: Pace,
}

/// Share of the pictures that is drawn in a frame.
#[derive(Clone, Copy, PartialEq, Default)]
enum Pace {
    /// A share of a very large map, because the user waits for the frame.
    #[default]
    Shares,
    /// All of it.
    Whole,
}

impl Canvas {
    /// Creates a canvas on which every frame shows the whole map, however long that takes.
    pub(crate) fn whole() -> Self {
        Self { pace: Pace::Whole, ..Self::default() }
    }

    /// Updates the pictures of all runs. This comes before anything is drawn, so that panels know what is on the map.
    pub(crate) fn update(&mut self, ctx: &Context, cx: &mut Cx<'_>) {
        cx.view.update_signs(cx.session);
        let visible_runs = visible_runs(cx.session);
        self.textures.resize_with(visible_runs.len(), MapTexture::default);
        self.differences.resize_with(visible_runs.len(), Difference::default);
        let keys: Vec<TextureKey> =
            (0..).zip(&visible_runs).map(|(i, (_, scene, replay))| key(cx, i, scene, *replay)).collect();
        cx.view.occurring.clear();
        for (i, (_, scene, replay)) in visible_runs.iter().enumerate() {
            // The map of another run does not change.
            let repainted = |revision| match i {
                0 => cx.session.document().repainted_since(revision),
                _ => Some(Vec::new()),
            };
            let shown_here = PictureInput {
                key: keys[i],
                scene,
                replay: *replay,
                repainted: &repainted,
                palette: &cx.view.palette,
                canvas: cx.view.theme.canvas,
                view: cx.view.camera.in_view(cx.view.map, scene.size()),
                share: if self.pace == Pace::Whole { usize::MAX } else { SHARE },
            };
            self.textures[i].set_signs(&cx.view.signs.drawn);
            self.textures[i].update(ctx, &label(i), &shown_here);
            // The main run shows how it differs from the first other run.
            let other = usize::from(i == 0);
            let pair =
                visible_runs.get(other).and_then(|o| o.2).zip(*replay).filter(|_| cx.view.draws(Sign::Differences));
            match pair {
                Some((other_run, this)) => {
                    let colour = cx.view.theme.difference;
                    self.differences[i].update(ctx, (keys[i], keys[other]), (this, other_run), colour);
                }
                None => self.differences[i].clear(),
            }
            let (differs, elsewhere) = self.differences[i].occurs();
            cx.view.occurring.push(Occurring { differs, elsewhere, ..self.textures[i].occurring() });
        }
    }

    /// Draws only the map of the main run, without rulers and cards, and takes no input. Call [`Canvas::update`] first.
    pub(crate) fn show_board(&self, ui: &Ui, cx: &Cx<'_>, map: Rect) {
        let [texture, ..] = &self.textures[..] else { return };
        shapes::paint(ui, cx, map, cx.session.scene(), cx.session.replay(), texture, &self.differences[0]);
    }

    /// Draws the maps of all runs at the top left of an area, with rulers and without input. Returns the area of the maps.
    pub(crate) fn show_on_paper(&mut self, ui: &Ui, cx: &mut Cx<'_>, whole: Rect) -> Rect {
        self.update(ui.ctx(), cx);
        cx.view.rows_below = below::rows_below(ui, cx);
        let runs = visible_runs(cx.session);
        let size_of_first = below::size_with_rows_below(cx);
        let mut all = Rect::NOTHING;
        for (i, rect) in split(whole, runs.len(), size_of_first).into_iter().enumerate() {
            let (title, scene, replay) = &runs[i];
            let size = if i == 0 { size_of_first } else { scene.size() };
            let map = body(rect, runs.len(), true);
            // Pins at the edge of the map reach beyond it.
            let zoom = camera::whole_zoom(size, map.size() - Vec2::splat(ROOM_FOR_PINS));
            let board = Rect::from_min_size(map.min, vec2(size.width.into(), size.height.into()) * zoom);
            cx.view.map = map;
            cx.view.camera.fit_above(size, map, board);
            if runs.len() > 1 {
                let ruled = board.with_min_y(board.min.y - rulers::ROOM.y);
                shapes::title(ui, cx, rect, ruled, &format!("{}  {title}", letter(i)), *replay);
            }
            shapes::paint(ui, cx, map, scene, *replay, &self.textures[i], &self.differences[i]);
            rulers::show(ui.painter(), cx, map, scene.size(), None);
            all = all.union(board.with_max_y(board.max.y + ROOM_FOR_PINS));
        }
        all
    }

    /// Draws every run of the session. Call [`Canvas::update`] first.
    pub(crate) fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let whole = ui.available_rect_before_wrap();
        ui.allocate_rect(whole, Sense::hover());
        structure::region(ui, Role::Main, "The map");
        if whole.width() < 4.0 || whole.height() < 4.0 {
            return;
        }
        (cx.view.map, cx.view.card) = (whole, None);
        cx.view.rows_below = below::rows_below(ui, cx);
        let whole = predict::show(ui, cx, whole);
        let session = cx.session;
        let visible_runs = visible_runs(session);
        let on_stage = places::is_stage(cx);
        let boards = if on_stage {
            places::stage_boards(whole, visible_runs.len(), below::size_with_rows_below(cx))
        } else {
            whole
        };
        let rects = split(boards, visible_runs.len(), session.scene().size());
        let rulers = cx.view.settings.rulers && cx.view.narrow.is_none() && stage::has_details(cx.view);
        // On the stage, a map stays in place when its rulers come.
        let ruler_room = if on_stage { visible_runs.len() > 1 } else { rulers };
        if cx.view.camera.fit
            && let Some(first) = rects.first()
        {
            // In Debug, the panel Cell has what the card says.
            let debug = cx.view.settings.arrangement == Arrangement::Debug;
            let near = cx.view.narrow.is_some_and(|narrow| !narrow.whole);
            let card = visible_runs.len() == 1 && !plain(cx) && !debug && cx.view.narrow.is_none();
            let body = body(*first, visible_runs.len(), ruler_room);
            if near {
                cx.view.camera.zoom_near(session.scene().size(), body);
            } else if on_stage {
                let room = if visible_runs.len() == 1 {
                    places::stage_room(body, cx.view.settings.details)
                } else {
                    body.shrink(4.0)
                };
                cx.view.camera.fit_above(below::size_with_rows_below(cx), body, room);
            } else {
                let size = below::size_with_rows_below(cx);
                cx.view.camera.fit(size, body, if card { card::ROOM } else { 0.0 });
            }
        }
        if let Some(first) = rects.first() {
            self.keep_in_view(ui, cx, body(*first, visible_runs.len(), ruler_room));
        }
        if self.stroking && self.begun_on >= visible_runs.len() {
            // The map under the pointer no longer exists.
            self.stroking = false;
            cx.send(SessionCommand::StrokeEnd);
        }
        for (i, ((title, scene, replay), rect)) in visible_runs.iter().zip(&rects).enumerate() {
            let map = body(*rect, visible_runs.len(), ruler_room);
            // A map of another size is shown whole, whatever part of the first is in view.
            let first = (scene.size() != session.scene().size()).then(|| {
                let mut own = cx.view.camera;
                if on_stage {
                    own.fit_above(scene.size(), map, map.shrink(4.0));
                } else {
                    own.fit(scene.size(), map, 0.0);
                }
                std::mem::replace(&mut cx.view.camera, own)
            });
            let size = scene.size();
            let board = Rect::from_min_max(
                cx.view.camera.to_screen(map, vec2(0.0, 0.0)),
                cx.view.camera.to_screen(map, vec2(size.width.into(), size.height.into())),
            );
            if visible_runs.len() > 1 {
                let beside = if rulers { rulers::ROOM.y } else { 0.0 };
                let ruled = board.with_min_y(board.min.y - beside);
                shapes::title(ui, cx, *rect, ruled, &format!("{}  {title}", letter(i)), *replay);
            }
            let id = if i == 0 { keyboard::id() } else { ui.scope_id().with(("canvas", i)) };
            let keys = if i == 0 { Keys::take(ui) } else { Keys::default() };
            let response = ui.interact(map, id, Sense::click_and_drag());
            if i == 0 && cx.view.focus_panel.take_if(|panel| *panel == PanelId::Map).is_some() {
                response.request_focus();
                keyboard::bring_selected(cx, map);
            }
            response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, label(i)));
            self.hand(ui, cx, &response, map, (i, scene));
            shapes::paint(ui, cx, map, scene, *replay, &self.textures[i], &self.differences[i]);
            if i == 0 {
                own_cells::paint(ui, cx, map);
                drag_bubble::paint(ui, cx, map);
                self.overview.show(ui, cx, map, scene);
                self.keyboard(ui, cx, &response, map, keys);
            }
            let marked = match cx.view.settings.arrangement {
                // An audience looks for the cell that the sentence is about, not for the pointer.
                Arrangement::Present => replay.and_then(|run| run.cell(run.cursor().checked_sub(1)?)),
                _ => cx.view.point_at.or(cx.session.display_state().selected),
            };
            let marked = marked.filter(|c| size.contains(*c));
            let edge = ui.painter().with_clip_rect(Rect::from_min_max(rect.min, map.max));
            if rulers {
                rulers::show(&edge, cx, map, size, marked);
            }
            if let Some(cell) =
                cx.session.display_state().selected.filter(|c| i == 0 && !plain(cx) && size.contains(*c))
            {
                let square = cx.view.camera.cell_rect(map, cell);
                let debug = cx.view.settings.arrangement == Arrangement::Debug;
                let rect = &rect.intersect(ui.clip_rect());
                let board = if on_stage { board.with_max_y(board.max.y + places::LEGEND) } else { board };
                let elsewhere = debug || visible_runs.len() > 1 || cx.view.narrow.is_some();
                if elsewhere || !card::show(ui, cx, *rect, board, cell, square) {
                    cx.view.card = Some(cell);
                }
            }
            if let Some(first) = first {
                cx.view.camera = first;
            }
        }
    }
}

/// Returns all runs shown, each with its title and map. The main run uses the live scene, so that edits show before the
/// run is recorded again.
fn visible_runs(session: &Session) -> Vec<(String, &Scene, Option<&Replay>)> {
    let mut visible_runs: Vec<(String, &Scene, Option<&Replay>)> =
        session.shown_runs().map(|r| (r.title.clone(), &*r.scene, Some(&r.replay))).collect();
    match visible_runs.first_mut() {
        Some(first) => first.1 = session.scene(),
        None => visible_runs.push((String::new(), session.scene(), None)),
    }
    visible_runs
}

/// Returns whether drawing on a shown map edits the scene. Another run of the same scene has the same cells. The map of
/// another file has its own.
fn is_drawn_on(session: &Session, scene: &Scene) -> bool {
    let of_another = session.opened().other_runs.iter().any(|run| std::ptr::eq(run.scene.as_ref(), scene));
    !of_another && scene.size() == session.scene().size()
}

/// Returns the accessible name of the canvas of run `i`.
fn label(i: usize) -> String {
    if i == 0 { "Map canvas".to_owned() } else { format!("Map canvas {}", i + 1) }
}

/// Returns the key of the picture of run `i`.
fn key(cx: &Cx<'_>, i: u64, scene: &Scene, replay: Option<&Replay>) -> TextureKey {
    let session = cx.session;
    let generation = session.generation().wrapping_mul(8) + i;
    TextureKey {
        opened: if i == 0 && !session.is_following() { session.scene_number() } else { generation },
        revision: if i == 0 { session.document().revision() } else { 0 },
        generation,
        cursor: replay.map_or(0, Replay::cursor),
        layer: replay.map_or(session.display_state().layer, |replay| session.layer_of(replay)),
        eyes: replay.map_or(0, Replay::looking),
        theme: cx.view.theme.name as u8,
        plain: plain(cx),
        placed: shows_placed(cx, scene),
    }
}

/// Returns whether a map shows actors and tiles as they were placed. Only the map being edited does.
fn shows_placed(cx: &Cx<'_>, scene: &Scene) -> bool {
    cx.session.shows_placed() && is_drawn_on(cx.session, scene)
}

/// Returns the kind of actor that the algorithm starts from in this scene.
pub(crate) fn start_kind(cx: &Cx<'_>) -> ActorKind {
    let kinds = cx.session.card().actors.first().map_or(&[][..], |n| n.kinds);
    kinds
        .iter()
        .copied()
        .find(|&k| cx.session.scene().of_kind(k).next().is_some())
        .or_else(|| kinds.first().copied())
        .unwrap_or(ActorKind::Guard)
}

/// Returns whether the map is shown without the marks of a run.
fn plain(cx: &Cx<'_>) -> bool {
    cx.view.settings.arrangement == Arrangement::Edit
}
