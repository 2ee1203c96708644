//! All colours, and nothing else: dark, light, and a colour-blind theme. docs/look.md says what each colour is for. A
//! test checks their contrasts.
//!
//! Colour is never the only sign: every role has a shape too.

#![expect(clippy::disallowed_methods, reason = "this file is the theme")]
#![expect(clippy::unreadable_literal, reason = "colours are written as everybody writes them: 0xRRGGBB")]

pub use crate::debugger::export::page::colours::is_solid;
pub use crate::debugger::window::ThemeName;
use egui::epaint::FontColorTransferFunction;
use egui::{Color32, CornerRadius, Stroke, Visuals};
use gridscope_trace::view::board::{Mark, Role};
use gridscope_trace::view::palette::keeps_its_colour;
use gridscope_trace::{ActorKind, Tile};

/// Builds a colour from its red, green and blue as 0xRRGGBB.
const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

macro_rules! colours {
    ($( $(#[$doc:meta])* $name:ident $dark:literal $light:literal $blind:literal; )*) => {
        /// The colours of one theme.
        #[derive(Clone, Debug)]
        pub struct Theme {
            /// Which theme this is.
            pub name: ThemeName,
            /// Whether the background is dark.
            pub dark: bool,
            $( $(#[$doc])* pub $name: Color32, )*
            heat: [Color32; 256],
        }

        impl Theme {
            /// Returns the theme with this name.
            pub fn new(name: ThemeName) -> Self {
                let k = name as usize;
                Self {
                    name,
                    dark: name != ThemeName::Light,
                    $( $name: rgb([$dark, $light, $blind][k]), )*
                    heat: gradient(&SCALES[k]),
                }
            }
        }
    };
}

// Each row lists the colours in the order of `ThemeName`: dark, light, colour-blind.
colours! {
    /// Background of the map.
    canvas 0x0D0F13 0xE9ECF0 0x0D0F13;
    /// Background of the bars at the top and the bottom.
    window 0x13161B 0xF4F5F7 0x13161B;
    /// Background of panels.
    panel 0x171A20 0xFBFBFC 0x171A20;
    /// Buttons and fields.
    widget 0x242932 0xE7EAEE 0x242932;
    /// Buttons and fields under the pointer.
    hover 0x2E343F 0xDBE0E7 0x2E343F;
    /// Scroll bars that are not pointed at.
    scroll 0x3A414D 0xC2C8D1 0x3A414D;
    /// Lines between lists.
    line 0x2A2F38 0xD9DDE3 0x2A2F38;
    /// Faintest text: rulers, notes.
    faint 0x7C8595 0x6A7280 0x7C8595;
    /// Less important text.
    weak 0x9DA6B5 0x555E6C 0x9DA6B5;
    /// Text.
    text 0xD3D8E1 0x252A33 0xD3D8E1;
    /// Titles, and the current item.
    strong 0xF4F6F9 0x0E1116 0xF4F6F9;
    /// The current state: arrangement, play button, playhead, current line and event.
    now 0xFFBF3F 0xB05700 0xFFBF3F;
    /// Text on `now`.
    now_ink 0x1E1400 0xFFFFFF 0x1E1400;
    /// A link, and a cell named in a sentence.
    link 0x8FC1FF 0x1457B8 0x8FC1FF;
    /// A selected row.
    selected 0x24395C 0xD6E5FC 0x24395C;
    /// Background of an audit's findings.
    fault_ground 0x2A1C20 0xFBE9E9 0x2A1C20;
    /// The line below the findings, and their button.
    fault_line 0x4A2A2E 0xF0CFCF 0x4A2A2E;

    /// Walls.
    wall 0x171A21 0x4A5260 0x171A21;
    /// The south face of walls.
    wall_face 0x232933 0x3A414D 0x232933;
    /// The edge of walls.
    wall_edge 0x667286 0x20252D 0x667286;
    /// Floor.
    floor 0x3C4451 0xFFFFFF 0x3C4451;
    /// Lines between cells while editing.
    grid 0x464F5D 0xEBEEF2 0x464F5D;
    /// Void tiles.
    void 0x050608 0x98A1AF 0x050608;
    /// Unknown cells.
    unknown 0x0F1217 0xC6CCD5 0x0F1217;
    /// The hatch of unknown cells.
    unknown_hatch 0x2E3541 0x9DA6B4 0x2E3541;
    /// Remembered floor.
    remembered 0x2D333D 0xE2E5EA 0x2D333D;
    /// Remembered walls.
    remembered_wall 0x1A1E25 0x727B8A 0x1A1E25;
    /// The edge of remembered walls.
    remembered_edge 0x4C5563 0x505967 0x4C5563;
    /// Visible floor near the viewer.
    seen 0xA48B4C 0xFFE9A6 0xA48B4C;
    /// Visible floor far from the viewer.
    seen_far 0x5C5642 0xFFF7DF 0x5C5642;
    /// Visible walls.
    seen_wall 0x2B2719 0x5A5133 0x2B2719;
    /// The edge of visible walls.
    seen_edge 0xE5CB86 0x3A3215 0xE5CB86;
    /// The open list (frontier), and candidates.
    frontier 0x4FE0B0 0x00795F 0x69E1FF;
    /// The path, and the current cell.
    path 0xFFBF3F 0xB05700 0xFFB000;
    /// Ties, their winner and their losers.
    tie 0xFF7AB8 0xBC1273 0x8583FF;
    /// Differences between two runs.
    difference 0xC9A2FF 0x6B2FC0 0xFFFFFF;
    /// Wrong beliefs, breakpoints, and errors.
    wrong 0xFF5D5D 0xC9252B 0xFF6A3D;
    /// Guards, eyes, and the first side of a fight.
    team_a 0x3D82F6 0x1E5FCC 0x4D94F5;
    /// Enemies, and the second side of a fight.
    team_b 0xFF7A4D 0xC4481C 0xFFB000;
    /// Goals and exits.
    goal 0xF4F6F9 0x14171C 0xF4F6F9;
    /// The icon on goals and exits.
    goal_ink 0x14171C 0xFFFFFF 0x14171C;
    /// Prisoners.
    prisoner 0xC77B3B 0xA85F22 0xC77B3B;
    /// Leaves of doors.
    door 0xD09A5B 0xA8692A 0xD09A5B;
    /// The outline of doors.
    door_edge 0x2A1C0C 0x5E3510 0x2A1C0C;
    /// Panes of windows.
    pane 0x3F6C8C 0xBFE4F8 0x3F6C8C;
    /// The sides of windows, and measurements.
    pane_line 0x8FD6FF 0x1D6FA3 0x8FD6FF;
    /// Water.
    water 0x2F6FA8 0x7FB8E6 0x2F6FA8;
    /// Bushes and trees.
    bush 0x4E9A55 0x3F8A48 0x4E9A55;
    /// Tables, chairs, crates, shutters.
    wood 0xA97B4A 0xB98A55 0xA97B4A;
    /// Rubble and bars.
    rubble 0x7B8493 0x8D95A2 0x7B8493;
    /// Lava and traps.
    lava 0xD9542A 0xD9542A 0xD9542A;
    /// A wedge of light.
    wedge 0xFFE08A 0xD99A00 0xFFE08A;
    /// Brackets around the selected cell.
    brackets 0xFFFFFF 0x0E1116 0xFFFFFF;
    /// The halo around paths, rings and tokens, at 85 % opacity.
    halo 0x0B0D10 0xFFFFFF 0x0B0D10;
    /// Dark text on a colour of the map.
    ink_dark 0x05080D 0x10141B 0x05080D;
    /// Light text on a colour of the map.
    ink_light 0xFFFFFF 0xFFFFFF 0xFFFFFF;
}

/// The colour scale for numbers in cells, low to high.
const SCALES: [[u32; 6]; 3] = [
    [0x4C4087, 0x4E5399, 0x4F66AA, 0x4F7AB9, 0x508EC6, 0x53A1D1],
    [0xDFDFFF, 0xCAD3FB, 0xB2C7F5, 0x98BCED, 0x7BB1E4, 0x59A8D8],
    [0x505C6C, 0x606C7D, 0x707D8E, 0x818FA0, 0x93A0B2, 0xA5B2C4],
];

impl Theme {
    /// Returns the theme for paper. Dark walls would need much ink, so they are light with dark edges.
    #[must_use]
    pub(crate) fn on_paper(mut self) -> Self {
        let light = |colour, share| mix(self.floor, colour, share);
        (self.wall, self.wall_face) = (rgb(0xD3_D7DD), light(self.wall, 0.4));
        (self.void, self.canvas) = (light(self.void, 0.3), self.floor);
        self
    }

    /// Returns the background colour of a tile without marks. The tile's own picture is drawn over it if there is room.
    pub fn ground(&self, tile: Tile) -> Color32 {
        let tinted = |colour, share| mix(self.floor, colour, share);
        match tile {
            tile if is_solid(tile) => self.wall,
            Tile::Void => self.void,
            Tile::Airless => mix(self.floor, self.void, 0.5),
            Tile::Water => tinted(self.water, 0.6),
            Tile::Lava => tinted(self.lava, 0.6),
            Tile::Swamp => tinted(self.bush, 0.3),
            Tile::Bush | Tile::Tree => tinted(self.bush, 0.25),
            Tile::Table | Tile::Crate => tinted(self.wood, 0.6),
            _ => self.floor,
        }
    }

    /// Returns the colour of a role when it is drawn as a line, a ring or a sign.
    pub(crate) fn role(&self, role: Role) -> Color32 {
        match role {
            Role::None | Role::Done | Role::Refused => self.weak,
            Role::Queued | Role::Candidate | Role::Raised => self.frontier,
            Role::Current | Role::Path => self.path,
            Role::Chosen => self.tie,
            Role::Walked => self.team_a,
            Role::Seen | Role::Dimmed => self.wedge,
            Role::Hidden | Role::Remembered => self.remembered_edge,
            Role::Unknown => self.unknown_hatch,
            Role::Wrong | Role::Threat => self.wrong,
            Role::Venting | Role::Pressure => self.pane_line,
        }
    }

    /// Returns the colour of a figure with a role.
    pub(crate) fn figure(&self, role: Role) -> Color32 {
        match role {
            Role::Chosen => self.path,
            Role::Refused => self.wrong,
            Role::Remembered => self.tie,
            Role::None | Role::Done => self.link,
            _ => self.role(role),
        }
    }

    /// Returns the colour of a heat, 1 to 255.
    pub fn heat(&self, heat: u8) -> Color32 {
        self.heat[heat as usize]
    }

    /// Returns the colour of a cell. A wall is a wall under every mark; what is known about it changes its tone.
    pub fn cell(&self, tile: Tile, mark: Mark) -> Color32 {
        let own = self.ground(tile);
        let solid = is_solid(tile);
        match (mark.role, mark.heat) {
            (Role::Unknown, _) => self.unknown,
            (role, heat) if heat > 0 && !solid && tile != Tile::Void && !keeps_its_colour(role) => {
                self.heat[heat as usize]
            }
            (Role::Seen, _) if solid => self.seen_wall,
            (Role::Dimmed, _) if solid => mix(self.wall, self.seen_wall, 0.5),
            (Role::Hidden | Role::Remembered, _) if solid => self.remembered_wall,
            (Role::None, 0) => own,
            _ if solid || tile == Tile::Void => own,
            (Role::Queued | Role::Candidate | Role::Raised, _) => mix(own, self.frontier, 0.16),
            (Role::Seen, _) => mix(own, mix(self.seen, self.seen_far, 0.4), self.covers(tile)),
            (Role::Dimmed, _) => mix(own, self.seen_far, self.covers(tile)),
            (Role::Hidden | Role::Remembered, _) => mix(own, self.remembered, self.covers(tile)),
            (Role::Done, _) => self.heat[96],
            (Role::Walked, _) => mix(own, self.team_a, 0.3),
            (Role::Threat | Role::Wrong, _) => mix(own, self.wrong, 0.3),
            (Role::Venting, _) => mix(own, self.pane_line, 0.3),
            (Role::Pressure, _) => mix(own, self.pane_line, 0.5),
            (Role::Refused, _) => mix(own, self.wall_face, 0.35),
            (Role::Current | Role::Path, _) => mix(own, self.path, 0.3),
            (Role::Chosen, _) => mix(own, self.tie, 0.3),
            (Role::None, _) => own,
        }
    }

    /// Returns how much of the background a mark covers: all of a floor, half of a tile with a colour of its own.
    fn covers(&self, tile: Tile) -> f32 {
        if self.ground(tile) == self.floor { 1.0 } else { 0.55 }
    }

    /// Returns the text colour that is legible on `ground`.
    pub fn text_on(&self, ground: Color32) -> Color32 {
        let (dark, light) = (contrast(ground, self.ink_dark), contrast(ground, self.ink_light));
        if light >= 4.4 && self.dark || light > dark { self.ink_light } else { self.ink_dark }
    }

    /// Returns the background colour of an actor, and the colour of the icon on it.
    pub fn actor(&self, kind: ActorKind, second_team: bool) -> (Color32, Color32) {
        let ground = match kind {
            ActorKind::Goal | ActorKind::Exit => return (self.goal, self.goal_ink),
            ActorKind::Item => rgb(0xE2B93B),
            ActorKind::Lamp => rgb(0xFFE28A),
            ActorKind::Prisoner => self.prisoner,
            ActorKind::Thief => rgb(0x9B6BE0),
            ActorKind::Enemy => self.team_b,
            ActorKind::Bloat => rgb(0xA9C24B),
            _ if second_team => self.team_b,
            _ => self.team_a,
        };
        let ink = match ground {
            g if g == self.team_b => rgb(0x200B02),
            g if g == self.team_a => self.ink_light,
            g => self.text_on(g),
        };
        (ground, ink)
    }

    /// Returns the colour of the n-th curve. The colours repeat after six.
    pub(crate) fn curve(&self, n: usize) -> Color32 {
        [self.frontier, self.weak, self.path, self.link, self.tie, self.difference][n % 6]
    }

    /// Returns the colour of expected values in charts.
    pub(crate) const fn expected(&self) -> Color32 {
        self.path
    }

    /// Returns the colour of bars in charts and in the density of events.
    pub(crate) fn bar(&self) -> Color32 {
        mix(self.panel, self.link, 0.62)
    }

    /// Returns the background of the sheet of a narrow window, between panels and buttons.
    pub(crate) fn sheet(&self) -> Color32 {
        mix(self.panel, self.widget, 0.4)
    }

    /// Returns the background of the current row, line or event.
    pub fn current_background(&self) -> Color32 {
        mix(self.panel, self.now, 0.2)
    }

    /// Returns egui's own colours, matched to the theme.
    pub(crate) fn visuals(&self) -> Visuals {
        let mut v = if self.dark { Visuals::dark() } else { Visuals::light() };
        // Keeps light letters on a dark background from being drawn bolder.
        v.text_options.color_transfer_function = FontColorTransferFunction::Off;
        v.hyperlink_color = self.link;
        v.selection.bg_fill = self.selected;
        v.selection.stroke = Stroke::new(1.0, self.strong);
        v.panel_fill = self.panel;
        v.window_fill = self.panel;
        v.window_stroke = Stroke::new(1.0, self.line);
        v.window_corner_radius = CornerRadius::same(8);
        v.menu_corner_radius = CornerRadius::same(8);
        v.window_shadow = egui::Shadow::NONE;
        v.popup_shadow = egui::Shadow::NONE;
        v.extreme_bg_color = self.widget;
        v.text_edit_bg_color = Some(self.widget);
        v.code_bg_color = self.widget;
        v.faint_bg_color = mix(self.panel, self.strong, 0.03);
        v.warn_fg_color = self.now;
        v.error_fg_color = self.wrong;
        v.weak_text_color = Some(self.weak);
        v.collapsing_header_frame = false;
        v.indent_has_left_vline = false;
        let states = [
            (&mut v.widgets.noninteractive, self.panel, self.text, self.line),
            (&mut v.widgets.inactive, self.widget, self.text, self.widget),
            (&mut v.widgets.hovered, self.hover, self.strong, self.hover),
            (&mut v.widgets.active, self.hover, self.strong, self.hover),
            (&mut v.widgets.open, self.hover, self.strong, self.hover),
        ];
        for (state, fill, ink, line) in states {
            (state.bg_fill, state.weak_bg_fill) = (fill, fill);
            state.bg_stroke = Stroke::new(1.0, line);
            state.fg_stroke = Stroke::new(1.0, ink);
            state.corner_radius = CornerRadius::same(6);
            state.expansion = 0.0;
        }
        // Check boxes and the rails of sliders are seen on every background.
        v.widgets.inactive.bg_fill = self.scroll;
        v.widgets.hovered.bg_stroke = Stroke::NONE;
        v.widgets.inactive.bg_stroke = Stroke::NONE;
        v.widgets.active.bg_stroke = Stroke::NONE;
        v
    }
}

/// Blends two colours: 0 is `a`, 1 is `b`.
pub(crate) fn mix(a: Color32, b: Color32, share: f32) -> Color32 {
    let mix = |x: u8, y: u8| (f32::from(x) + (f32::from(y) - f32::from(x)) * share).round() as u8;
    Color32::from_rgb(mix(a.r(), b.r()), mix(a.g(), b.g()), mix(a.b(), b.b()))
}

/// Returns the contrast of two colours, 1 to 21 (W3C, *Web Content Accessibility Guidelines* 2.2, 2023).
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let luminance = |c: Color32| {
        let linear = |v: u8| {
            let v = f32::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(c.r()) + 0.7152 * linear(c.g()) + 0.0722 * linear(c.b())
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Returns 256 colours that run evenly through these stops. Number 0 means *no value* and has the first colour.
fn gradient(stops: &[u32; 6]) -> [Color32; 256] {
    std::array::from_fn(|i| {
        let at = i as f32 / 255.0 * 5.0;
        let k = (at as usize).min(4);
        mix(rgb(stops[k]), rgb(stops[k + 1]), at - k as f32)
    })
}

/// Returns a colour that a file states: red, green, blue. It is shown as it is, in every theme.
#[expect(clippy::disallowed_methods, reason = "the colour is content, not part of the theme")]
pub(crate) const fn colour_of_file([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Like [`colour_of_file`], with alpha as the fourth number.
#[expect(clippy::disallowed_methods, reason = "the colour is content, not part of the theme")]
pub(crate) fn pixel_of_file([red, green, blue, alpha]: [u8; 4]) -> Color32 {
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}
