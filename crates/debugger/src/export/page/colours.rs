//! The colours of a page: those of the window's themes, as CSS variables and as colours of cells. A test compares them
//! with the window's.

use crate::window::ThemeName;
use gridscope_trace::{Actor, ActorKind, Role, Tile};
use std::fmt::Write as _;

/// A colour: red, green and blue as 0xRRGGBB.
pub(crate) type Rgb = u32;

/// Names and values of the colours in the themes dark, light and colour-blind.
pub const COLOURS: [(&str, [Rgb; 3]); 46] = [
    ("canvas", [0x0D_0F13, 0xE9_ECF0, 0x0D_0F13]),
    ("window", [0x13_161B, 0xF4_F5F7, 0x13_161B]),
    ("widget", [0x24_2932, 0xE7_EAEE, 0x24_2932]),
    ("hover", [0x2E_343F, 0xDB_E0E7, 0x2E_343F]),
    ("faint", [0x7C_8595, 0x6A_7280, 0x7C_8595]),
    ("weak", [0x9D_A6B5, 0x55_5E6C, 0x9D_A6B5]),
    ("text", [0xD3_D8E1, 0x25_2A33, 0xD3_D8E1]),
    ("strong", [0xF4_F6F9, 0x0E_1116, 0xF4_F6F9]),
    ("now", [0xFF_BF3F, 0xB0_5700, 0xFF_BF3F]),
    ("now_ink", [0x1E_1400, 0xFF_FFFF, 0x1E_1400]),
    ("link", [0x8F_C1FF, 0x14_57B8, 0x8F_C1FF]),
    ("selected", [0x24_395C, 0xD6_E5FC, 0x24_395C]),
    ("wall", [0x17_1A21, 0x4A_5260, 0x17_1A21]),
    ("wall_face", [0x23_2933, 0x3A_414D, 0x23_2933]),
    ("wall_edge", [0x66_7286, 0x20_252D, 0x66_7286]),
    ("floor", [0x3C_4451, 0xFF_FFFF, 0x3C_4451]),
    ("void", [0x05_0608, 0x98_A1AF, 0x05_0608]),
    ("unknown", [0x0F_1217, 0xC6_CCD5, 0x0F_1217]),
    ("unknown_hatch", [0x2E_3541, 0x9D_A6B4, 0x2E_3541]),
    ("remembered", [0x2D_333D, 0xE2_E5EA, 0x2D_333D]),
    ("remembered_wall", [0x1A_1E25, 0x72_7B8A, 0x1A_1E25]),
    ("remembered_edge", [0x4C_5563, 0x50_5967, 0x4C_5563]),
    ("seen", [0xA4_8B4C, 0xFF_E9A6, 0xA4_8B4C]),
    ("seen_far", [0x5C_5642, 0xFF_F7DF, 0x5C_5642]),
    ("seen_wall", [0x2B_2719, 0x5A_5133, 0x2B_2719]),
    ("seen_edge", [0xE5_CB86, 0x3A_3215, 0xE5_CB86]),
    ("frontier", [0x4F_E0B0, 0x00_795F, 0x69_E1FF]),
    ("path", [0xFF_BF3F, 0xB0_5700, 0xFF_B000]),
    ("tie", [0xFF_7AB8, 0xBC_1273, 0x85_83FF]),
    ("wrong", [0xFF_5D5D, 0xC9_252B, 0xFF_6A3D]),
    ("team_a", [0x3D_82F6, 0x1E_5FCC, 0x4D_94F5]),
    ("team_b", [0xFF_7A4D, 0xC4_481C, 0xFF_B000]),
    ("goal", [0xF4_F6F9, 0x14_171C, 0xF4_F6F9]),
    ("goal_ink", [0x14_171C, 0xFF_FFFF, 0x14_171C]),
    ("prisoner", [0xC7_7B3B, 0xA8_5F22, 0xC7_7B3B]),
    ("door", [0xD0_9A5B, 0xA8_692A, 0xD0_9A5B]),
    ("door_edge", [0x2A_1C0C, 0x5E_3510, 0x2A_1C0C]),
    ("pane", [0x3F_6C8C, 0xBF_E4F8, 0x3F_6C8C]),
    ("pane_line", [0x8F_D6FF, 0x1D_6FA3, 0x8F_D6FF]),
    ("water", [0x2F_6FA8, 0x7F_B8E6, 0x2F_6FA8]),
    ("bush", [0x4E_9A55, 0x3F_8A48, 0x4E_9A55]),
    ("wood", [0xA9_7B4A, 0xB9_8A55, 0xA9_7B4A]),
    ("rubble", [0x7B_8493, 0x8D_95A2, 0x7B_8493]),
    ("lava", [0xD9_542A, 0xD9_542A, 0xD9_542A]),
    ("wedge", [0xFF_E08A, 0xD9_9A00, 0xFF_E08A]),
    ("halo", [0x0B_0D10, 0xFF_FFFF, 0x0B_0D10]),
];

/// The colours that every page uses.
const USED: [&str; 29] = [
    "canvas",
    "window",
    "widget",
    "hover",
    "faint",
    "weak",
    "text",
    "strong",
    "now",
    "now_ink",
    "link",
    "selected",
    "wall",
    "wall_face",
    "wall_edge",
    "floor",
    "unknown_hatch",
    "remembered_edge",
    "seen_edge",
    "frontier",
    "path",
    "tie",
    "wrong",
    "team_a",
    "wedge",
    "halo",
    "door_edge",
    "goal",
    "goal_ink",
];

/// The colours of pictures that are blends: name, colour of the theme, share of the other colour, other colour (`None`
/// for white).
const BLENDS: [(&str, &str, f32, Option<&str>); 3] = [
    ("leaf_light", "bush", 0.25, None),
    ("water_wave", "water", 0.45, None),
    ("wood_shade", "wood", 0.4, Some("door_edge")),
];

/// The stops of the colour scale, low to high, in the themes dark, light and colour-blind.
pub(crate) const SCALES: [[Rgb; 6]; 3] = [
    [0x4C_4087, 0x4E_5399, 0x4F_66AA, 0x4F_7AB9, 0x50_8EC6, 0x53_A1D1],
    [0xDF_DFFF, 0xCA_D3FB, 0xB2_C7F5, 0x98_BCED, 0x7B_B1E4, 0x59_A8D8],
    [0x50_5C6C, 0x60_6C7D, 0x70_7D8E, 0x81_8FA0, 0x93_A0B2, 0xA5_B2C4],
];

/// Returns a colour of a theme, or black if there is no colour of that name.
pub fn colour(theme: ThemeName, name: &str) -> Rgb {
    if let Some(&(_, own, share, other)) = BLENDS.iter().find(|row| row.0 == name) {
        return mix(colour(theme, own), other.map_or(0xFF_FFFF, |other| colour(theme, other)), share);
    }
    COLOURS.iter().find(|row| row.0 == name).map_or(0, |row| row.1[theme as usize])
}

/// Formats a colour for CSS.
pub(super) fn hex(colour: Rgb) -> String {
    format!("#{colour:06x}")
}

/// Returns the CSS variables of a theme, for the colours that every page uses and those in `more`.
pub(crate) fn variables(theme: ThemeName, more: &str) -> String {
    let dark = if theme == ThemeName::Light { "light" } else { "dark" };
    let mut css = format!("color-scheme:{dark};");
    for name in COLOURS.iter().map(|row| row.0).chain(BLENDS.map(|row| row.0)) {
        let is_in_more = || more.split(|c: char| !(c.is_alphabetic() || c == '_')).any(|word| word == name);
        if USED.contains(&name) || is_in_more() {
            _ = write!(css, "--{name}:{};", hex(colour(theme, name)));
        }
    }
    css
}

/// Blends two colours: 0 is `a`, 1 is `b`.
fn mix(a: Rgb, b: Rgb, share: f32) -> Rgb {
    let part = |shift: u32| {
        let (x, y) = ((a >> shift & 255) as f32, (b >> shift & 255) as f32);
        ((x + (y - x) * share).round() as u32) << shift
    };
    part(16) | part(8) | part(0)
}

/// Returns whether the map draws a tile as part of a wall.
pub const fn is_solid(tile: Tile) -> bool {
    matches!(
        tile,
        Tile::Wall | Tile::SecretDoor | Tile::Window | Tile::OneWayN | Tile::OneWayE | Tile::OneWayS | Tile::OneWayW
    )
}

/// Returns the colour of a tile under a role, for a cell whose layer has no number.
pub fn cell(theme: ThemeName, tile: Tile, role: Role) -> Rgb {
    let c = |name| colour(theme, name);
    let floor = c("floor");
    let solid = is_solid(tile);
    let own = match tile {
        _ if solid => c("wall"),
        Tile::Void => c("void"),
        Tile::Airless => mix(floor, c("void"), 0.5),
        Tile::Water => mix(floor, c("water"), 0.6),
        Tile::Lava => mix(floor, c("lava"), 0.6),
        Tile::Swamp => mix(floor, c("bush"), 0.3),
        Tile::Bush | Tile::Tree => mix(floor, c("bush"), 0.25),
        Tile::Table | Tile::Crate => mix(floor, c("wood"), 0.6),
        _ => floor,
    };
    let covers = if own == floor { 1.0 } else { 0.55 };
    let over = |colour, share| mix(own, colour, share);
    match role {
        Role::Unknown => c("unknown"),
        Role::Seen if solid => c("seen_wall"),
        Role::Dimmed if solid => mix(c("wall"), c("seen_wall"), 0.5),
        Role::Hidden | Role::Remembered if solid => c("remembered_wall"),
        Role::None => own,
        _ if solid || tile == Tile::Void => own,
        Role::Queued | Role::Candidate | Role::Raised => over(c("frontier"), 0.16),
        Role::Seen => over(mix(c("seen"), c("seen_far"), 0.4), covers),
        Role::Dimmed => over(c("seen_far"), covers),
        Role::Hidden | Role::Remembered => over(c("remembered"), covers),
        Role::Done => heat(theme, 96),
        Role::Walked => over(c("team_a"), 0.3),
        Role::Threat | Role::Wrong => over(c("wrong"), 0.3),
        Role::Venting => over(c("pane_line"), 0.3),
        Role::Pressure => over(c("pane_line"), 0.5),
        Role::Refused => over(c("wall_face"), 0.35),
        Role::Current | Role::Path => over(c("path"), 0.3),
        Role::Chosen => over(c("tie"), 0.3),
    }
}

/// Returns the colour of a heat, 1 to 255.
pub fn heat(theme: ThemeName, heat: u8) -> Rgb {
    let at = f32::from(heat) / 255.0 * 5.0;
    let k = (at as usize).min(4);
    let stops = SCALES[theme as usize];
    mix(stops[k], stops[k + 1], at - k as f32)
}

/// Returns the names of an actor's colours: its disc, and the icon on it. A colour that all themes share is written as
/// it is. An empty name is the ink that is legible on the disc.
pub(super) fn actor(actor: &Actor) -> [&'static str; 2] {
    let second = actor.team().is_some_and(|team| team > 1);
    match actor.kind {
        ActorKind::Goal | ActorKind::Exit => ["goal", "goal_ink"],
        ActorKind::Item => ["#e2b93b", ""],
        ActorKind::Lamp => ["#ffe28a", ""],
        ActorKind::Prisoner => ["prisoner", ""],
        ActorKind::Thief => ["#9b6be0", ""],
        ActorKind::Bloat => ["#a9c24b", ""],
        ActorKind::Enemy => ["team_b", "#200b02"],
        _ if second => ["team_b", "#200b02"],
        _ => ["team_a", "#ffffff"],
    }
}
