//! The export dialog: what to export, how, and where to. The path's extension chooses the format.

use super::{answer, enter, export_map, heading, modal};
use crate::debugger::Session;
use crate::debugger::export::map::MapExport;
use crate::debugger::export::table::expansions;
use crate::debugger::export::{Export, ExportKind, Format, letter, name_for, usual_stride};
use crate::dialogs::exporting::ExportRequest;
use crate::export::stage::{Layout, pixels};
use crate::export::{layout_of, scale_of};
use crate::formats::plain::thousands;
use crate::style::segments;
use crate::style::theme::ThemeName;
use crate::view::{Dialog, View};
use crate::{dialogs::previewing, style::fonts};
use egui::{Button, Checkbox, Context, DragValue, RichText, TextEdit, Ui};
use std::path::{Path, PathBuf};

/// The choices in the dialog.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the dialog")]
#[derive(Clone, PartialEq, Debug)]
pub struct ExportForm {
    export: Export,
    /// The map in the format of another program, if that is what is exported.
    map: Option<MapExport>,
    /// Whether only the visible part of the map is exported.
    seen: bool,
    /// Whether the number of events per frame is still the default.
    usual: bool,
    /// The path, as typed.
    pub path: String,
    /// Whether the file name is still the suggested one.
    suggested: bool,
    /// Whether the system's file dialog is requested.
    pub browse: bool,
    /// Whether the system has no file dialog.
    pub no_browser: bool,
}

/// The kind of the last export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LastExport {
    /// The run, as a file of this kind.
    Run(ExportKind),
    /// The map, in this format.
    Map(&'static str),
}

impl ExportForm {
    /// Creates a form for a picture of the current moment, in the window's theme.
    pub(crate) fn new(session: &Session, theme: ThemeName) -> Self {
        let export = Export { theme, ..Export::new(ExportKind::Picture, Format::Png, session) };
        let path = place(session).join(name_for(session, ExportKind::Picture)).display().to_string();
        let map = None;
        let was_previewed = false;
        let usual = true;
        let suggested = true;
        let browse = false;
        let no_browser = false;
        Self { export, map, seen: was_previewed, usual, path, suggested, browse, no_browser }
    }

    /// Creates a form for the map in this format, or in that of Tiled.
    pub(crate) fn of_map(session: &Session, theme: ThemeName, format: Option<&'static str>) -> Self {
        let mut form = Self::new(session, theme);
        form.choose_map(session, format.unwrap_or("tmx"));
        form
    }

    /// Creates a form for the kind that was exported last.
    pub(crate) fn again(session: &Session, theme: ThemeName, last: Option<LastExport>) -> Self {
        match last {
            Some(LastExport::Map(format)) => Self::of_map(session, theme, Some(format)),
            Some(LastExport::Run(what)) => {
                let mut form = Self::new(session, theme);
                form.choose(session, what);
                form
            }
            None => Self::new(session, theme),
        }
    }

    /// Returns the kind, for the next time.
    fn kind(&self) -> LastExport {
        self.map.as_ref().map_or(LastExport::Run(self.export.what), |map| LastExport::Map(map.format))
    }

    /// Creates a form for a page that plays the run.
    pub(crate) fn of_page(session: &Session, theme: ThemeName) -> Self {
        let mut form = Self::new(session, theme);
        form.choose(session, ExportKind::Page);
        form
    }

    /// Returns the extensions of the file, the default one first.
    pub(crate) fn endings(&self) -> &'static [&'static str] {
        match &self.map {
            Some(map) => map.format().map_or(&[], |format| format.extensions()),
            None => self.export.what.extensions(),
        }
    }

    /// Switches to the map, in this format.
    fn choose_map(&mut self, session: &Session, format: &'static str) {
        let map = MapExport { format, script: false };
        let folder = Path::new(&self.path).parent().map(Path::to_path_buf).unwrap_or_default();
        if self.suggested {
            self.path = folder.join(map.name(session)).display().to_string();
        }
        self.map = Some(map);
    }

    /// Switches to another kind of export. A file name that the user has not typed changes with it.
    fn choose(&mut self, session: &Session, what: ExportKind) {
        self.map = None;
        let fresh = Export::new(what, Format::Png, session);
        let Export { theme, run, rulers, .. } = self.export;
        let folder = Path::new(&self.path).parent().map(Path::to_path_buf).unwrap_or_default();
        self.export = Export { theme, rulers, run, ..fresh };
        self.usual = true;
        if self.suggested {
            self.path = folder.join(name_for(session, what)).display().to_string();
        } else if what.format(Path::new(&self.path)).is_err() {
            self.end_in(what.suggested_extension());
        }
    }

    fn end_in(&mut self, ending: &str) {
        self.path = PathBuf::from(self.path.trim()).with_extension(ending).display().to_string();
    }
}

/// Returns the folder of the scene's file or of the map's file, or else the current directory.
fn place(session: &Session) -> PathBuf {
    let source = session.map_source().map(|source| &source.path);
    let file = session.document().path.as_ref().or(source);
    let own = file.and_then(|path| path.parent()).filter(|p| !p.as_os_str().is_empty());
    own.map(Path::to_path_buf).or_else(|| std::env::current_dir().ok()).unwrap_or_default()
}

/// The kinds of export, each with its tooltip.
const WHATS: [(ExportKind, &str, &str); 6] = [
    (ExportKind::Picture, "Picture", "This moment, as pixels (PNG) or shapes (SVG, PDF, TikZ)."),
    (ExportKind::Animation, "Animation", "A range of time, as GIF or animated PNG."),
    (
        ExportKind::Page,
        "Page that plays",
        "A range of time as one web page. It plays in any browser, without a network.",
    ),
    (ExportKind::Table, "Table", "The expansions in order: cell, g, h, f, parent; CSV or Markdown."),
    (
        ExportKind::Handout { answers: false },
        "Handout",
        "Pages of A4 to print: empty boxes for g, h and f, or the answers.",
    ),
    (ExportKind::Card, "Share card", "1200×630 with title, question and map, the size of link previews."),
];

/// Draws the dialog. Returns its state if it stays open.
pub(super) fn show(ctx: &Context, session: &Session, view: &mut View, mut form: Box<ExportForm>) -> Option<Dialog> {
    let enter = enter(ctx);
    let wide = if form.map.is_some() { 1060.0 } else { 640.0 };
    modal(ctx, "export", wide, |ui| {
        heading(ui, "Export");
        kinds(ui, session, &mut form);
        ui.separator();
        if form.map.is_some() {
            return map(ui, session, view, form, enter);
        }
        options(ui, session, &mut form);
        ui.add_space(6.0);
        where_to(ui, &mut form);
        let path = PathBuf::from(form.path.trim());
        let format = form.export.what.format(&path);
        if let Ok(format) = format {
            form.export.format = format;
        }
        let view_layout = form.seen.then_some(Layout::View {
            camera: view.camera,
            size: view.map.size(),
            sentence: form.export.sentence,
        });
        let view_layout =
            view_layout.filter(|_| matches!(form.export.what, ExportKind::Picture | ExportKind::Animation));
        let problem = match &format {
            _ if session.replay().is_none() && form.export.what != ExportKind::Picture => {
                Some("Nothing is recorded yet.".to_owned())
            }
            Err(error) => Some(error.to_string()),
            Ok(_) => form.export.check(session).err().map(|error| error.to_string()),
        };
        let problem = problem.or(link_problem(&form, &path)).or(previewing::show(
            ui,
            view,
            &form.export,
            view_layout,
            session.generation(),
        ));
        ui.add_space(4.0);
        match &problem {
            Some(problem) => _ = ui.colored_label(view.theme.wrong, format!("✕ {problem}")),
            None => {
                _ = ui.label(RichText::new(result_sentence(session, &form, view_layout, &path)).color(view.theme.weak));
            }
        }
        ui.add_space(8.0);
        let mut done = false;
        ui.horizontal(|ui| {
            let go = answer(ui, view, "Export", true, problem.is_none()) || (enter && problem.is_none());
            if go {
                let (export, map) = (form.export.clone(), None);
                view.last_export = Some(form.kind());
                view.export_asked =
                    Some(ExportRequest { export, map, view: view_layout, path, suggested: form.suggested });
                done = true;
            }
            done |= answer(ui, view, "Cancel", false, true);
        });
        (!done).then(|| Dialog::Export(form))
    })
}

/// Returns why a suggested name cannot be used: someone else may have put a link there.
fn link_problem(form: &ExportForm, path: &Path) -> Option<String> {
    let is_link = form.suggested && path.is_symlink();
    is_link.then(|| "A link of this name is there, and may lead to any file. Type another name.".to_owned())
}

/// Draws the choice of what is exported. The map is third.
fn kinds(ui: &mut Ui, session: &Session, form: &mut ExportForm) {
    let same = |what: &ExportKind| std::mem::discriminant(what) == std::mem::discriminant(&form.export.what);
    let own = WHATS.iter().position(|(what, ..)| same(what)).filter(|_| form.map.is_none());
    let mut all: Vec<_> =
        WHATS.iter().enumerate().map(|(i, (_, name, help))| (Some(i), (*name).to_owned(), *help)).collect();
    all.insert(2, (None, "Map".to_owned(), export_map::HELP));
    let mut selected_index = own;
    if segments(ui, &mut selected_index, all) {
        match selected_index.and_then(|i| WHATS.get(i)) {
            Some((what, ..)) => form.choose(session, *what),
            None => form.choose_map(session, "tmx"),
        }
    }
}

/// Draws the rest of the dialog for a map.
fn map(ui: &mut Ui, session: &Session, view: &mut View, mut form: Box<ExportForm>, enter: bool) -> Option<Dialog> {
    let mut map = form.map.clone()?;
    let before = map.format;
    let problem = export_map::show(ui, session, view, &mut map, Path::new(form.path.trim()));
    let is_other = map.format != before;
    form.map = Some(map.clone());
    if is_other {
        let folder = Path::new(&form.path).parent().map(Path::to_path_buf).unwrap_or_default();
        if form.suggested {
            form.path = folder.join(map.name(session)).display().to_string();
        } else if let Some(ending) = form.endings().first() {
            form.end_in(ending);
        }
    }
    ui.separator();
    where_to(ui, &mut form);
    let path = PathBuf::from(form.path.trim());
    let nameless = path.file_name().is_none().then(|| "Type the name of a file.".to_owned());
    let problem = problem.or(nameless).or(link_problem(&form, &path));
    match &problem {
        Some(problem) => _ = ui.colored_label(view.theme.wrong, format!("✕ {problem}")),
        None if path.is_file() => _ = ui.colored_label(view.theme.weak, "The file that is there is replaced."),
        None => {}
    }
    ui.add_space(6.0);
    let mut done = false;
    ui.horizontal(|ui| {
        if answer(ui, view, "Export", true, problem.is_none()) || (enter && problem.is_none()) {
            let export = form.export.clone();
            let map = Some(map);
            let suggested = form.suggested;
            view.last_export = Some(form.kind());
            view.export_asked = Some(ExportRequest { export, map, view: None, path, suggested });
            done = true;
        }
        done |= answer(ui, view, "Cancel", false, true);
    });
    (!done).then_some(Dialog::Export(form))
}

/// Draws the options of this kind of export.
fn options(ui: &mut Ui, session: &Session, form: &mut ExportForm) {
    let len = session.moment().1;
    let what = form.export.what;
    if what.has_range() {
        ui.horizontal_wrapped(|ui| {
            let export = &mut form.export;
            let (from, to) = (export.from, export.to);
            let first = session.moment_of_number(0);
            event(ui, "From event", session, &mut export.from, first..=export.to);
            event(ui, "to", session, &mut export.to, export.from..=len);
            if let Some((a, b)) = session.display_state().playback.range
                && ui.button("The looped range").clicked()
            {
                (export.from, export.to) = (a, b);
            }
            if form.usual && (from, to) != (export.from, export.to) {
                export.every = usual_stride(export.from, export.to);
            }
            if what == ExportKind::Page {
                return;
            }
            let every = export.every;
            number(ui, "one event in", &mut export.every, 1..=len.max(1));
            form.usual &= every == export.every;
            let mut delay = export.delay as usize;
            number(ui, "milliseconds a frame", &mut delay, 10..=10_000);
            export.delay = delay as u32;
        });
    }
    if let ExportKind::Handout { answers } = &mut form.export.what {
        let before = *answers;
        let all = [(false, "With empty boxes".to_owned(), ""), (true, "With the answers".to_owned(), "")];
        segments(ui, answers, all);
        if before != *answers && form.suggested {
            let folder = Path::new(&form.path).parent().map(Path::to_path_buf).unwrap_or_default();
            form.path = folder.join(name_for(session, form.export.what)).display().to_string();
        }
    }
    if !matches!(what, ExportKind::Table | ExportKind::Page | ExportKind::Handout { .. }) {
        ui.horizontal_wrapped(|ui| {
            if what != ExportKind::Card {
                let all = [(false, "The whole map".to_owned(), ""), (true, "The part in view".to_owned(), "")];
                segments(ui, &mut form.seen, all);
                ui.add(Checkbox::new(&mut form.export.sentence, "Sentence below"));
                let help = "The numbers of columns and rows at the rim of the map.";
                ui.add(Checkbox::new(&mut form.export.rulers, "Rulers")).on_hover_text(help);
            }
        });
        ui.horizontal_wrapped(|ui| {
            if what != ExportKind::Card {
                ui.label("Size");
                segments(ui, &mut form.export.scale, (1..=4).map(|scale| (scale, format!("{scale}×"), "")));
            }
            let title = |theme: ThemeName| (theme, theme.title().to_owned(), "The colours of the picture.");
            segments(ui, &mut form.export.theme, ThemeName::ALL.map(title));
        });
    }
    let runs = session.shown_runs().count();
    if runs > 1 {
        ui.horizontal_wrapped(|ui| {
            // A table or a page has one run: the first, unless the user chose another.
            let of_one = matches!(what, ExportKind::Table | ExportKind::Page);
            let all = (!of_one).then(|| (None, "All runs".to_owned(), ""));
            let runs = (0..runs).map(|run| (Some(run), format!("Run {}", letter(run)), ""));
            let mut run = form.export.run.or(of_one.then_some(0));
            if segments(ui, &mut run, all.into_iter().chain(runs)) {
                form.export.run = run;
            }
        });
    }
}

fn number(ui: &mut Ui, name: &str, value: &mut usize, range: std::ops::RangeInclusive<usize>) {
    let label = ui.label(name);
    ui.add(DragValue::new(value).range(range)).labelled_by(label.id);
}

/// Like [`number`], for a moment, which is shown as a number of events of the whole run.
fn event(ui: &mut Ui, name: &str, session: &Session, moment: &mut usize, range: std::ops::RangeInclusive<usize>) {
    let event_number = |moment: usize| session.number_of_moment(moment);
    let mut value = event_number(*moment);
    number(ui, name, &mut value, event_number(*range.start())..=event_number(*range.end()));
    *moment = session.moment_of_number(value);
}

/// Draws the path, with buttons for its possible extensions.
fn where_to(ui: &mut Ui, form: &mut ExportForm) {
    ui.horizontal(|ui| {
        ui.label("As");
        let path = form.path.trim().to_lowercase();
        let mut ending = form.endings().iter().find(|ending| path.ends_with(&format!(".{ending}"))).copied();
        if segments(ui, &mut ending, form.endings().iter().map(|&own| (Some(own), own.to_uppercase(), "")))
            && let Some(ending) = ending
        {
            form.end_in(ending);
            // Paper is white.
            let format = form.export.what.format(Path::new(&form.path));
            if format.is_ok_and(|format| format.usual_theme() == ThemeName::Light) {
                form.export.theme = ThemeName::Light;
            }
        }
    });
    ui.horizontal(|ui| {
        let wide = (ui.available_width() - 96.0).max(60.0);
        let field = TextEdit::singleline(&mut form.path).font(fonts::mono(13.0)).desired_width(wide);
        if ui.add(field).accessible_name("Export to").changed() {
            form.suggested = false;
        }
        let help = if form.no_browser { crate::host::NO_BROWSER } else { "Chooses the place." };
        if ui
            .add_enabled(!form.no_browser, Button::new("Browse…"))
            .on_hover_text(help)
            .on_disabled_hover_text(help)
            .clicked()
        {
            (form.browse, form.suggested) = (true, false);
        }
    });
}

/// Returns a sentence about the result.
fn result_sentence(session: &Session, form: &ExportForm, seen: Option<Layout>, path: &Path) -> String {
    let export = &form.export;
    let size = || {
        let (w, h) = pixels(session, seen.unwrap_or_else(|| layout_of(export)), scale_of(export), export.rulers);
        format!("{w}×{h} pixels")
    };
    let what = match export.what {
        ExportKind::Picture | ExportKind::Card if export.format.has_shapes() => {
            "Shapes, sharp at every size".to_owned()
        }
        ExportKind::Picture | ExportKind::Card => size(),
        ExportKind::Animation => {
            let (n, seconds) =
                (export.frames(), export.frames() as f64 * f64::from(export.frame_duration()) / 1000.0 + 2.0);
            format!("{} frames of {}, {seconds:.0} seconds", thousands(n), size())
        }
        ExportKind::Page if export.format == Format::Scorm => {
            "A package for a learning platform (SCORM 1.2): upload the file there".to_owned()
        }
        ExportKind::Page => {
            let events = thousands(export.to.saturating_sub(export.from));
            format!("One page with {events} events, in the colours that the reader's system prefers")
        }
        ExportKind::Handout { .. } if export.format == Format::Svg => "A4, one file a page".to_owned(),
        ExportKind::Handout { .. } if export.format == Format::Html => {
            "A4, all pages in one file; a browser prints it".to_owned()
        }
        ExportKind::Handout { .. } => "A4, all pages in one file".to_owned(),
        ExportKind::Table => match session.replay().map(|replay| expansions(replay).len()) {
            Some(n) if n > 0 => format!("{} expansions", thousands(n)),
            _ => "Its steps: this run expands nothing".to_owned(),
        },
    };
    let there = if path.is_file() { " The file that is there is replaced." } else { "" };
    format!("{what}.{there}")
}
