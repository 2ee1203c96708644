//! The typefaces and icons of the window: Inter for text and numbers, `JetBrains` Mono for cells and tables, Phosphor
//! for icons. Files and licences are in crates/app/fonts.

use egui::{
    Align, Align2, Color32, FontData, FontDefinitions, FontFamily, FontId, FontSelection, FontTweak, Label, RichText,
    Sense, TextStyle, Ui, WidgetText, vec2,
};
use std::sync::Arc;

/// The font files, each with the name of its family.
const FILES: [(&str, &[u8]); 7] = [
    ("inter", include_bytes!("../fonts/Inter-Regular.ttf")),
    ("inter-medium", include_bytes!("../fonts/Inter-Medium.ttf")),
    ("inter-semibold", include_bytes!("../fonts/Inter-SemiBold.ttf")),
    ("mono", include_bytes!("../fonts/JetBrainsMono-Regular.ttf")),
    ("mono-semibold", include_bytes!("../fonts/JetBrainsMono-SemiBold.ttf")),
    ("icons", include_bytes!("../fonts/Phosphor-Regular.ttf")),
    ("icons-filled", include_bytes!("../fonts/Phosphor-Fill.ttf")),
];

/// Returns all fonts. Each weight is a family of its own. Missing characters come from the families after it.
pub fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let rest = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for (name, bytes) in FILES {
        let mut data = FontData::from_static(bytes);
        if name.starts_with("icons") {
            // Moves the icons so that they are centred on capital letters.
            data.tweak = FontTweak { y_offset_factor: 0.08, ..FontTweak::default() };
        }
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
        let family = match name {
            "inter" => FontFamily::Proportional,
            "mono" => FontFamily::Monospace,
            _ => FontFamily::Name(name.into()),
        };
        let other = if name.starts_with("inter") { "mono" } else { "inter" };
        let all = [name.to_owned(), other.to_owned()].into_iter().chain(rest.iter().cloned()).collect();
        fonts.families.insert(family, all);
    }
    fonts
}

/// Returns the font for text, weight 400.
pub fn text(size: f32) -> FontId {
    FontId::proportional(size)
}

/// Returns the font of weight 500: for buttons, tabs, the sentence, and numbers on the map.
pub fn medium(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("inter-medium".into()))
}

/// Returns the font of weight 600: for titles, and numbers on the path.
pub fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("inter-semibold".into()))
}

/// Returns the monospaced font, weight 400.
pub fn mono(size: f32) -> FontId {
    FontId::monospace(size)
}

/// Returns the monospaced font of weight 600, for the number that matters.
pub fn mono_semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("mono-semibold".into()))
}

/// Returns a label with a single line of text. If it does not fit, it ends at a word with …, and a tooltip shows the
/// whole.
pub fn one_line(ui: &Ui, text: RichText) -> Label {
    let job = WidgetText::from(text).into_layout_job(ui.style(), FontSelection::Default, Align::Center);
    let mut job = Arc::unwrap_or_clone(job);
    job.wrap.max_rows = 1;
    Label::new(job).wrap()
}

/// A picture in one colour, drawn as a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Icon {
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
    pub fn font(self, size: f32) -> FontId {
        FontId::new(size, FontFamily::Name(if self.filled { "icons-filled" } else { "icons" }.into()))
    }

    /// Returns the icon as text of this size, in points.
    pub fn text(self, size: f32) -> RichText {
        RichText::new(self.letter).font(self.font(size))
    }

    /// Draws the icon beside words with the same meaning. A screen reader reads only the words.
    pub fn show(self, ui: &mut Ui, size: f32, ink: Color32) {
        let (rect, _) = ui.allocate_exact_size(vec2(size, ui.text_style_height(&TextStyle::Body)), Sense::hover());
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, self.letter, self.font(size), ink);
    }
}

/// The icons, by their names in Phosphor.
#[expect(missing_docs, reason = "each is called by what it shows")]
impl Icon {
    pub const MAGNIFYING_GLASS: Icon = Icon::outlined('\u{e30c}');
    pub const EXPORT: Icon = Icon::outlined('\u{eaf0}');
    pub const SUN: Icon = Icon::outlined('\u{e472}');
    pub const MOON: Icon = Icon::outlined('\u{e330}');
    pub const CIRCLE_HALF: Icon = Icon::outlined('\u{e18c}');
    pub const LIST: Icon = Icon::outlined('\u{e2f0}');
    pub const CARET_DOWN: Icon = Icon::outlined('\u{e136}');
    pub const CARET_RIGHT: Icon = Icon::outlined('\u{e13a}');
    pub const CARET_UP: Icon = Icon::outlined('\u{e13c}');
    pub const BOOKS: Icon = Icon::outlined('\u{e758}');
    pub const DICE_FIVE: Icon = Icon::outlined('\u{e1ee}');
    pub const QUESTION: Icon = Icon::outlined('\u{e3e8}');
    pub const DOTS_THREE: Icon = Icon::outlined('\u{e1fe}');
    pub const ARROW_LEFT: Icon = Icon::outlined('\u{e058}');
    pub const ARROW_RIGHT: Icon = Icon::outlined('\u{e06c}');
    pub const ARROW_U_UP_LEFT: Icon = Icon::outlined('\u{e08a}');
    pub const ARROW_U_UP_RIGHT: Icon = Icon::outlined('\u{e08c}');
    pub const BOOKMARK_SIMPLE: Icon = Icon::outlined('\u{e0ea}');
    pub const REPEAT: Icon = Icon::outlined('\u{e3f6}');
    pub const PAINT_BRUSH: Icon = Icon::outlined('\u{e6f0}');
    pub const ERASER: Icon = Icon::outlined('\u{e21e}');
    pub const PAINT_BUCKET: Icon = Icon::outlined('\u{e392}');
    pub const RECTANGLE: Icon = Icon::outlined('\u{e3f0}');
    pub const LINE_SEGMENT: Icon = Icon::outlined('\u{e6d2}');
    pub const EYEDROPPER: Icon = Icon::outlined('\u{e568}');
    pub const SELECTION: Icon = Icon::outlined('\u{e69a}');
    pub const FLIP_HORIZONTAL: Icon = Icon::outlined('\u{ed6a}');
    pub const COPY: Icon = Icon::outlined('\u{e1ca}');
    pub const CLIPBOARD: Icon = Icon::outlined('\u{e196}');
    pub const ARROW_CLOCKWISE: Icon = Icon::outlined('\u{e036}');
    pub const CROP: Icon = Icon::outlined('\u{e1d4}');
    pub const CURSOR: Icon = Icon::outlined('\u{e1dc}');
    pub const X: Icon = Icon::outlined('\u{e4f6}');
    pub const CHECK: Icon = Icon::outlined('\u{e182}');
    pub const FUNNEL: Icon = Icon::outlined('\u{e266}');
    pub const PLUS: Icon = Icon::outlined('\u{e3d4}');
    pub const MINUS: Icon = Icon::outlined('\u{e32a}');
    pub const FOLDER_OPEN: Icon = Icon::outlined('\u{e256}');
    pub const FLOPPY_DISK: Icon = Icon::outlined('\u{e248}');
    pub const FILE_PLUS: Icon = Icon::outlined('\u{e236}');
    pub const LINK: Icon = Icon::outlined('\u{e2e2}');
    pub const IMAGE: Icon = Icon::outlined('\u{e2ca}');
    pub const TRASH: Icon = Icon::outlined('\u{e4a6}');
    pub const PENCIL_SIMPLE: Icon = Icon::outlined('\u{e3b4}');
    pub const WARNING: Icon = Icon::outlined('\u{e4e0}');
    pub const INFO: Icon = Icon::outlined('\u{e2ce}');
    pub const EYE: Icon = Icon::outlined('\u{e220}');
    pub const BRAIN: Icon = Icon::outlined('\u{e74e}');
    pub const EYE_SLASH: Icon = Icon::outlined('\u{e224}');
    pub const PRESENTATION: Icon = Icon::outlined('\u{e654}');
    pub const CORNERS_OUT: Icon = Icon::outlined('\u{e1d0}');
    pub const TARGET: Icon = Icon::outlined('\u{e47c}');
    pub const MAP_TRIFOLD: Icon = Icon::outlined('\u{e31a}');
    pub const GEAR: Icon = Icon::outlined('\u{e270}');
    pub const SLIDERS_HORIZONTAL: Icon = Icon::outlined('\u{e434}');
    pub const TEXT_AA: Icon = Icon::outlined('\u{e6ee}');
    pub const KEYBOARD: Icon = Icon::outlined('\u{e2d8}');
    pub const PATH: Icon = Icon::outlined('\u{e39c}');
    pub const PUSH_PIN: Icon = Icon::outlined('\u{e3e2}');
    pub const CURSOR_CLICK: Icon = Icon::outlined('\u{e7c8}');
    pub const GRADUATION_CAP: Icon = Icon::outlined('\u{e62c}');
    pub const BUG_BEETLE: Icon = Icon::outlined('\u{e5f6}');
    pub const TREE_STRUCTURE: Icon = Icon::outlined('\u{e67c}');
    pub const ARROWS_CLOCKWISE: Icon = Icon::outlined('\u{e094}');
    pub const HAND: Icon = Icon::outlined('\u{e298}');
    pub const CROSSHAIR: Icon = Icon::outlined('\u{e1d6}');
    pub const ARROW_UP: Icon = Icon::outlined('\u{e08e}');
    pub const ARROW_DOWN: Icon = Icon::outlined('\u{e03e}');
    pub const SKIP_BACK_FILLED: Icon = Icon::filled('\u{e5a4}');
    pub const SKIP_FORWARD_FILLED: Icon = Icon::filled('\u{e5a6}');
    pub const CARET_LEFT_FILLED: Icon = Icon::filled('\u{e138}');
    pub const CARET_RIGHT_FILLED: Icon = Icon::filled('\u{e13a}');
    pub const PLAY_FILLED: Icon = Icon::filled('\u{e3d0}');
    pub const PAUSE_FILLED: Icon = Icon::filled('\u{e39e}');
    pub const SHIELD_FILLED: Icon = Icon::filled('\u{e40a}');
    pub const FLAG_FILLED: Icon = Icon::filled('\u{e244}');
    pub const MASK_HAPPY_FILLED: Icon = Icon::filled('\u{e9f4}');
    pub const COMPASS_FILLED: Icon = Icon::filled('\u{e1c8}');
    pub const EYE_FILLED: Icon = Icon::filled('\u{e220}');
    pub const SWORD_FILLED: Icon = Icon::filled('\u{e5ba}');
    pub const LIGHTBULB_FILLED: Icon = Icon::filled('\u{e2dc}');
    pub const PERSON_SIMPLE_RUN_FILLED: Icon = Icon::filled('\u{e730}');
    pub const KEY_FILLED: Icon = Icon::filled('\u{e2d6}');
    pub const STAIRS_FILLED: Icon = Icon::filled('\u{e8ec}');
    pub const DIAMOND_FILLED: Icon = Icon::filled('\u{e1ec}');
    pub const SKULL_FILLED: Icon = Icon::filled('\u{e916}');
    pub const FLAG_PENNANT_FILLED: Icon = Icon::filled('\u{ecf0}');
    pub const LOCK_FILLED: Icon = Icon::filled('\u{e2fa}');
    pub const DICE_FIVE_FILLED: Icon = Icon::filled('\u{e1ee}');
    pub const QUESTION_FILLED: Icon = Icon::filled('\u{e3e8}');
    pub const BOOKMARK_SIMPLE_FILLED: Icon = Icon::filled('\u{e0ea}');
    pub const CIRCLE_FILLED: Icon = Icon::filled('\u{e18a}');
}
