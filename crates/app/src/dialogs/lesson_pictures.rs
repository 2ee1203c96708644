//! Pictures of the built-in lessons: a small one of each for the gallery, and a large one of the first for the start
//! page. A task draws them from the lessons' own runs.

use crate::background::{Report, Task};
use crate::canvas::thumbnail;
use crate::debugger::session::background::Slices;
use crate::debugger::{Session, SessionCommand};
use crate::dialogs::lessons::PICTURE;
use crate::export::stage::{Layout, Look, Stage};
use crate::panels::plots::thousands;
use crate::presets::{self, PRESETS};
use crate::style::theme::ThemeName;
use crate::view::{Dialog, Settings};
use crate::{App, FIRST_PRESET, canvas::sentence};
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use gridscope_trace::{Progress, Registry};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A picture that was drawn.
pub(crate) enum Drawn {
    /// A lesson, small.
    Lesson(&'static str, ThemeName, ColorImage),
    /// The first lesson, large.
    First(FirstRequest, ColorImage, String, String),
    /// The task has ended.
    End,
}

/// How the large picture of the first lesson is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct FirstRequest {
    theme: ThemeName,
    /// Longest side in points.
    board: f32,
    /// Pixels per point.
    scale: f32,
}

/// The large picture of the first lesson, and the text below it.
pub(crate) struct FirstLesson {
    request: FirstRequest,
    pub texture: TextureHandle,
    pub sentence: String,
    pub about: String,
}

/// The pictures drawn so far.
#[derive(Default)]
pub(crate) struct LessonPictures {
    theme: ThemeName,
    small: BTreeMap<&'static str, TextureHandle>,
    /// Lessons on the screen that have no picture yet.
    wanted: RefCell<Vec<&'static str>>,
    first: Option<FirstLesson>,
    first_wanted: Option<FirstRequest>,
    /// Whether a task has drawn all small pictures, or is drawing them.
    all: bool,
}

impl LessonPictures {
    /// Returns the picture of a lesson. Requests it if there is none.
    pub(crate) fn small(&self, id: &'static str) -> Option<&TextureHandle> {
        let small = self.small.get(id);
        if small.is_none() {
            self.wanted.borrow_mut().push(id);
        }
        small
    }

    fn turn_to(&mut self, theme: ThemeName) {
        if self.theme != theme {
            *self = Self { theme, first: self.first.take(), first_wanted: self.first_wanted, ..Self::default() };
        }
    }

    /// Requests the large picture of the first lesson, for a place of this width in points.
    pub(crate) fn wants_first(&mut self, wide: f32, scale: f32) {
        // Steps of 64 points, so that dragging the window's edge does not draw the picture again and again.
        self.first_wanted = Some(FirstRequest { theme: self.theme, board: (wide / 64.0).floor() * 64.0, scale });
    }

    /// Returns the large picture of the first lesson, which may still have another size.
    pub(crate) const fn first(&self) -> Option<&FirstLesson> {
        self.first.as_ref()
    }

    /// Stores a picture.
    pub(crate) fn take(&mut self, ctx: &Context, drawn: Drawn) {
        match drawn {
            Drawn::Lesson(id, theme, image) if theme == self.theme => {
                self.small.insert(id, ctx.load_texture(format!("lesson {id}"), image, TextureOptions::NEAREST));
            }
            Drawn::First(request, image, sentence, about) => {
                let texture = ctx.load_texture("first lesson", image, TextureOptions::LINEAR);
                self.first = Some(FirstLesson { request, texture, sentence, about });
            }
            Drawn::Lesson(..) | Drawn::End => {}
        }
        ctx.request_repaint();
    }
}

/// Draws the first lesson at the moment of its picture.
fn draw_first(registry: &Registry, request: FirstRequest, tell: &mut dyn FnMut(Report)) {
    let Some(scene) = presets::find(FIRST_PRESET).and_then(|preset| preset.scene().ok()) else { return };
    let moment = scene.run.picture_moment();
    let mut session = Session::new(registry.clone(), scene);
    session.settle();
    if let Some(at) = moment {
        session.apply(&SessionCommand::Seek(at));
    }
    let layout = Layout::Map { sentence: false, board: Some(request.board) };
    let settings = Settings { theme: request.theme, rulers: false, ..Settings::default() };
    let mut stage = Stage::new(&session, Look { layout, settings, scale: request.scale, paper: false });
    let whole = stage.picture(&session).image();
    // Only the map, without the margin around it.
    let (corner, cell) = stage.board();
    let size = session.scene().size();
    let pixels = |points: f32| (points * request.scale).round().max(0.0) as usize;
    let (left, top) = (pixels(corner.x), pixels(corner.y));
    let wide = pixels(f32::from(size.width) * cell).min(whole.width().saturating_sub(left));
    let high = pixels(f32::from(size.height) * cell).min(whole.height().saturating_sub(top));
    let image = whole.region_by_pixels([left, top], [wide, high]);
    let about = format!("First lesson · {} · {} events", session.algorithm_title(), thousands(session.moment().1));
    tell(Report::LessonPicture(Drawn::First(request, image, sentence::words(&session), about)));
}

impl App {
    /// Returns the task that draws the pictures which are wanted now. While the start page or the gallery is open, it
    /// goes on with those of all other lessons, if there are threads.
    pub(crate) fn next_lesson_pictures(&mut self) -> Option<Task> {
        let threads = self.background.has_threads();
        let gallery = matches!(self.view.dialog, Some(Dialog::Lessons(_)));
        let theme = self.view.theme.name;
        let pictures = &mut self.view.pictures;
        pictures.turn_to(theme);
        let first = pictures.first_wanted.take().map(|first| FirstRequest { theme, ..first });
        let first = first.filter(|first| pictures.first.as_ref().is_none_or(|made| made.request != *first));
        let mut ids = pictures.wanted.take();
        if threads && (gallery || self.view.start_page.is_shown()) && !pictures.all && !self.session.is_recording() {
            pictures.all = true;
            ids.extend(PRESETS.iter().map(|preset| preset.id));
        }
        ids.retain(|id| !pictures.small.contains_key(id));
        if first.is_none() && ids.is_empty() {
            return None;
        }
        let (registry, palette, colours) =
            (self.session.registry().clone(), self.view.palette.clone(), self.view.theme.clone());
        let (mut first, mut ids) = (first, ids.into_iter());
        let work = move |tell: &mut dyn FnMut(Report)| {
            if let Some(request) = first.take() {
                draw_first(&registry, request, tell);
            } else if let Some(id) = ids.next() {
                if let Some(scene) = presets::find(id).and_then(|preset| preset.scene().ok()) {
                    let image = thumbnail(&registry, &scene, &palette, &colours, PICTURE);
                    tell(Report::LessonPicture(Drawn::Lesson(id, theme, image)));
                }
            } else {
                tell(Report::LessonPicture(Drawn::End));
                return false;
            }
            true
        };
        Some(Task::Window(Slices::new(work), Progress::default()))
    }
}
