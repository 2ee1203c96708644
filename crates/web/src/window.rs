//! The window of a page, as eframe runs it: it measures frames and reports the moment.

use crate::engaged::Engaged;
use crate::pixels::correct_pixels;
use gridscope_app::App;
use gridscope_app::host::reading::Reader;
use gridscope_debugger::disk::files::ClipboardContent;
use gridscope_debugger::lab::ending::sentence_now;
use gridscope_debugger::session::command::SessionCommand;
use gridscope_trace::scene::Scene;
use js_sys::Function;
use wasm_bindgen::JsValue;
use web_sys::HtmlCanvasElement;

/// The moment that a window shows.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Moment {
    /// Number of events that have happened.
    pub at: usize,
    /// Number of events of the run.
    pub length: usize,
    /// Sentence about the moment. Empty while the run is being recorded.
    pub sentence: String,
}

/// Number of frames, and how long they took in milliseconds, without the time of the graphics card.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frames {
    /// Number of frames drawn so far.
    pub count: u32,
    /// Sum of the times of all frames.
    pub all: f64,
    /// Time of the last frame.
    pub last: f64,
}

/// A window with its observers.
pub(crate) struct Window {
    /// The application.
    pub app: App,
    /// The drawing context.
    pub ctx: egui::Context,
    /// The canvas that the window is drawn on.
    canvas: HtmlCanvasElement,
    /// Moment that was reported last.
    pub moment: Moment,
    /// Times of the frames.
    pub frames: Frames,
    /// Function that is called if the moment has changed.
    pub changed: Option<Function>,
    /// Moment to go to once the run is recorded.
    pub seek: Option<usize>,
    /// Whether the run is to be played from the next frame on, if that was asked for.
    pub plays: Option<bool>,
    /// Function that is called with what the window says about itself.
    pub reads: Option<Function>,
    /// Actions of a screen reader on elements of the window, until the next frame.
    pub acts: Vec<egui::Event>,
    /// Which input belongs to the page around the window, and the scene with all its runs, if it is a part of one.
    part: Option<(Engaged, Scene)>,
}

impl Window {
    /// Wraps an application.
    pub(crate) fn new(app: App, ctx: egui::Context, canvas: HtmlCanvasElement) -> Self {
        let (moment, frames) = (Moment::default(), Frames::default());
        Self {
            app,
            ctx,
            canvas,
            moment,
            frames,
            changed: None,
            seek: None,
            plays: None,
            reads: None,
            acts: Vec::new(),
            part: None,
        }
    }

    /// Makes the window a part of another page, which keeps the input that the window does not need.
    pub(crate) fn part(self, engaged: Engaged, whole: Scene) -> Self {
        Self { part: Some((engaged, whole)), ..self }
    }

    /// Returns the scene, its run and the moment as a line of text, if it can be written.
    pub(crate) fn link(&self) -> Option<String> {
        let link = match &self.part {
            Some((_, whole)) => self.app.session().link_of(whole),
            None => self.app.link(),
        };
        ClipboardContent::Link(link).run().ok().map(|(text, _)| text)
    }

    /// Requests a command, to be performed in the next frame.
    pub(crate) fn request(&mut self, command: SessionCommand) {
        self.app.request(command);
        self.ctx.request_repaint();
    }

    /// Returns whether the run is being played, or will be from the next frame on.
    pub(crate) fn is_playing(&self) -> bool {
        self.plays.unwrap_or(self.app.session().display_state().playback.playing)
    }

    fn play_or_pause(&mut self) {
        if let Some(plays) = self.plays.take()
            && self.app.session().display_state().playback.playing != plays
        {
            self.app.request(SessionCommand::PlayPause);
        }
    }

    fn seek_if_recorded(&mut self) {
        if self.app.is_settled()
            && let Some(at) = self.seek.take()
        {
            self.app.request(SessionCommand::Seek(at));
        }
    }

    /// Reports what the window says about itself. egui writes that down at the end of the frame, so it is read after it.
    fn read_aloud(&self) {
        let Some(reads) = self.reads.clone() else { return };
        let ctx = self.ctx.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let changes = ctx.plugin_opt::<Reader>().map(|reader| reader.lock().take()).unwrap_or_default();
            // A tree of texts and numbers can always be written.
            changes.iter().filter_map(|change| serde_json::to_string(change).ok()).for_each(|text| call(&reads, &text));
        });
    }

    /// Reports the moment if it has changed. The function is called after the frame, when the window can be used.
    fn report(&mut self) {
        let session = self.app.session();
        let (at, length) = session.moment();
        let sentence = session.replay().map_or_else(String::new, |replay| sentence_now(session.scene(), replay));
        let moment = Moment { at, length, sentence };
        if moment == self.moment {
            return;
        }
        self.moment = moment.clone();
        let Some(changed) = self.changed.clone() else { return };
        wasm_bindgen_futures::spawn_local(async move {
            let (at, length) = ((moment.at as u32).into(), (moment.length as u32).into());
            // The page's own function may fail. That is for its author to see in the console.
            if let Err(error) = changed.call3(&JsValue::NULL, &at, &length, &moment.sentence.into()) {
                wasm_bindgen::throw_val(error);
            }
        });
    }
}

/// Calls a function of the page. If it fails, that is for its author to see in the console.
fn call(function: &Function, text: &str) {
    if let Err(error) = function.call1(&JsValue::NULL, &text.into()) {
        wasm_bindgen::throw_val(error);
    }
}

fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        let began = now();
        self.seek_if_recorded();
        self.play_or_pause();
        self.app.ui(ui, frame);
        self.report();
        self.read_aloud();
        let took = now() - began;
        self.frames = Frames { count: self.frames.count.wrapping_add(1), all: self.frames.all + took, last: took };
    }

    fn raw_input_hook(&mut self, ctx: &egui::Context, input: &mut egui::RawInput) {
        correct_pixels(&self.canvas, ctx.zoom_factor(), input);
        if let Some((engaged, _)) = &self.part {
            engaged.filter(input);
        }
        input.events.append(&mut self.acts);
    }

    fn save(&mut self, _: &mut dyn eframe::Storage) {
        self.app.keep();
    }

    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        self.app.clear_color(visuals)
    }
}
