//! All colours, and nothing else: light, dark, and one that colour-blind people can read.
//!
//! The colour-blind theme uses the palette of Okabe and Ito, *Color Universal Design*, 2008. In every theme a role
//! also has a glyph, so that colour never stands alone.

use crate::core::event::Tone;
use crate::core::terrain::Tile;
use crate::core::view::board::{Mark, Role};
use egui::{Color32, Stroke, Visuals};

/// Which theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum ThemeName {
    /// Dark ground.
    #[default]
    Dark,
    /// White ground, for print and bright rooms.
    Light,
    /// Dark ground, colours that colour-blind people can tell apart.
    ColourBlind,
}

impl ThemeName {
    /// All three, in the order in which the command *next theme* goes through them.
    pub const ALL: [Self; 3] = [Self::Dark, Self::Light, Self::ColourBlind];

    /// The title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Dark => "Dark",
            Self::Light => "Light",
            Self::ColourBlind => "Colour-blind safe",
        }
    }

    /// The next one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Dark => Self::Light,
            Self::Light => Self::ColourBlind,
            Self::ColourBlind => Self::Dark,
        }
    }
}

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
            backdrop: rgb(0x12_14_18),
            grid: rgb(0x2a_2e_36),
            ink: rgb(0xf4_f6_fa),
            paper: rgb(0x10_12_16),
            faint: rgb(0x9a_a3_b2),
            accent: rgb(0xff_c8_57),
            current_line: rgb(0x4a_3d_1c),
            path: rgb(0xff_d1_66),
            open: rgb(0x52_d6_c8),
            arrow: rgb(0xd8_e2_f2),
            tie: rgb(0xff_7a_b8),
            breakpoint: rgb(0xff_5d_5d),
            range: rgb(0x3d_6a_5f),
            error: rgb(0xff_6b_6b),
            density: rgb(0x5b_8d_d6),
            phases: [rgb(0x3b_5b_8c), rgb(0x5a_4a_8a), rgb(0x2f_6f_6a), rgb(0x7a_56_3a)],
            curves: [rgb(0x6c_b2_ff), rgb(0xff_a8_5c), rgb(0x7c_dc_9a), rgb(0xe0_8a_ff), rgb(0xff_7a_8a), rgb(0xd0_d4_60)],
            expected: rgb(0xff_d1_66),
            actors: [rgb(0x3f_8e_f0), rgb(0xe3_5d_4f), rgb(0x8a_70_d6)],
            tiles: tiles(true),
            roles: [rgb(0), rgb(0x2f_7f_8f), rgb(0x34_48_7a), rgb(0xff_c8_57), rgb(0x8a_6d_1f), rgb(0x7a_4a_8a), rgb(0xd0_50_90), rgb(0x3a_5a_7a)],
            heat: gradient(&[0x2b_1d_5c, 0x3a_4f_a8, 0x1f_8f_a8, 0x4f_c0_7a, 0xf0_e0_4f]),
        }
    }

    fn light() -> Self {
        Self {
            name: ThemeName::Light,
            dark: false,
            backdrop: rgb(0xe6_e9_ee),
            grid: rgb(0xc9_ce_d6),
            ink: rgb(0x14_18_20),
            paper: rgb(0xff_ff_ff),
            faint: rgb(0x5c_66_75),
            accent: rgb(0xb3_5c_00),
            current_line: rgb(0xff_e7_b0),
            path: rgb(0xf0_9a_1a),
            open: rgb(0x0a_8f_86),
            arrow: rgb(0x22_30_48),
            tie: rgb(0xc2_18_72),
            breakpoint: rgb(0xd0_1f_1f),
            range: rgb(0xb7_e0_d2),
            error: rgb(0xc0_1c_1c),
            density: rgb(0x3b_6f_c4),
            phases: [rgb(0xbc_d0_f0), rgb(0xd5_c8_f0), rgb(0xb8_e0_da), rgb(0xee_d4_b8)],
            curves: [rgb(0x1f_6f_d0), rgb(0xd0_6a_10), rgb(0x1f_8a_4a), rgb(0x8a_3a_b0), rgb(0xc0_2a_4a), rgb(0x70_70_00)],
            expected: rgb(0xb3_5c_00),
            actors: [rgb(0x1f_6f_d0), rgb(0xc8_3a_2c), rgb(0x6a_4a_c0)],
            tiles: tiles(false),
            roles: [rgb(0xff_ff_ff), rgb(0x9f_dc_e0), rgb(0xb9_cb_f2), rgb(0xff_c0_40), rgb(0xff_dd_94), rgb(0xe4_c4_ee), rgb(0xf2_8a_bc), rgb(0xb8_d4_ee)],
            heat: gradient(&[0xef_f4_ff, 0xb4_d0_f6, 0x7f_c4_c8, 0x8f_d0_6a, 0xf6_c8_40]),
        }
    }

    fn colour_blind() -> Self {
        Self {
            name: ThemeName::ColourBlind,
            accent: rgb(0xf0_e4_42),
            path: rgb(0xe6_9f_00),
            tie: rgb(0xcc_79_a7),
            breakpoint: rgb(0xd5_5e_00),
            density: rgb(0x56_b4_e9),
            curves: [rgb(0x56_b4_e9), rgb(0xe6_9f_00), rgb(0x00_9e_73), rgb(0xcc_79_a7), rgb(0xf0_e4_42), rgb(0xd5_5e_00)],
            expected: rgb(0xf0_e4_42),
            actors: [rgb(0x56_b4_e9), rgb(0xd5_5e_00), rgb(0xcc_79_a7)],
            roles: [rgb(0), rgb(0x00_72_b2), rgb(0x3c_42_4c), rgb(0xf0_e4_42), rgb(0x8a_60_00), rgb(0x8a_50_70), rgb(0xcc_79_a7), rgb(0x2a_5a_78)],
            // Lightness alone carries the order: cividis-like, blue to yellow.
            heat: gradient(&[0x00_20_4d, 0x3b_49_6c, 0x7b_7b_78, 0xbc_ae_6c, 0xff_ea_46]),
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

    /// The colour of a heat, 1 to 255.
    pub fn heat(&self, heat: u8) -> Color32 {
        self.heat[heat as usize]
    }

    /// The colour of a cell: its heat where it has one, else its role, else its tile. Ground that costs shows through.
    #[inline]
    pub fn cell(&self, tile: Tile, mark: Mark) -> Color32 {
        let own = self.tiles[tile as usize];
        let over = match mark {
            Mark { role: Role::None, .. } => return own,
            Mark { role: Role::Current, .. } => self.roles[Role::Current as usize],
            Mark { heat: 0, role } => self.roles[role as usize],
            Mark { heat, .. } => self.heat[heat as usize],
        };
        if tile == Tile::Floor { over } else { blend(own, over) }
    }

    /// The colour of black or white text that is legible on `ground`.
    pub fn text_on(&self, ground: Color32) -> Color32 {
        let luma = 299 * ground.r() as u32 + 587 * ground.g() as u32 + 114 * ground.b() as u32;
        if luma > 140_000 { rgb(0x10_14_1a) } else { rgb(0xfa_fb_fd) }
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
            v.panel_fill = rgb(0x1b_1e_24);
            v.window_fill = rgb(0x22_26_2e);
            v.extreme_bg_color = rgb(0x12_14_18);
            v.faint_bg_color = rgb(0x24_28_30);
        } else {
            v.panel_fill = rgb(0xf6_f7_f9);
            v.faint_bg_color = rgb(0xec_ef_f3);
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
    let mut all = [rgb(0x80_80_80); 64];
    for &tile in Tile::ALL {
        let (on_dark, on_light) = match tile {
            Tile::Floor => (0x23_27_2f, 0xff_ff_ff),
            Tile::Wall => (0x6e_76_85, 0x4a_51_5e),
            Tile::Void => (0x12_14_18, 0xd4_d9_e2),
            Tile::Door | Tile::DoorOpen => (0x9a_66_38, 0xc4_8a_52),
            Tile::DoorLocked => (0x7a_3f_2a, 0x9a_54_34),
            Tile::SecretDoor => (0x70_66_80, 0x5c_4f_66),
            Tile::SecretDoorOpen => (0x4a_44_58, 0xc9_c0_d6),
            Tile::Window => (0x4f_8f_b8, 0x9f_d4_f2),
            Tile::Shutter => (0x5a_62_4a, 0x6f_7a_54),
            Tile::ShutterOpen => (0x3a_44_30, 0xd6_de_c0),
            Tile::OneWayN | Tile::OneWayE | Tile::OneWayS | Tile::OneWayW => (0x3f_6f_8a, 0xb0_dc_ee),
            Tile::Portcullis => (0x50_58_66, 0xa8_b0_bc),
            Tile::Rubble => (0x3e_3c_38, 0xd8_d4_cc),
            Tile::Chair => (0x5a_48_30, 0xe0_c8_a0),
            Tile::Table => (0x6a_50_30, 0xd0_b0_80),
            Tile::Bush => (0x2f_5a_34, 0xa8_d8_a0),
            Tile::Swamp => (0x3a_4a_2a, 0xc4_d0_98),
            Tile::Water => (0x1f_4a_80, 0x8a_bc_f0),
            Tile::Trap => (0x5a_2a_3a, 0xf0_c0_cc),
            Tile::Lava => (0x9a_3a_14, 0xff_a0_70),
            Tile::Airless => (0x1a_1c_30, 0xdc_d8_f0),
            Tile::Crate => (0x8a_6a_3a, 0xc8_a4_64),
            Tile::Tree => (0x24_5a_2a, 0x4f_8a_4a),
        };
        all[tile as usize] = rgb(if dark { on_dark } else { on_light });
    }
    all
}
