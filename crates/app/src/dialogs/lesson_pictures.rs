//! Pictures of the built-in lessons: a small one of each for the gallery, and a large one of the lesson that comes next.
//! A task draws them from the lessons' own runs.

use crate::App;
use crate::background::{Report, Task};
use crate::canvas::thumbnail;
use crate::debugger::session::background::Slices;
use crate::debugger::session::window::Arrangement;
use crate::debugger::{Session, SessionCommand};
use crate::dialogs::lessons::PICTURE;
use crate::export::stage::{Layout, Look, Stage};
use crate::presets::{self, PRESETS};
use crate::style::theme::ThemeName;
use crate::view::{Dialog, Settings};
use egui::{ColorImage, Context, TextureFilter, TextureHandle, TextureOptions};
use gridscope_trace::{Progress, Registry};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// How small pictures are drawn: pixel by pixel, or smaller.
const SMALL: TextureOptions = TextureOptions {
    minification: TextureFilter::Linear,
    mipmap_mode: Some(TextureFilter::Linear),
    ..TextureOptions::NEAREST
};

/// A picture that was drawn.
pub(crate) enum Drawn {
    /// A lesson, small.
    Lesson(&'static str, ThemeName, ColorImage),
    /// The lesson that comes next, large.
    Large(LargeRequest, ColorImage),
    /// The task has ended.
    End,
}

/// The lesson of the large picture, and how it is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LargeRequest {
    id: &'static str,
    theme: ThemeName,
    /// Longest side in points.
    board: f32,
    /// Pixels per point.
    scale: f32,
}

/// The pictures drawn so far.
#[derive(Default)]
pub(crate) struct LessonPictures {
    theme: ThemeName,
    small: BTreeMap<&'static str, TextureHandle>,
    /// Lessons on the screen that have no picture yet.
    wanted: RefCell<Vec<&'static str>>,
    large: Option<(LargeRequest, TextureHandle)>,
    large_wanted: Option<LargeRequest>,
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
            *self = Self { theme, large: self.large.take(), large_wanted: self.large_wanted, ..Self::default() };
        }
    }

    /// Returns the large picture of a lesson, with a longest side of `board` points. Requests it if there is none.
    pub(crate) fn large(&mut self, id: &'static str, board: f32, scale: f32) -> Option<&TextureHandle> {
        let request = LargeRequest { id, theme: self.theme, board, scale };
        self.large_wanted = Some(request);
        self.large.as_ref().filter(|(made, _)| *made == request).map(|(_, texture)| texture)
    }

    /// Stores a picture.
    pub(crate) fn take(&mut self, ctx: &Context, drawn: Drawn) {
        match drawn {
            Drawn::Lesson(id, theme, image) if theme == self.theme => {
                self.small.insert(id, ctx.load_texture(format!("lesson {id}"), image, SMALL));
            }
            Drawn::Large(request, image) => {
                self.large = Some((request, ctx.load_texture("next lesson", image, TextureOptions::LINEAR)));
            }
            Drawn::Lesson(..) | Drawn::End => {}
        }
        ctx.request_repaint();
    }
}

/// Draws a lesson at the moment of its picture.
fn draw_large(registry: &Registry, request: LargeRequest, tell: &mut dyn FnMut(Report)) {
    let Some(mut scene) = presets::find(request.id).and_then(|preset| preset.scene().ok()) else { return };
    scene.run.beside.clear();
    let moment = scene.run.picture_moment();
    let mut session = Session::new(registry.clone(), scene);
    session.settle();
    if let Some(at) = moment {
        session.apply(&SessionCommand::Seek(at));
    }
    let layout = Layout::Map { sentence: false, board: Some(request.board) };
    let settings = Settings {
        theme: request.theme,
        rulers: false,
        arrows: false,
        corner_numbers: false,
        differences: false,
        // Neither the room around the map of a lesson nor the choice of its slide.
        arrangement: Arrangement::Debug,
        ..Settings::default()
    };
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
    tell(Report::LessonPicture(Drawn::Large(request, image)));
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
        let large = pictures.large_wanted.take().map(|large| LargeRequest { theme, ..large });
        let large = large.filter(|large| pictures.large.as_ref().is_none_or(|(made, _)| made != large));
        let mut ids = pictures.wanted.take();
        if threads && (gallery || self.view.start_page.is_shown()) && !pictures.all && !self.session.is_recording() {
            pictures.all = true;
            ids.extend(PRESETS.iter().map(|preset| preset.id));
        }
        ids.retain(|id| !pictures.small.contains_key(id));
        if large.is_none() && ids.is_empty() {
            return None;
        }
        let (registry, palette, colours) =
            (self.session.registry().clone(), self.view.palette.clone(), self.view.theme.clone());
        let (mut large, mut ids) = (large, ids.into_iter());
        let work = move |tell: &mut dyn FnMut(Report)| {
            if let Some(request) = large.take() {
                draw_large(&registry, request, tell);
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
