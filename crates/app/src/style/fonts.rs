//! The typefaces and icons of the window: Inter for text and numbers, `JetBrains` Mono for cells and tables, Phosphor
//! for icons. Files and licences are in crates/app/fonts.

use egui::text::LayoutJob;
use egui::{
    Align, Align2, Color32, FontData, FontDefinitions, FontFamily, FontId, FontSelection, Label, Pos2, RichText, Sense,
    TextStyle, Ui, WidgetText, vec2,
};
use std::sync::Arc;

/// The faces: the name of the family, the file, and the weight where the file holds several.
const FACES: [(&str, &[u8], Option<f32>); 8] = [
    ("inter", INTER, Some(400.0)),
    ("inter-medium", INTER, Some(500.0)),
    ("inter-semibold", INTER, Some(600.0)),
    ("mono", include_bytes!("../../fonts/JetBrainsMono-Regular.ttf"), None),
    ("mono-semibold", include_bytes!("../../fonts/JetBrainsMono-SemiBold.ttf"), None),
    ("signs", include_bytes!("../../fonts/NotoEmoji-signs.ttf"), None),
    ("icons", include_bytes!("../../fonts/Phosphor-Regular.ttf"), None),
    ("icons-filled", include_bytes!("../../fonts/Phosphor-Fill.ttf"), None),
];

/// A variable font: its weight is chosen when it is drawn.
const INTER: &[u8] = include_bytes!("../../fonts/Inter.ttf");

/// Returns all fonts. Each weight is a family of its own. Missing characters come from the families after it.
pub(crate) fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let rest = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for (name, bytes, weight) in FACES {
        let mut data = FontData::from_static(bytes);
        if let Some(weight) = weight {
            data.tweak.coords.push(b"wght", weight);
        }
        if name.starts_with("icons") {
            // Moves the icons so that they are centred on capital letters.
            data.tweak.y_offset_factor = 0.08;
        }
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
        let family = match name {
            "inter" => FontFamily::Proportional,
            "mono" => FontFamily::Monospace,
            _ => FontFamily::Name(name.into()),
        };
        let others: &[&str] = match name {
            "mono-semibold" => &["mono", "inter", "signs"],
            _ if name.starts_with("inter") => &["mono", "signs"],
            _ => &["inter", "signs"],
        };
        let all = [&name].into_iter().chain(others).map(|name| (*name).to_owned()).chain(rest.iter().cloned());
        fonts.families.insert(family, all.collect());
    }
    let reading =
        FontData { tweak: fonts.font_data["inter"].tweak.clone(), ..FontData::from_owned(with_tall_lines(INTER)) };
    fonts.font_data.insert(READING.to_owned(), Arc::new(reading));
    let others = ["mono", "signs"].into_iter().map(str::to_owned).chain(rest);
    let all = std::iter::once(READING.to_owned()).chain(others).collect();
    fonts.families.insert(FontFamily::Name(READING.into()), all);
    fonts
}

/// Name of the family for the text of slides.
const READING: &str = "reading";

/// Returns the font for the text of slides. Its lines are half as high again as its letters' size. egui takes the height of
/// a line from the font.
pub(crate) fn reading(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(READING.into()))
}

/// Returns a font file whose lines are 1.5 times as high as the size, with the text in their middle. A file that is no such
/// font is returned as it is.
fn with_tall_lines(font: &[u8]) -> Vec<u8> {
    let mut font = font.to_vec();
    let number = |font: &[u8], at: usize| font.get(at..at + 2).map(|two| i16::from_be_bytes([two[0], two[1]]));
    let tables = number(&font, 4).map_or(0, i16::unsigned_abs);
    let table = |font: &[u8], name: &[u8; 4]| {
        let records = (0..usize::from(tables)).filter_map(|k| font.get(12 + 16 * k..28 + 16 * k));
        let mut own = records.filter(|record| record[..4] == *name);
        own.next().map(|record| u32::from_be_bytes([record[8], record[9], record[10], record[11]]) as usize)
    };
    let units = table(&font, b"head").and_then(|head| number(&font, head + 18));
    // Ascender and descender are in two tables.
    for at in [table(&font, b"hhea").map(|at| at + 4), table(&font, b"OS/2").map(|at| at + 68)].into_iter().flatten() {
        let (Some(units), Some(up), Some(down)) = (units, number(&font, at), number(&font, at + 2)) else { continue };
        let half = (i32::from(units) * 3 / 2 - (i32::from(up) - i32::from(down))) / 2;
        let [up, down] = [i32::from(up) + half, i32::from(down) - half].map(|value| value as i16);
        if let Some(place) = font.get_mut(at..at + 6) {
            place[..2].copy_from_slice(&up.to_be_bytes());
            place[2..4].copy_from_slice(&down.to_be_bytes());
            place[4..].fill(0);
        }
    }
    font
}

/// Returns the font for text, weight 400.
pub(crate) fn text(size: f32) -> FontId {
    FontId::proportional(size)
}

/// Returns the font of weight 500: for buttons, tabs, the sentence, and numbers on the map.
pub(crate) fn medium(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("inter-medium".into()))
}

/// Returns the font of weight 600: for titles, and numbers on the path.
pub(crate) fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("inter-semibold".into()))
}

/// Returns the monospaced font, weight 400.
pub(crate) fn mono(size: f32) -> FontId {
    FontId::monospace(size)
}

/// Returns the monospaced font of weight 600, for the number that matters.
pub(crate) fn mono_semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("mono-semibold".into()))
}

/// Number of letters that a line shows at most. egui lays out a whole text before it leaves out what does not fit, so a
/// longer text is cut first.
pub(crate) const LINE: usize = 600;

/// Returns the beginning of a text, with at most this number of letters.
pub(crate) fn cut(text: &str, letters: usize) -> &str {
    text.char_indices().nth(letters).map_or(text, |(end, _)| &text[..end])
}

/// Cuts a text that is laid out to what this number of lines can show. If it does not fit, it ends at a word with ….
pub(crate) fn limit(job: &mut LayoutJob, lines: usize) {
    let end = cut(&job.text, lines * LINE).len();
    if end < job.text.len() {
        job.text.truncate(end);
        job.sections.retain(|section| section.byte_range.start.0 < end);
        job.sections.iter_mut().for_each(|section| section.byte_range.end.0 = section.byte_range.end.0.min(end));
    }
    job.wrap.max_rows = lines;
}

/// Returns a label with at most this number of lines of text. If it does not fit, it ends at a word with …, and a tooltip
/// shows more of it.
pub(crate) fn lines(ui: &Ui, text: impl Into<WidgetText>, lines: usize) -> Label {
    let job = text.into().into_layout_job(ui.style(), FontSelection::Default, Align::Center);
    let mut job = Arc::unwrap_or_clone(job);
    limit(&mut job, lines);
    Label::new(job).wrap()
}

/// Returns a label with a single line of text. See [`lines`].
pub(crate) fn one_line(ui: &Ui, text: RichText) -> Label {
    lines(ui, text, 1)
}

/// A picture in one colour, drawn as a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Icon {
    /// The character.
    pub letter: char,
    /// Whether it is filled: for the player's buttons and for actors.
    pub filled: bool,
}

impl Icon {
    const fn outlined(letter: char) -> Self {
        Self { letter, filled: false }
    }

    const fn filled(letter: char) -> Self {
        Self { letter, filled: true }
    }

    /// Returns the font that contains the icon.
    pub(crate) fn font(self, size: f32) -> FontId {
        FontId::new(size, FontFamily::Name(if self.filled { "icons-filled" } else { "icons" }.into()))
    }

    /// Returns the icon as text of this size, in points.
    pub(crate) fn text(self, size: f32) -> RichText {
        RichText::new(self.letter).font(self.font(size))
    }

    /// Draws the icon beside words with the same meaning. A screen reader reads only the words.
    pub(crate) fn show(self, ui: &mut Ui, size: f32, ink: Color32) {
        let (rect, _) = ui.allocate_exact_size(vec2(size, ui.text_style_height(&TextStyle::Body)), Sense::hover());
        self.paint(ui, rect.center(), size, ink);
    }

    /// Paints the icon around a point, without space of its own.
    pub(crate) fn paint(self, ui: &Ui, at: Pos2, size: f32, ink: Color32) {
        ui.painter().text(at, Align2::CENTER_CENTER, self.letter, self.font(size), ink);
    }
}

impl From<crate::debugger::look::Icon> for Icon {
    fn from(icon: crate::debugger::look::Icon) -> Self {
        Self { letter: icon.letter, filled: icon.filled }
    }
}

/// The icons, by their names in Phosphor. Those of tiles and actors are in the look.
impl Icon {
    pub(crate) const FOLDER_OPEN: Icon = Icon::outlined('\u{e256}');
    pub(crate) const MAGNIFYING_GLASS: Icon = Icon::outlined('\u{e30c}');
    pub(crate) const GRADUATION_CAP: Icon = Icon::outlined('\u{e62c}');
    pub(crate) const BUG: Icon = Icon::outlined('\u{e5f6}');
    pub(crate) const MAP_TRIFOLD: Icon = Icon::outlined('\u{e31a}');
    pub(crate) const SUN: Icon = Icon::outlined('\u{e472}');
    pub(crate) const MOON: Icon = Icon::outlined('\u{e330}');
    pub(crate) const LIST: Icon = Icon::outlined('\u{e2f0}');
    pub(crate) const CARET_DOWN: Icon = Icon::outlined('\u{e136}');
    pub(crate) const CARET_UP: Icon = Icon::outlined('\u{e13c}');
    pub(crate) const BOOKS: Icon = Icon::outlined('\u{e758}');
    pub(crate) const DICE_FIVE: Icon = Icon::outlined('\u{e1ee}');
    pub(crate) const DOTS_THREE: Icon = Icon::outlined('\u{e1fe}');
    pub(crate) const ARROW_LEFT: Icon = Icon::outlined('\u{e058}');
    pub(crate) const ARROW_RIGHT: Icon = Icon::outlined('\u{e06c}');
    pub(crate) const PAINT_BRUSH: Icon = Icon::outlined('\u{e6f0}');
    pub(crate) const ERASER: Icon = Icon::outlined('\u{e21e}');
    pub(crate) const PAINT_BUCKET: Icon = Icon::outlined('\u{e392}');
    pub(crate) const RECTANGLE: Icon = Icon::outlined('\u{e3f0}');
    pub(crate) const LINE_SEGMENT: Icon = Icon::outlined('\u{e6d2}');
    pub(crate) const EYEDROPPER: Icon = Icon::outlined('\u{e568}');
    pub(crate) const SELECTION: Icon = Icon::outlined('\u{e69a}');
    pub(crate) const FLIP_HORIZONTAL: Icon = Icon::outlined('\u{ed6a}');
    pub(crate) const COPY: Icon = Icon::outlined('\u{e1ca}');
    pub(crate) const ARROW_CLOCKWISE: Icon = Icon::outlined('\u{e036}');
    pub(crate) const CROP: Icon = Icon::outlined('\u{e1d4}');
    pub(crate) const CURSOR: Icon = Icon::outlined('\u{e1dc}');
    pub(crate) const X: Icon = Icon::outlined('\u{e4f6}');
    pub(crate) const CHECK: Icon = Icon::outlined('\u{e182}');
    pub(crate) const FUNNEL: Icon = Icon::outlined('\u{e266}');
    pub(crate) const PLUS: Icon = Icon::outlined('\u{e3d4}');
    pub(crate) const FILE_PLUS: Icon = Icon::outlined('\u{e236}');
    pub(crate) const LINK: Icon = Icon::outlined('\u{e2e2}');
    pub(crate) const TRASH: Icon = Icon::outlined('\u{e4a6}');
    pub(crate) const PENCIL_SIMPLE: Icon = Icon::outlined('\u{e3b4}');
    pub(crate) const WARNING: Icon = Icon::outlined('\u{e4e0}');
    pub(crate) const INFO: Icon = Icon::outlined('\u{e2ce}');
    pub(crate) const BRAIN: Icon = Icon::outlined('\u{e74e}');
    pub(crate) const EYE_SLASH: Icon = Icon::outlined('\u{e224}');
    pub(crate) const CURSOR_CLICK: Icon = Icon::outlined('\u{e7c8}');
    pub(crate) const QUESTION: Icon = Icon::outlined('\u{e3e8}');
    pub(crate) const CROSSHAIR: Icon = Icon::outlined('\u{e1d6}');
    pub(crate) const SKIP_BACK_FILLED: Icon = Icon::filled('\u{e5a4}');
    pub(crate) const SKIP_FORWARD_FILLED: Icon = Icon::filled('\u{e5a6}');
    pub(crate) const CARET_LEFT_FILLED: Icon = Icon::filled('\u{e138}');
    pub(crate) const CARET_RIGHT_FILLED: Icon = Icon::filled('\u{e13a}');
    pub(crate) const PLAY_FILLED: Icon = Icon::filled('\u{e3d0}');
    pub(crate) const PAUSE_FILLED: Icon = Icon::filled('\u{e39e}');
    pub(crate) const CIRCLE_FILLED: Icon = Icon::filled('\u{e18a}');
}
