//! All colours, and nothing else: light, dark, and one that colour-blind people can read.
//!
//! The colour-blind theme uses the palette of Okabe and Ito, *Color Universal Design*, 2008. In every theme a role
//! also has a glyph, so that colour never stands alone.

#![expect(clippy::unreadable_literal, reason = "colours are written as everybody writes them: 0xRRGGBB")]

use crate::core::event::Tone;
use crate::core::terrain::Tile;
use crate::core::view::board::{Mark, Role};
pub use crate::debugger::window::ThemeName;
use egui::{Color32, Stroke, Visuals};

/// The colours of one theme.
#[derive(Clone, Debug)]
pub struct Theme {
    /// Which it is.
    pub name: ThemeName,
    /// Whether the ground is dark.
    pub dark: bool,
    /// Behind the map.
    pub backdrop: Color32,
    /// Between cells.
    pub grid: Color32,
    /// Text and glyphs over cells.
    pub ink: Color32,
    /// The other end of [`Theme::ink`], for outlines around glyphs.
    pub paper: Color32,
    /// Text that matters less.
    pub faint: Color32,
    /// What is selected, current, or to be noticed.
    pub accent: Color32,
    /// The current line of the listing, behind the text.
    pub current_line: Color32,
    /// The path.
    pub path: Color32,
    /// The rim of cells in the open list.
    pub open: Color32,
    /// Arrows to parents.
    pub arrow: Color32,
    /// Ties.
    pub tie: Color32,
    /// What differs between two runs.
    pub difference: Color32,
    /// Breakpoints and their hits.
    pub breakpoint: Color32,
    /// The looped range.
    pub range: Color32,
    /// What went wrong.
    pub error: Color32,
    /// The density of the timeline.
    pub density: Color32,
    /// Phases on the timeline, by depth, again and again.
    pub phases: [Color32; 4],
    /// Curves in plots, in order.
    pub curves: [Color32; 6],
    /// The expected height in bar charts.
    pub expected: Color32,
    /// The ground under an actor's glyph: start, goal, and others.
    pub actors: [Color32; 3],
    tiles: [Color32; 64],
    roles: [Color32; Role::ALL.len()],
    heat: [Color32; 256],
}

/// A colour by its red, green and blue.
const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The colour of each role in each theme: dark, light, safe for the colour-blind.
#[rustfmt::skip]
const ROLES: [(Role, [u32; 3]); Role::ALL.len()] = [
    (Role::None, [0x000000, 0xffffff, 0x000000]),
    (Role::Queued, [0x2f7f8f, 0x9fdce0, 0x0072b2]),
    (Role::Done, [0x34487a, 0xb9cbf2, 0x3c424c]),
    (Role::Current, [0xffc857, 0xffc040, 0xf0e442]),
    (Role::Path, [0x8a6d1f, 0xffdd94, 0x8a6000]),
    (Role::Candidate, [0x7a4a8a, 0xe4c4ee, 0x8a5070]),
    (Role::Chosen, [0xd05090, 0xf28abc, 0xcc79a7]),
    (Role::Walked, [0x3a5a7a, 0xb8d4ee, 0x2a5a78]),
    (Role::Seen, [0x8a8a4a, 0xfff2b0, 0x8a8540]),
    (Role::Dimmed, [0x5e5e40, 0xe8e2c0, 0x5c5a3c]),
    (Role::Hidden, [0x2b2f3a, 0xd0d4dc, 0x262a32]),
    (Role::Remembered, [0x3c4658, 0xd4dce8, 0x404a5a]),
    (Role::Unknown, [0x17191e, 0xb4bac4, 0x15171b]),
    (Role::Wrong, [0xb04a3a, 0xf2a090, 0xd55e00]),
    (Role::Raised, [0xa8622a, 0xf6c89a, 0xb06a00]),
    (Role::Refused, [0x5a2f38, 0xf0d0d6, 0x54404a]),
    (Role::Threat, [0x8a2f4a, 0xf0a8c0, 0x9a4a6e]),
    (Role::Venting, [0x3a6a9a, 0xa8d0f4, 0x2f7fb0]),
    (Role::Pressure, [0x4a8a6a, 0xa8e0c4, 0x007a58]),
];

/// The colours of roles in a theme, by the number of the role.
fn roles(theme: usize) -> [Color32; Role::ALL.len()] {
    let mut all = [Color32::TRANSPARENT; Role::ALL.len()];
    for (role, colours) in ROLES {
        all[role as usize] = rgb(colours[theme]);
    }
    all
}

impl Theme {
    /// The theme of that name.
    pub fn new(name: ThemeName) -> Self {
        match name {
            ThemeName::Dark => Self::dark(),
            ThemeName::Light => Self::light(),
            ThemeName::ColourBlind => Self::colour_blind(),
        }
    }

    fn dark() -> Self {
        Self {
            name: ThemeName::Dark,
            dark: true,
            backdrop: rgb(0x121418),
            grid: rgb(0x2a2e36),
            ink: rgb(0xf4f6fa),
            paper: rgb(0x101216),
            faint: rgb(0x9aa3b2),
            accent: rgb(0xffc857),
            current_line: rgb(0x4a3d1c),
            path: rgb(0xffd166),
            open: rgb(0x52d6c8),
            arrow: rgb(0xd8e2f2),
            tie: rgb(0xff7ab8),
            difference: rgb(0xff8a3d),
            breakpoint: rgb(0xff5d5d),
            range: rgb(0x3d6a5f),
            error: rgb(0xff6b6b),
            density: rgb(0x5b8dd6),
            phases: [rgb(0x3b5b8c), rgb(0x5a4a8a), rgb(0x2f6f6a), rgb(0x7a563a)],
            curves: [rgb(0x6cb2ff), rgb(0xffa85c), rgb(0x7cdc9a), rgb(0xe08aff), rgb(0xff7a8a), rgb(0xd0d460)],
            expected: rgb(0xffd166),
            actors: [rgb(0x3f8ef0), rgb(0xe35d4f), rgb(0x8a70d6)],
            tiles: tiles(true),
            roles: roles(0),
            heat: gradient(&[0x2b1d5c, 0x3a4fa8, 0x1f8fa8, 0x4fc07a, 0xf0e04f]),
        }
    }

    fn light() -> Self {
        Self {
            name: ThemeName::Light,
            dark: false,
            backdrop: rgb(0xe6e9ee),
            grid: rgb(0xc9ced6),
            ink: rgb(0x141820),
            paper: rgb(0xffffff),
            faint: rgb(0x5c6675),
            accent: rgb(0xb35c00),
            current_line: rgb(0xffe7b0),
            path: rgb(0xf09a1a),
            open: rgb(0x0a8f86),
            arrow: rgb(0x223048),
            tie: rgb(0xc21872),
            difference: rgb(0xd2420a),
            breakpoint: rgb(0xd01f1f),
            range: rgb(0xb7e0d2),
            error: rgb(0xc01c1c),
            density: rgb(0x3b6fc4),
            phases: [rgb(0xbcd0f0), rgb(0xd5c8f0), rgb(0xb8e0da), rgb(0xeed4b8)],
            curves: [rgb(0x1f6fd0), rgb(0xd06a10), rgb(0x1f8a4a), rgb(0x8a3ab0), rgb(0xc02a4a), rgb(0x707000)],
            expected: rgb(0xb35c00),
            actors: [rgb(0x1f6fd0), rgb(0xc83a2c), rgb(0x6a4ac0)],
            tiles: tiles(false),
            roles: roles(1),
            heat: gradient(&[0xeff4ff, 0xb4d0f6, 0x7fc4c8, 0x8fd06a, 0xf6c840]),
        }
    }

    fn colour_blind() -> Self {
        Self {
            name: ThemeName::ColourBlind,
            accent: rgb(0xf0e442),
            path: rgb(0xe69f00),
            tie: rgb(0xcc79a7),
            difference: rgb(0xe69f00),
            breakpoint: rgb(0xd55e00),
            density: rgb(0x56b4e9),
            curves: [rgb(0x56b4e9), rgb(0xe69f00), rgb(0x009e73), rgb(0xcc79a7), rgb(0xf0e442), rgb(0xd55e00)],
            expected: rgb(0xf0e442),
            actors: [rgb(0x56b4e9), rgb(0xd55e00), rgb(0xcc79a7)],
            roles: roles(2),
            // Lightness alone carries the order: cividis-like, blue to yellow.
            heat: gradient(&[0x00204d, 0x3b496c, 0x7b7b78, 0xbcae6c, 0xffea46]),
            ..Self::dark()
        }
    }

    /// The colour of a tile.
    #[inline]
    pub fn tile(&self, tile: Tile) -> Color32 {
        self.tiles[tile as usize]
    }

    /// The colour of a role.
    pub fn role(&self, role: Role) -> Color32 {
        self.roles[role as usize]
    }

    /// The colour of a figure that goes with a role: as bright as a curve, so that it stands out from cells.
    pub fn figure(&self, role: Role) -> Color32 {
        match role {
            Role::Path | Role::Chosen => self.path,
            Role::Queued => self.open,
            Role::Candidate | Role::Remembered => self.curves[3],
            Role::Refused | Role::Threat | Role::Wrong => self.breakpoint,
            Role::Seen | Role::Current => self.accent,
            Role::Walked | Role::Done => self.curves[0],
            _ => self.curves[2],
        }
    }

    /// The colour of a heat, 1 to 255.
    pub fn heat(&self, heat: u8) -> Color32 {
        self.heat[heat as usize]
    }

    /// The colour of a cell: its heat where it has one, else its role, else its tile. Ground that costs shows through.
    #[inline]
    pub fn cell(&self, tile: Tile, mark: Mark) -> Color32 {
        let own = self.tiles[tile as usize];
        let over = match mark {
            Mark { role: Role::None, heat: 0 } => return own,
            Mark { role: Role::Current, .. } => self.roles[Role::Current as usize],
            Mark { heat: 0, role } => self.roles[role as usize],
            Mark { heat, .. } => self.heat[heat as usize],
        };
        if tile == Tile::Floor { over } else { blend(own, over) }
    }

    /// The colour of black or white text that is legible on `ground`.
    pub fn text_on(&self, ground: Color32) -> Color32 {
        let luma = 299 * ground.r() as u32 + 587 * ground.g() as u32 + 114 * ground.b() as u32;
        if luma > 140_000 { rgb(0x10141a) } else { rgb(0xfafbfd) }
    }

    /// The colour and the glyph of what became of a cell.
    pub fn tone(&self, tone: Tone) -> (Color32, &'static str) {
        match tone {
            Tone::Wrote => (self.curves[2], "✔"),
            Tone::Refused => (self.breakpoint, "✖"),
            Tone::Tied => (self.tie, "="),
            Tone::Looked => (self.faint, "•"),
        }
    }

    /// egui's own colours, in keeping.
    pub fn visuals(&self) -> Visuals {
        let mut v = if self.dark { Visuals::dark() } else { Visuals::light() };
        v.override_text_color = Some(self.ink);
        v.hyperlink_color = if self.dark { self.curves[0] } else { self.accent };
        v.selection.bg_fill = self.density.gamma_multiply(0.6);
        v.selection.stroke = Stroke::new(1.0, self.ink);
        if self.dark {
            v.panel_fill = rgb(0x1b1e24);
            v.window_fill = rgb(0x22262e);
            v.extreme_bg_color = rgb(0x121418);
            v.faint_bg_color = rgb(0x242830);
        } else {
            v.panel_fill = rgb(0xf6f7f9);
            v.faint_bg_color = rgb(0xeceff3);
        }
        v
    }
}

/// Half of each.
fn blend(a: Color32, b: Color32) -> Color32 {
    let mix = |x: u8, y: u8| ((x as u16 * 2 + y as u16 * 3) / 5) as u8;
    Color32::from_rgb(mix(a.r(), b.r()), mix(a.g(), b.g()), mix(a.b(), b.b()))
}

/// 256 colours through these, evenly spaced. Number 0 means *no value* and is the first.
fn gradient(stops: &[u32; 5]) -> [Color32; 256] {
    std::array::from_fn(|i| {
        let at = i as f32 / 255.0 * 4.0;
        let k = (at as usize).min(3);
        let t = at - k as f32;
        let (a, b) = (rgb(stops[k]), rgb(stops[k + 1]));
        let mix = |x: u8, y: u8| (x as f32 + (y as f32 - x as f32) * t) as u8;
        Color32::from_rgb(mix(a.r(), b.r()), mix(a.g(), b.g()), mix(a.b(), b.b()))
    })
}

fn tiles(dark: bool) -> [Color32; 64] {
    let mut all = [rgb(0x808080); 64];
    for &tile in Tile::ALL {
        let (on_dark, on_light) = match tile {
            Tile::Floor => (0x23272f, 0xffffff),
            Tile::Wall => (0x6e7685, 0x4a515e),
            Tile::Void => (0x121418, 0xd4d9e2),
            Tile::Door | Tile::DoorOpen => (0x9a6638, 0xc48a52),
            Tile::DoorLocked => (0x7a3f2a, 0x9a5434),
            Tile::SecretDoor => (0x706680, 0x5c4f66),
            Tile::SecretDoorOpen => (0x4a4458, 0xc9c0d6),
            Tile::Window => (0x4f8fb8, 0x9fd4f2),
            Tile::Shutter => (0x5a624a, 0x6f7a54),
            Tile::ShutterOpen => (0x3a4430, 0xd6dec0),
            Tile::OneWayN | Tile::OneWayE | Tile::OneWayS | Tile::OneWayW => (0x3f6f8a, 0xb0dcee),
            Tile::Portcullis => (0x505866, 0xa8b0bc),
            Tile::Rubble => (0x3e3c38, 0xd8d4cc),
            Tile::Chair => (0x5a4830, 0xe0c8a0),
            Tile::Table => (0x6a5030, 0xd0b080),
            Tile::Bush => (0x2f5a34, 0xa8d8a0),
            Tile::Swamp => (0x3a4a2a, 0xc4d098),
            Tile::Water => (0x1f4a80, 0x8abcf0),
            Tile::Trap => (0x5a2a3a, 0xf0c0cc),
            Tile::Lava => (0x9a3a14, 0xffa070),
            Tile::Airless => (0x1a1c30, 0xdcd8f0),
            Tile::Crate => (0x8a6a3a, 0xc8a464),
            Tile::Tree => (0x245a2a, 0x4f8a4a),
        };
        all[tile as usize] = rgb(if dark { on_dark } else { on_light });
    }
    all
}
