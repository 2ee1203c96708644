//! Opens the window, on a desktop or in a page, and the page that it starts with.

mod doors;
mod first_seconds;
pub(crate) mod living_map;
mod recent_files;
pub(crate) mod route;
pub mod start_page;

use crate::debugger::Session;
#[cfg(not(target_arch = "wasm32"))]
use crate::debugger::SessionCommand;
#[cfg(not(target_arch = "wasm32"))]
use crate::debugger::disk::site::program_page;
#[cfg(not(target_arch = "wasm32"))]
use crate::dialogs::guide::Guide;
#[cfg(not(target_arch = "wasm32"))]
use crate::files::recovering::EVERY;
#[cfg(not(target_arch = "wasm32"))]
use crate::files::storage;
use crate::files::storage::Storage;
#[cfg(target_os = "linux")]
use crate::host::display;
#[cfg(not(target_arch = "wasm32"))]
use crate::start::start_page::StartPage;
#[cfg(target_arch = "wasm32")]
use crate::style::theme::ThemeName;
use crate::view::Settings;
use crate::{App, FIRST_PRESET, style};
use gridscope_trace::Registry;

/// Name of the variable of the environment with the address of the page that *Copy link* opens, if it is not the site's.
#[cfg(not(target_arch = "wasm32"))]
const PAGE: &str = "GRIDSCOPE_PAGE";

/// The picture of the window in its title and in the task bar: release/gridscope.svg, drawn by release/icon.
#[cfg(not(target_arch = "wasm32"))]
const ICON: &[u8] = include_bytes!("icon.png");

/// Opens the window on a session. Returns when it is closed.
///
/// # Errors
/// Returns a sentence if there is no display.
#[cfg(not(target_arch = "wasm32"))]
pub fn run(session: Session, guide: Guide) -> Result<(), String> {
    run_in(session, move |app| Box::new(app.with_guide(guide)))
}

/// Opens the window with nothing to show: on the start page, before the first lesson, which [`first_session`] opens. If
/// there is a command, such as one that opens a file, the window begins with it. Returns when the window is closed.
///
/// # Errors
/// Returns an error if [`run`] would.
#[cfg(not(target_arch = "wasm32"))]
pub fn run_first(first: Session, guide: Guide, command: Option<SessionCommand>) -> Result<(), String> {
    run_in(first, move |mut app| {
        if let Some(command) = command {
            app.request(command);
        } else if app.view.settings.start_page {
            app.view.start_page = StartPage::Shown;
        }
        Box::new(app.with_guide(guide))
    })
}

/// Like [`run`], but wraps the application in another, which may observe it.
///
/// # Errors
/// Returns an error if [`run`] would.
#[cfg(not(target_arch = "wasm32"))]
pub fn run_in(session: Session, outer: impl FnOnce(App) -> Box<dyn eframe::App> + 'static) -> Result<(), String> {
    #[cfg(windows)]
    crate::host::console::close_own();
    let storage = Storage::of_user();
    let size = storage.as_ref().map_or_else(storage::Size::default, |s| s.read().window);
    #[cfg_attr(not(target_os = "linux"), expect(unused_mut, reason = "only Linux has two systems of windows"))]
    let mut options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("gridscope")
            .with_app_id("gridscope")
            .with_inner_size(size.inner)
            .with_maximized(size.maximized)
            .with_min_inner_size([480.0, 320.0])
            .with_drag_and_drop(true)
            .with_icon(eframe::icon_data::from_png_bytes(ICON).unwrap_or_default()),
        // There are no gradients that would show bands. If the CPU draws, dithering costs a third of the time for each
        // pixel.
        dithering: false,
        ..eframe::NativeOptions::default()
    };
    #[cfg(target_os = "linux")]
    if display::falls_back_to_x11(|name| std::env::var_os(name), display::answers) {
        use winit::platform::x11::EventLoopBuilderExtX11 as _;
        options.event_loop_builder = Some(Box::new(|builder| _ = builder.with_x11()));
    }
    let start = Box::new(|cc: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        let mut app = App::new(session, Settings::default());
        if let Some(storage) = storage {
            let unsaved = storage.sibling_path("unsaved");
            app.session_mut().keep_rows_in(Some(storage.sibling_path("experiments")));
            app = app.keeping(storage).recovering(&unsaved, EVERY);
        }
        app.fills_screen = size.maximized;
        if let Some(page) = std::env::var(PAGE).ok().or_else(program_page) {
            app = app.linking_to(&page);
        }
        style(&cc.egui_ctx, &app.view.theme);
        Ok(outer(app))
    });
    eframe::run_native("gridscope", options, start)
        .map_err(|e| format!("the window cannot be opened: {}; is there a display?", without_source(&e.to_string())))
}

/// Creates the window of a part of a page, on a session. It shows only the map, and leaves the address bar, the title and
/// the stored settings to the page around it.
#[cfg(target_arch = "wasm32")]
pub fn in_part_of_page(cc: &eframe::CreationContext<'_>, session: Session, theme: ThemeName) -> App {
    let mut app = App::new(session, Settings { theme, follows_system_theme: false, ..Settings::default() });
    app.host.embedded = true;
    style(&cc.egui_ctx, &app.view.theme);
    app
}

/// Creates the window of a page, on a session.
#[cfg(target_arch = "wasm32")]
pub fn in_page(cc: &eframe::CreationContext<'_>, session: Session) -> App {
    let mut app = App::new(session, Settings::default());
    if let Some(storage) = Storage::of_user() {
        app = app.keeping(storage);
    }
    app.view.settings.less_motion |= crate::host::prefers_less_motion();
    // Files of earlier visits are gone.
    app.view.settings.recent.clear();
    style(&cc.egui_ctx, &app.view.theme);
    app
}

/// Returns a session on the first preset.
///
/// # Errors
/// Returns a sentence if the preset cannot be read.
pub fn first_session(registry: Registry) -> Result<Session, String> {
    let preset = crate::presets::find(FIRST_PRESET).or_else(|| crate::presets::PRESETS.first());
    let scene = preset.ok_or("there are no presets")?.scene().map_err(|e| e.to_string())?;
    Ok(Session::new(registry, scene))
}

/// Returns an error of the window system without its source location, which is a path on the machine that built it.
#[cfg(not(target_arch = "wasm32"))]
fn without_source(error: &str) -> &str {
    let why = error.rsplit_once(".rs:").and_then(|(_, place)| place.split_once(": ")).map_or(error, |(_, why)| why);
    why.trim_end_matches('.')
}
