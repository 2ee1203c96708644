//! The look of tiles: one row for each.

use super::colours::Hue;
use super::shapes::Shape::{Block, Disc, Edged, Icon as Letter, Line, Polygon};
use super::shapes::{ANY_WIDTH, Icon, Ink, Shape};
use gridscope_trace::Tile;

/// The background of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Floor.
    Floor,
    /// Part of a wall.
    Wall,
    /// Void.
    Void,
    /// Floor with so many percent of a colour.
    Tinted(Hue, u8),
}

/// Placement of a tile's picture in its cell. A picture that turns is drawn for a wall that runs from north to south.
/// For a wall from west to east, x and y change places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pose {
    /// A picture that does not turn.
    Free,
    /// A thing that turns with the walls beside it.
    Turns,
    /// A part of a wall, which turns with it.
    InWall,
    /// A leaf in a wall. The centre of its cell stays free.
    Leaf,
}

/// The look of a tile: a row of the table.
#[derive(Clone, Copy, Debug)]
pub struct TileLook {
    /// The background.
    pub ground: Ground,
    /// How the picture stands.
    pub pose: Pose,
    /// The picture. Empty if the background says all.
    pub shapes: &'static [Shape],
}

const fn row(ground: Ground, pose: Pose, shapes: &'static [Shape]) -> TileLook {
    TileLook { ground, pose, shapes }
}

/// Returns the look of a tile.
#[rustfmt::skip]
pub const fn look_of(tile: Tile) -> TileLook {
    use Ground::{Floor, Tinted, Void, Wall};
    use Pose::{Free, InWall, Leaf, Turns};
    match tile {
        Tile::Floor => row(Floor, Free, &[]),
        Tile::Wall => row(Wall, Free, &[]),
        Tile::Void => row(Void, Free, DOTS),
        Tile::Airless => row(Tinted(Hue::void, 50), Free, DOTS),
        Tile::Door => row(Floor, Leaf, &[LEAF, KNOB]),
        Tile::DoorLocked => row(Floor, Leaf, &[LEAF, KNOB, Letter(EDGE, LOCK, [0.185, 0.5], 0.24)]),
        Tile::DoorOpen | Tile::SecretDoorOpen => row(Floor, Leaf, &[
            Edged(Ink::Of(Hue::door), EDGE, [0.1, 0.0, 0.94, 0.17]), Disc(EDGE, [0.82, 0.085, 0.03]),
        ]),
        Tile::SecretDoor => row(Wall, Free, &[Letter(FAINT, QUESTION, [0.5, 0.5], 0.5)]),
        Tile::Window => row(Wall, InWall, &[PANE, SIDES[0], SIDES[1]]),
        Tile::OneWayN => row(Wall, Free, &[
            ACROSS, ACROSS_SIDES[0], ACROSS_SIDES[1], Line(WHITE, 0.09, ANY_WIDTH, &[[0.5, 0.86], [0.5, 0.3]]),
            Polygon(WHITE, &[[0.5, 0.08], [0.68, 0.36], [0.32, 0.36]]),
        ]),
        Tile::OneWayS => row(Wall, Free, &[
            ACROSS, ACROSS_SIDES[0], ACROSS_SIDES[1], Line(WHITE, 0.09, ANY_WIDTH, &[[0.5, 0.14], [0.5, 0.7]]),
            Polygon(WHITE, &[[0.5, 0.92], [0.68, 0.64], [0.32, 0.64]]),
        ]),
        Tile::OneWayE => row(Wall, Free, &[
            PANE, SIDES[0], SIDES[1], Line(WHITE, 0.09, ANY_WIDTH, &[[0.14, 0.5], [0.7, 0.5]]),
            Polygon(WHITE, &[[0.92, 0.5], [0.64, 0.68], [0.64, 0.32]]),
        ]),
        Tile::OneWayW => row(Wall, Free, &[
            PANE, SIDES[0], SIDES[1], Line(WHITE, 0.09, ANY_WIDTH, &[[0.86, 0.5], [0.3, 0.5]]),
            Polygon(WHITE, &[[0.08, 0.5], [0.36, 0.68], [0.36, 0.32]]),
        ]),
        Tile::Shutter => row(Floor, InWall, &[
            Edged(WOOD, EDGE, [0.38, 0.0, 0.62, 1.0]), Block(EDGE, [0.38, 0.155, 0.62, 0.179]),
            Block(EDGE, [0.38, 0.321, 0.62, 0.345]), Block(EDGE, [0.38, 0.488, 0.62, 0.512]),
            Block(EDGE, [0.38, 0.655, 0.62, 0.679]), Block(EDGE, [0.38, 0.821, 0.62, 0.845]),
        ]),
        Tile::ShutterOpen => row(Floor, InWall, &[
            Edged(WOOD, EDGE, [0.38, 0.0, 0.62, 0.2]), Edged(WOOD, EDGE, [0.38, 0.8, 0.62, 1.0]),
        ]),
        Tile::Portcullis => row(Floor, InWall, &[
            Block(RUBBLE, [0.36, 0.105, 0.64, 0.175]), Block(RUBBLE, [0.36, 0.345, 0.64, 0.415]),
            Block(RUBBLE, [0.36, 0.585, 0.64, 0.655]), Block(RUBBLE, [0.36, 0.825, 0.64, 0.895]),
            Block(RUBBLE, [0.47, 0.0, 0.53, 1.0]),
        ]),
        Tile::Rubble => row(Floor, Free, &[
            Polygon(RUBBLE, &[[0.2, 0.48], [0.25, 0.36], [0.35, 0.36], [0.42, 0.48]]),
            Polygon(RUBBLE, &[[0.56, 0.4], [0.61, 0.28], [0.71, 0.28], [0.78, 0.4]]),
            Polygon(RUBBLE, &[[0.4, 0.78], [0.45, 0.66], [0.55, 0.66], [0.62, 0.78]]),
        ]),
        Tile::Chair => row(Floor, Turns, &[
            Block(WOOD, [0.28, 0.28, 0.72, 0.72]),
            Block(Ink::Mix(Hue::wood, 40, Hue::door_edge), [0.22, 0.26, 0.32, 0.74]),
        ]),
        Tile::Table => row(Tinted(Hue::wood, 60), Free, &[
            Block(WOOD, [0.0, 0.0, 1.0, 1.0]), Block(Ink::Mix(Hue::wood, 45, Hue::door_edge), [0.0, 0.93, 1.0, 1.0]),
        ]),
        Tile::Crate => row(Tinted(Hue::wood, 60), Free, &[
            Edged(WOOD, EDGE, [0.12, 0.12, 0.88, 0.88]), Line(EDGE, 0.05, ANY_WIDTH, &[[0.14, 0.14], [0.86, 0.86]]),
            Line(EDGE, 0.05, ANY_WIDTH, &[[0.86, 0.14], [0.14, 0.86]]),
        ]),
        Tile::Bush => row(Tinted(Hue::bush, 25), Free, &[
            Disc(BUSH, [0.36, 0.6, 0.2]), Disc(BUSH, [0.64, 0.6, 0.2]), Disc(BUSH, [0.5, 0.36, 0.2]),
        ]),
        Tile::Tree => row(Tinted(Hue::bush, 25), Free, &[
            Disc(BUSH, [0.5, 0.5, 0.4]), Disc(Ink::Mix(Hue::bush, 25, Hue::ink_light), [0.42, 0.42, 0.14]),
        ]),
        Tile::Swamp => row(Tinted(Hue::bush, 30), Free, &[
            Line(BUSH, 0.035, ANY_WIDTH, &[[0.26, 0.52], [0.18, 0.3]]),
            Line(BUSH, 0.035, ANY_WIDTH, &[[0.26, 0.52], [0.26, 0.3]]),
            Line(BUSH, 0.035, ANY_WIDTH, &[[0.26, 0.52], [0.34, 0.3]]),
            Line(BUSH, 0.035, ANY_WIDTH, &[[0.66, 0.46], [0.58, 0.24]]),
            Line(BUSH, 0.035, ANY_WIDTH, &[[0.66, 0.46], [0.66, 0.24]]),
            Line(BUSH, 0.035, ANY_WIDTH, &[[0.66, 0.46], [0.74, 0.24]]),
            Line(BUSH, 0.035, ANY_WIDTH, &[[0.46, 0.86], [0.38, 0.64]]),
            Line(BUSH, 0.035, ANY_WIDTH, &[[0.46, 0.86], [0.46, 0.64]]),
            Line(BUSH, 0.035, ANY_WIDTH, &[[0.46, 0.86], [0.54, 0.64]]),
        ]),
        Tile::Water => row(Tinted(Hue::water, 60), Free, &[Line(WAVE, 0.05, 2.0, HIGH), Line(WAVE, 0.05, 2.0, LOW)]),
        Tile::Lava => row(Tinted(Hue::lava, 60), Free, &[Line(GLOW, 0.05, 2.0, HIGH), Line(GLOW, 0.05, 2.0, LOW)]),
        Tile::Trap => row(Floor, Free, &[
            Polygon(WRONG, &[[0.26, 0.3], [0.37, 0.7], [0.15, 0.7]]),
            Polygon(WRONG, &[[0.5, 0.3], [0.61, 0.7], [0.39, 0.7]]),
            Polygon(WRONG, &[[0.74, 0.3], [0.85, 0.7], [0.63, 0.7]]),
        ]),
    }
}

/// The remains of a broken window: shards at both ends of its pane. The picture turns as the window's.
#[rustfmt::skip]
pub const SHARDS: TileLook = row(Ground::Floor, Pose::InWall, &[
    Polygon(GLASS, &[[0.34, 0.0], [0.36, 0.3], [0.46, 0.0]]), Line(GLASS_EDGE, 0.0, 1.0, &[[0.34, 0.0], [0.36, 0.3], [0.46, 0.0]]),
    Polygon(GLASS, &[[0.44, 0.0], [0.52, 0.17], [0.58, 0.0]]), Line(GLASS_EDGE, 0.0, 1.0, &[[0.44, 0.0], [0.52, 0.17], [0.58, 0.0]]),
    Polygon(GLASS, &[[0.56, 0.0], [0.63, 0.25], [0.66, 0.0]]), Line(GLASS_EDGE, 0.0, 1.0, &[[0.56, 0.0], [0.63, 0.25], [0.66, 0.0]]),
    Polygon(GLASS, &[[0.34, 1.0], [0.36, 0.7], [0.46, 1.0]]), Line(GLASS_EDGE, 0.0, 1.0, &[[0.34, 1.0], [0.36, 0.7], [0.46, 1.0]]),
    Polygon(GLASS, &[[0.44, 1.0], [0.52, 0.83], [0.58, 1.0]]), Line(GLASS_EDGE, 0.0, 1.0, &[[0.44, 1.0], [0.52, 0.83], [0.58, 1.0]]),
    Polygon(GLASS, &[[0.56, 1.0], [0.63, 0.75], [0.66, 1.0]]), Line(GLASS_EDGE, 0.0, 1.0, &[[0.56, 1.0], [0.63, 0.75], [0.66, 1.0]]),
]);

const EDGE: Ink = Ink::Of(Hue::door_edge);
const FAINT: Ink = Ink::Of(Hue::faint);
const WOOD: Ink = Ink::Of(Hue::wood);
const RUBBLE: Ink = Ink::Of(Hue::rubble);
const BUSH: Ink = Ink::Of(Hue::bush);
const WRONG: Ink = Ink::Of(Hue::wrong);
const GLASS: Ink = Ink::Of(Hue::pane);
const GLASS_EDGE: Ink = Ink::Of(Hue::pane_line);
const WAVE: Ink = Ink::Mix(Hue::water, 45, Hue::ink_light);
const WHITE: Ink = Ink::Of(Hue::ink_light);
const GLOW: Ink = Ink::Of(Hue::wedge);

const LEAF: Shape = Edged(Ink::Of(Hue::door), EDGE, [0.1, 0.0, 0.27, 1.0]);
const KNOB: Shape = Disc(EDGE, [0.185, 0.8, 0.03]);
const DOTS: &[Shape] = &[Disc(FAINT, [0.28, 0.34, 0.03]), Disc(FAINT, [0.7, 0.72, 0.03])];
const PANE: Shape = Block(GLASS, [0.34, 0.0, 0.66, 1.0]);
const ACROSS: Shape = Block(GLASS, [0.0, 0.34, 1.0, 0.66]);
const SIDES: [Shape; 2] = [Block(GLASS_EDGE, [0.34, 0.0, 0.39, 1.0]), Block(GLASS_EDGE, [0.61, 0.0, 0.66, 1.0])];
const ACROSS_SIDES: [Shape; 2] = [Block(GLASS_EDGE, [0.0, 0.34, 1.0, 0.39]), Block(GLASS_EDGE, [0.0, 0.61, 1.0, 0.66])];
#[rustfmt::skip]
const LOCK: Icon = Icon { letter: '\u{e2fa}', filled: true, outline: &[
    Block(EDGE, [0.12, 0.46, 0.25, 0.58]), Disc(EDGE, [0.185, 0.44, 0.05]),
] };
/// A question mark in a circle.
#[rustfmt::skip]
const QUESTION: Icon = Icon { letter: '\u{e3e8}', filled: false,
    outline: &[Line(FAINT, 0.035, ANY_WIDTH, &[[0.69, 0.52], [0.676, 0.593], [0.634, 0.654], [0.573, 0.696],
    [0.5, 0.71], [0.427, 0.696], [0.366, 0.654], [0.324, 0.593], [0.31, 0.52], [0.324, 0.447], [0.366, 0.386],
    [0.427, 0.344], [0.5, 0.33], [0.573, 0.344], [0.634, 0.386], [0.676, 0.447], [0.69, 0.52]]),
    Line(FAINT, 0.035, ANY_WIDTH, &[[0.435, 0.485], [0.454, 0.446], [0.5, 0.43], [0.546, 0.446], [0.565, 0.485],
    [0.546, 0.524], [0.5, 0.54], [0.5, 0.565]]), Disc(FAINT, [0.5, 0.62, 0.025])], };
#[rustfmt::skip]
const HIGH: &[[f32; 2]] = &[[0.1, 0.36], [0.1667, 0.4033], [0.2333, 0.4033], [0.3667, 0.3167], [0.4333, 0.3167],
    [0.5667, 0.4033], [0.6333, 0.4033], [0.7667, 0.3167], [0.8333, 0.3167], [0.9, 0.36]];
#[rustfmt::skip]
const LOW: &[[f32; 2]] = &[[0.1, 0.66], [0.1667, 0.7033], [0.2333, 0.7033], [0.3667, 0.6167], [0.4333, 0.6167],
    [0.5667, 0.7033], [0.6333, 0.7033], [0.7667, 0.6167], [0.8333, 0.6167], [0.9, 0.66]];

/// Returns whether the map draws a tile as part of a wall.
pub const fn is_solid(tile: Tile) -> bool {
    matches!(look_of(tile).ground, Ground::Wall)
}
