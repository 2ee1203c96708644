//! A theme: its colours, and the rules by which tiles, roles and numbers choose among them.

use super::colours::{Colours, Hue, Rgb, SCALES, contrast, mix};
use super::shapes::Ink;
use super::tiles::{Ground, is_solid, look_of};
use crate::session::window::ThemeName;
use gridscope_trace::trace::replay::Outline;
use gridscope_trace::view::board::Mark;
use gridscope_trace::view::palette::keeps_its_colour;
use gridscope_trace::{Role, Tile};
use std::ops::Deref;

/// A theme.
#[derive(Clone, Debug)]
pub struct Look {
    /// Which theme this is.
    pub name: ThemeName,
    colours: Colours<Rgb>,
}

impl Deref for Look {
    type Target = Colours<Rgb>;

    fn deref(&self) -> &Colours<Rgb> {
        &self.colours
    }
}

impl Look {
    /// Returns the theme of that name.
    pub const fn new(name: ThemeName) -> Self {
        Self { name, colours: Colours::new(name) }
    }

    /// Returns the theme for paper. Dark walls would need much ink, so they are light with dark edges.
    #[must_use]
    pub fn on_paper(mut self) -> Self {
        let floor = self.floor;
        let colours = &mut self.colours;
        (colours.wall, colours.wall_face) = (0xD3_D7DD, mix(floor, colours.wall, 0.4));
        (colours.void, colours.canvas) = (mix(floor, colours.void, 0.3), floor);
        self
    }

    /// Returns the look with a background like that of the floor.
    #[must_use]
    pub fn with_canvas_of_floor(mut self) -> Self {
        self.colours.canvas = self.floor;
        self
    }

    /// Returns whether the background is dark.
    pub const fn is_dark(&self) -> bool {
        !matches!(self.name, ThemeName::Light)
    }

    /// Returns the background colour of a tile without marks. The tile's own picture is drawn over it if there is room.
    pub fn ground(&self, tile: Tile) -> Rgb {
        match look_of(tile).ground {
            Ground::Floor => self.floor,
            Ground::Wall => self.wall,
            Ground::Void => self.void,
            Ground::Tinted(hue, percent) => self.ink(Ink::Mix(Hue::floor, percent, hue)),
        }
    }

    /// Returns the colour of a heat, 1 to 255. The colours run evenly through the stops of the scale.
    pub fn heat(&self, heat: u8) -> Rgb {
        let stops = SCALES[self.name as usize];
        let at = f32::from(heat) / 255.0 * 5.0;
        let stop = (at as usize).min(4);
        mix(stops[stop], stops[stop + 1], at - stop as f32)
    }

    /// Returns the colour of a cell. A wall is a wall under every mark; what is known about it changes its tone.
    pub fn cell(&self, tile: Tile, Mark { role, heat }: Mark) -> Rgb {
        let own = self.ground(tile);
        let solid = is_solid(tile);
        let tinted = |hue, percent: u8| mix(own, self.get(hue), f32::from(percent) / 100.0);
        // A mark covers all of a floor, and half of a tile with a colour of its own.
        let covers = if own == self.floor { 1.0 } else { 0.55 };
        match role {
            Role::Unknown => self.unknown,
            role if heat > 0 && !solid && tile != Tile::Void && !keeps_its_colour(role) => self.heat(heat),
            Role::Seen if solid => self.seen_wall,
            Role::Dimmed if solid => mix(self.wall, self.seen_wall, 0.5),
            Role::Hidden | Role::Remembered if solid => self.remembered_wall,
            Role::None => own,
            _ if solid || tile == Tile::Void => own,
            Role::Queued | Role::Candidate | Role::Raised => tinted(Hue::frontier, 16),
            Role::Seen => mix(own, mix(self.seen, self.seen_far, 0.4), covers),
            Role::Dimmed => mix(own, self.seen_far, covers),
            Role::Hidden | Role::Remembered => mix(own, self.remembered, covers),
            Role::Done => self.heat(96),
            Role::Walked => tinted(Hue::team_a, 30),
            Role::Threat | Role::Wrong => tinted(Hue::wrong, 30),
            Role::Venting => tinted(Hue::pane_line, 30),
            Role::Pressure => tinted(Hue::pane_line, 50),
            Role::Refused => tinted(Hue::wall_face, 35),
            Role::Current | Role::Path => tinted(Hue::path, 30),
            Role::Chosen => tinted(Hue::tie, 30),
        }
    }

    /// Returns a colour of a picture. A token's own colours are those of a sign on the map.
    pub fn ink(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::Of(hue) => self.get(hue),
            Ink::Mix(hue, percent, other) => mix(self.get(hue), self.get(other), f32::from(percent) / 100.0),
            Ink::Sign => self.strong,
            Ink::Disc => self.halo,
        }
    }

    /// Returns the text colour that is legible on `ground`.
    pub fn text_on(&self, ground: Rgb) -> Rgb {
        let (dark, light) = (contrast(ground, self.ink_dark), contrast(ground, self.ink_light));
        if light >= 4.4 && self.is_dark() || light > dark { self.ink_light } else { self.ink_dark }
    }
}

/// Returns the colour of a role when it is drawn as a line, a ring or a sign.
pub const fn role(role: Role) -> Hue {
    match role {
        Role::None | Role::Done | Role::Refused => Hue::weak,
        Role::Queued | Role::Candidate | Role::Raised => Hue::frontier,
        Role::Current | Role::Path => Hue::path,
        Role::Chosen => Hue::tie,
        Role::Walked => Hue::team_a,
        Role::Seen | Role::Dimmed => Hue::wedge,
        Role::Hidden | Role::Remembered => Hue::remembered_edge,
        Role::Unknown => Hue::unknown_hatch,
        Role::Wrong | Role::Threat => Hue::wrong,
        Role::Venting | Role::Pressure => Hue::pane_line,
    }
}

/// Returns the colour of a figure.
pub const fn figure(outline: Outline, of: Role) -> Hue {
    match (outline, of) {
        (Outline::Area, Role::Seen | Role::Current) | (Outline::Light, _) => Hue::wedge,
        (Outline::Gap | Outline::Limit | Outline::Bar, Role::Done)
        | (Outline::Belt, _)
        | (Outline::Note, Role::Pressure) => Hue::pane_line,
        (Outline::Note | Outline::Line | Outline::Scale | Outline::Dots, Role::None) => Hue::strong,
        (Outline::Circle | Outline::Dashes | Outline::Frame, Role::None) => Hue::text,
        (Outline::Plate | Outline::Line | Outline::Dashes, Role::Chosen)
        | (Outline::Overtaken, _)
        | (_, Role::Remembered) => Hue::tie,
        (_, Role::Chosen) => Hue::path,
        (_, Role::Refused) => Hue::wrong,
        (_, Role::None | Role::Done) => Hue::link,
        _ => role(of),
    }
}
