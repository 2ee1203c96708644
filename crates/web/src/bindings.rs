//! The class `Gridscope`: a window on a canvas.

use crate::engaged::Engaged;
use crate::window::Window;
use eframe::{WebOptions, WebRunner};
use gridscope_algorithms::registry;
use gridscope_app::{first_session, in_page, in_part_of_page, page};
use gridscope_debugger::disk::address::Address;
use gridscope_debugger::session::command::table::TABLE;
use gridscope_debugger::session::command::{SessionCommand, WindowCommand};
use gridscope_debugger::session::window::ThemeName;
use gridscope_debugger::{Session, lab::query};
use gridscope_trace::geometry::Cell;
use js_sys::{Function, JSON};
use serde_json::{Value, json};
use std::cell::RefMut;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

/// A window on a canvas.
#[wasm_bindgen]
pub struct Gridscope {
    runner: WebRunner,
}

#[wasm_bindgen]
impl Gridscope {
    /// Starts a window. `what` is the fragment of an address, the name of a lesson, a link, or the text of a scene or
    /// map; if it is empty, the first lesson opens.
    pub async fn start(canvas: HtmlCanvasElement, what: String) -> Result<Gridscope, JsValue> {
        page::set_up();
        let first = || first_session(registry());
        let plays = what.trim().is_empty();
        let (session, broken) = match what.trim() {
            "" => (first()?, None),
            address => match Session::on_address(registry(), address) {
                Ok(session) => (session, None),
                Err(error) => (first()?, Some(error.to_string())),
            },
        };
        let options = WebOptions { dithering: false, ..WebOptions::default() };
        let shown_on = canvas.clone();
        let window = move |cc: &eframe::CreationContext<'_>| {
            let mut app = in_page(cc, session);
            if let Some(why) = broken {
                app.address_broken(&why);
            }
            if plays {
                app = app.playing_opening();
            }
            Window::new(app, cc.egui_ctx.clone(), shown_on)
        };
        Self::run(canvas, options, window).await
    }

    /// Starts a window that shows only a map, as a part of another page. `bytes` is a file of any format (a scene, a map, a
    /// trace or a log), or the fragment of an address. The theme is `dark`, `light` or `colour-blind`. Fails with a
    /// sentence if the file cannot be read.
    pub async fn start_part(
        canvas: HtmlCanvasElement,
        bytes: Vec<u8>,
        name: String,
        theme: String,
    ) -> Result<Gridscope, JsValue> {
        page::set_up();
        let text = std::str::from_utf8(&bytes).unwrap_or_default();
        let opened = if matches!(Address::read(text), Ok(None)) {
            Session::on_file(registry(), &page::shelve_file(&name, bytes))
        } else {
            Session::on_address(registry(), text)
        };
        let mut session = opened.map_err(|error| error.to_string())?;
        // A part of a page shows one run. Its link opens all.
        let whole = session.scene().clone();
        let has_scene = session.log().is_none() && !session.compares_trace();
        if has_scene && !whole.run.beside.is_empty() {
            let mut alone = whole.clone();
            alone.run.beside.clear();
            session = Session::new(registry(), alone);
        }
        let theme = ThemeName::from_name(&theme).unwrap_or_default();
        let engaged = Engaged::default();
        let [stops, prevents] = [(); 2].map(|()| engaged.clone());
        let options = WebOptions {
            dithering: false,
            should_stop_propagation: Box::new(move |event| stops.takes(event)),
            should_prevent_default: Box::new(move |event| prevents.takes(event)),
            ..WebOptions::default()
        };
        let shown_on = canvas.clone();
        let window = move |cc: &eframe::CreationContext<'_>| {
            let app = in_part_of_page(cc, session, theme);
            Window::new(app, cc.egui_ctx.clone(), shown_on).part(engaged, whole)
        };
        Self::run(canvas, options, window).await
    }

    async fn run(
        canvas: HtmlCanvasElement,
        options: WebOptions,
        window: impl FnOnce(&eframe::CreationContext<'_>) -> Window + 'static,
    ) -> Result<Gridscope, JsValue> {
        let runner = WebRunner::new();
        let create = move |cc: &eframe::CreationContext<'_>| Ok(Box::new(window(cc)) as Box<dyn eframe::App>);
        runner.start(canvas, options, Box::new(create)).await?;
        Ok(Self { runner })
    }

    /// Opens the bytes of a file of any format: a scene, a map, a trace or a log. Asks first if that would lose unsaved
    /// changes.
    pub fn load(&self, bytes: Vec<u8>, name: &str) {
        let path = page::shelve_file(name, bytes);
        self.request(SessionCommand::Open(path));
    }

    /// Opens the fragment of the address, which the user has changed.
    pub fn open(&self, fragment: &str) {
        if let Some(mut window) = self.window() {
            window.app.open_fragment(fragment);
            window.ctx.request_repaint();
        }
    }

    /// Opens the text of a scene that was kept. Asks first if that would lose unsaved changes.
    pub fn restore(&self, scene: String) {
        self.request(SessionCommand::OpenLink(scene));
    }

    /// Says in the window that the browser does not keep unsaved work, and why.
    pub fn storage_failed(&self, why: &str) {
        if let Some(mut window) = self.window() {
            window.app.storage_failed(why);
            window.ctx.request_repaint();
        }
    }

    /// Says in the window that the rest of the program cannot be fetched, and why.
    pub fn program_failed(&self, why: &str) {
        if let Some(mut window) = self.window() {
            window.app.program_failed(why);
            window.ctx.request_repaint();
        }
    }

    /// Says in the window that a reload does not open the file again, and why.
    pub fn not_reloaded(&self, why: &str) {
        if let Some(mut window) = self.window() {
            window.app.not_reloaded(why);
            window.ctx.request_repaint();
        }
    }

    /// Sets the function that keeps a file for a reload, given its name and bytes. It returns the path of the file.
    pub fn on_keep(&self, keep: Function) {
        page::keep_with(keep);
    }

    /// Sets the function that fetches the rest of the program, if the user tries again.
    pub fn on_fetch(&self, fetch: Function) {
        page::fetch_with(fetch);
    }

    /// Number of events that have happened.
    #[wasm_bindgen(getter)]
    pub fn at(&self) -> u32 {
        self.window().map_or(0, |window| window.moment.at as u32)
    }

    /// Number of events of the run. 0 while it is being recorded.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> u32 {
        self.window().map_or(0, |window| window.moment.length as u32)
    }

    /// Sentence about the moment: the last event, or at the end the outcome. Empty while the run is being recorded.
    #[wasm_bindgen(getter)]
    pub fn sentence(&self) -> String {
        self.window().map_or_else(String::new, |window| window.moment.sentence.clone())
    }

    /// Whether the scene has changes that are not saved.
    #[wasm_bindgen(getter)]
    pub fn unsaved(&self) -> bool {
        self.window().is_some_and(|window| window.app.session().document().loses_work())
    }

    /// Text that is another one after each edit and each opened scene.
    #[wasm_bindgen(getter)]
    pub fn revision(&self) -> String {
        let text = |window: RefMut<'_, Window>| {
            let session = window.app.session();
            format!("{}.{}", session.scene_number(), session.document().revision())
        };
        self.window().map(text).unwrap_or_default()
    }

    /// Number of columns and rows of the map.
    pub fn size(&self) -> Vec<u16> {
        self.window().map_or_else(Vec::new, |window| {
            let size = window.app.session().scene().size();
            vec![size.width, size.height]
        })
    }

    /// Goes to the moment after `at` events, or waits until the run is recorded.
    pub fn seek(&self, at: u32) {
        if let Some(mut window) = self.window() {
            window.seek = Some(at as usize);
            window.ctx.request_repaint();
        }
    }

    /// Whether the run is being played.
    #[wasm_bindgen(getter)]
    pub fn playing(&self) -> bool {
        self.window().is_some_and(|window| window.is_playing())
    }

    /// Returns the numbers of the events with a tie, from 1.
    pub fn ties(&self) -> Vec<u32> {
        let ties = |window: RefMut<'_, Window>| {
            window.app.session().replay().map(|run| run.ties().iter().map(|tie| tie + 1).collect())
        };
        self.window().and_then(ties).unwrap_or_default()
    }

    /// Performs the command with this title in the menus, such as `Next tie`. Returns whether there is one.
    pub fn command(&self, title: &str) -> bool {
        let Some(info) = TABLE.iter().find(|info| info.title == title) else { return false };
        let Some(mut window) = self.window() else { return false };
        window.app.request(info.command.clone());
        window.ctx.request_repaint();
        true
    }

    /// Sets the theme: `dark`, `light` or `colour-blind`.
    pub fn set_theme(&self, name: &str) {
        if let (Some(mut window), Some(theme)) = (self.window(), ThemeName::from_name(name)) {
            window.app.request(WindowCommand::SetTheme(theme));
            window.ctx.request_repaint();
        }
    }

    /// Starts playback.
    pub fn play(&self) {
        self.set_playing(true);
    }

    /// Pauses playback.
    pub fn pause(&self) {
        self.set_playing(false);
    }

    /// Returns the causes of the value that a cell has now, the latest first: `[{ event, sentence }]`. Empty if no event
    /// has written to it.
    pub fn why(&self, x: u16, y: u16) -> JsValue {
        let Some(window) = self.window() else { return JsValue::NULL };
        let (cell, session) = (Cell::new(x, y), window.app.session());
        let Some(replay) = session.replay().filter(|_| session.scene().size().contains(cell)) else {
            return JsValue::NULL;
        };
        let causes = query::current_event(replay, cell).map_or_else(Vec::new, |event| query::causes(replay, event));
        let causes = causes.into_iter().map(|i| json!({ "event": i + 1, "sentence": replay.event(i).sentence }));
        to_js(&causes.collect())
    }

    /// Returns why a cell did not win: `{ reason, sentence, event }`. `event` is `null` if no event shows it.
    pub fn why_not(&self, x: u16, y: u16) -> JsValue {
        let Some(window) = self.window() else { return JsValue::NULL };
        let (cell, session) = (Cell::new(x, y), window.app.session());
        let Some(replay) = session.replay().filter(|_| session.scene().size().contains(cell)) else {
            return JsValue::NULL;
        };
        let why = replay.why_not_path(&[cell]);
        to_js(&json!({ "reason": why.reason, "sentence": why.sentence, "event": why.event.map(|i| i + 1) }))
    }

    /// Selects a cell. A cell outside the map clears the selection.
    pub fn select(&self, x: u16, y: u16) {
        let cell = Cell::new(x, y);
        let inside = self.window().is_some_and(|window| window.app.session().scene().size().contains(cell));
        self.request(SessionCommand::Select(Some(cell).filter(|_| inside)));
    }

    /// Returns the scene, its run and the moment as a line of text. Empty if it cannot be written.
    pub fn link(&self) -> String {
        self.window().and_then(|window| window.link()).unwrap_or_default()
    }

    /// Returns the scene, its run and the moment as the text of a scene file. Empty if it cannot be written.
    #[wasm_bindgen(js_name = sceneFile)]
    pub fn scene_file(&self) -> String {
        self.window().and_then(|window| window.app.session().as_scene_file().ok()).unwrap_or_default()
    }

    /// Sets the function that is called with `at`, `length` and `sentence` whenever the moment has changed.
    pub fn on_change(&self, function: Function) {
        if let Some(mut window) = self.window() {
            window.changed = Some(function);
        }
    }

    /// Returns the number of frames, the sum of their times and the time of the last one, in milliseconds.
    pub fn frames(&self) -> Vec<f64> {
        self.window()
            .map_or_else(Vec::new, |window| vec![f64::from(window.frames.count), window.frames.all, window.frames.last])
    }

    /// Requests a frame. Returns whether the window is still there.
    pub fn repaint(&self) -> bool {
        self.window().map(|window| window.ctx.request_repaint()).is_some()
    }

    /// Writes the settings to the browser's storage. Does nothing if the window is embedded.
    pub fn keep(&self) {
        if let Some(mut window) = self.window() {
            window.app.keep();
        }
    }

    /// Ends the window and frees its memory.
    pub fn destroy(&self) {
        self.runner.destroy();
    }

    /// Returns the window, unless it was destroyed or has panicked.
    pub(crate) fn window(&self) -> Option<RefMut<'_, Window>> {
        self.runner.app_mut::<Window>()
    }

    fn request(&self, command: SessionCommand) {
        if let Some(mut window) = self.window() {
            window.request(command);
        }
    }

    fn set_playing(&self, playing: bool) {
        if let Some(mut window) = self.window() {
            window.plays = Some(playing);
            window.ctx.request_repaint();
        }
    }
}

/// Hands back a file that was kept for a reload, before its address is opened.
#[wasm_bindgen(js_name = putKept)]
pub fn put_kept(path: &str, bytes: Vec<u8>) {
    page::shelve_stored_file(path, bytes);
}

fn to_js(value: &Value) -> JsValue {
    JSON::parse(&value.to_string()).unwrap_or(JsValue::NULL)
}
