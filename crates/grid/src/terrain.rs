//! The table of tiles: one row holds all properties of a tile.

use super::geometry::Dir;
use std::fmt;

/// The movers that may enter a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// Every mover.
    Yes,
    /// No mover.
    No,
    /// Every mover. Walking in opens the tile.
    Opens,
    /// Movers that carry the key. Walking in opens the tile.
    WithKey,
    /// Only a thief, and only when stepping in this direction.
    Thief(Dir),
    /// Every mover except a thief.
    NotThief,
}

/// An action on the map by a script, the user or an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Verb {
    /// Open a door, shutter or secret door.
    Open,
    /// Close what is open.
    Close,
    /// Break a door, crate, window or wall.
    Smash,
    /// Lock a closed door.
    Lock,
    /// Unlock a locked door.
    Unlock,
    /// Move an actor from `at` to `to`.
    Move,
    /// Put a tile at a cell.
    Place,
    /// Remove what is on a cell.
    Remove,
    /// Light a lamp.
    Light,
    /// Put a lamp out.
    Douse,
    /// Fire a bullet from `at` through `to` and beyond, until it hits something.
    Shoot,
    /// Cause an explosion at a cell.
    Blast,
    /// Fire a rocket from `at` through `to` and beyond. It explodes at the first thing that it hits.
    Rocket,
    /// Throw flames from `at` toward `to`, five cells far.
    Burn,
}

impl Verb {
    /// All verbs, in the order of their declaration.
    pub const ALL: [Self; 14] = [
        Self::Open,
        Self::Close,
        Self::Smash,
        Self::Lock,
        Self::Unlock,
        Self::Move,
        Self::Place,
        Self::Remove,
        Self::Light,
        Self::Douse,
        Self::Shoot,
        Self::Blast,
        Self::Rocket,
        Self::Burn,
    ];

    /// Returns the name in scene files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Close => "close",
            Self::Smash => "smash",
            Self::Lock => "lock",
            Self::Unlock => "unlock",
            Self::Move => "move",
            Self::Place => "place",
            Self::Remove => "remove",
            Self::Light => "light",
            Self::Douse => "douse",
            Self::Shoot => "shoot",
            Self::Blast => "blast",
            Self::Rocket => "rocket",
            Self::Burn => "burn",
        }
    }
}

/// The properties of one tile: a row of the table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TileInfo {
    /// The name in scene files.
    pub name: &'static str,
    /// The glyph in text maps.
    pub glyph: char,
    /// The colour in pixel maps and tilesets: red, green, blue. Files depend on it, so it does not change with a theme.
    pub colour: [u8; 3],
    /// The movers that may enter.
    pub walk: Walk,
    /// Amount of light that the tile absorbs: 0 clear, 255 opaque.
    pub opacity: u8,
    /// The direction of travel in which the tile can be looked through, if `opacity` alone does not decide.
    pub sight: Option<Dir>,
    /// Cost added on entering (McNeill's numbers). It is multiplied by the unit of the run's step costs.
    pub cost: u32,
    /// The tile that each verb turns this one into.
    pub becomes: &'static [(Verb, Tile)],
}

const fn rgb(hex: u32) -> [u8; 3] {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue]
}

macro_rules! tiles {
    ($( $(#[$doc:meta])* $id:ident $name:literal $english:literal $glyph:literal $colour:literal $walk:expr, $opacity:literal, $sight:expr, $cost:literal, [$($verb:ident => $to:ident),*]; )*) => {
        /// The material of a cell. [`Tile::info`] returns its row of the table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Tile { $( $(#[$doc])* $id, )* }

        impl Tile {
            /// Every tile, in the order of the table.
            pub const ALL: &'static [Self] = &[ $( Self::$id, )* ];

            /// Returns the tile's name for use in a sentence, without an article: `open shutter`.
            pub const fn english(self) -> &'static str {
                match self { $( Self::$id => $english, )* }
            }
        }

        static TABLE: &[TileInfo] = &[ $( TileInfo {
            name: $name, glyph: $glyph, colour: rgb($colour), walk: $walk, opacity: $opacity, sight: $sight, cost: $cost,
            becomes: &[ $( (Verb::$verb, Tile::$to) ),* ],
        }, )* ];
    };
}

tiles! {
    /// Open ground.
    Floor "floor" "floor" '.' 0xC8_C8BE Walk::Yes, 0, None, 0, [];
    /// Solid and opaque.
    Wall "wall" "wall" '#' 0x3C_3C46 Walk::No, 255, None, 0, [Smash => Rubble];
    /// Outside; in ships, no air.
    Void "void" "void" ' ' 0x00_0000 Walk::No, 0, None, 0, [];
    /// A closed door that opens when walked into.
    Door "door" "door" '+' 0x96_5A28 Walk::Opens, 255, None, 0, [Open => DoorOpen, Smash => Rubble, Lock => DoorLocked];
    /// An open door.
    DoorOpen "door-open" "open door" '/' 0xC8_965A Walk::Yes, 0, None, 0, [Close => Door];
    /// A closed door that needs its key.
    DoorLocked "door-locked" "locked door" '*' 0x78_3214 Walk::WithKey, 255, None, 0, [Unlock => Door, Smash => Rubble];
    /// A closed secret door: looks like wall.
    SecretDoor "secret-door" "secret door" 'S' 0x50_465A Walk::No, 255, None, 0, [Open => SecretDoorOpen];
    /// An open secret door.
    SecretDoorOpen "secret-door-open" "open secret door" 's' 0x8C_829A Walk::Yes, 0, None, 0, [Close => SecretDoor];
    /// Glass: can be seen through, but not entered.
    Window "window" "window" '=' 0xE6_E678 Walk::No, 0, None, 0, [Smash => Floor];
    /// A closed shutter, opened from its inner side only.
    Shutter "shutter" "shutter" 'W' 0x6E_5A46 Walk::No, 255, None, 0, [Open => ShutterOpen];
    /// An open shutter.
    ShutterOpen "shutter-open" "open shutter" 'w' 0xB4_A08C Walk::Yes, 0, None, 0, [Close => Shutter];
    /// A one-way window that a thief and the line of sight can pass northward.
    OneWayN "one-way-n" "one-way window to the north" '↑' 0x28_B4B4 Walk::Thief(Dir::N), 255, Some(Dir::N), 0, [];
    /// A one-way window that a thief and the line of sight can pass eastward.
    OneWayE "one-way-e" "one-way window to the east" '→' 0x28_B48C Walk::Thief(Dir::E), 255, Some(Dir::E), 0, [];
    /// A one-way window that a thief and the line of sight can pass southward.
    OneWayS "one-way-s" "one-way window to the south" '↓' 0x28_B464 Walk::Thief(Dir::S), 255, Some(Dir::S), 0, [];
    /// A one-way window that a thief and the line of sight can pass westward.
    OneWayW "one-way-w" "one-way window to the west" '←' 0x28_B43C Walk::Thief(Dir::W), 255, Some(Dir::W), 0, [];
    /// Bars that a guard can raise and a thief cannot.
    Portcullis "portcullis" "portcullis" 'H' 0x8C_8CA0 Walk::NotThief, 0, None, 0, [];
    /// The remains of a wall or a door.
    Rubble "rubble" "rubble" ',' 0x78_6450 Walk::Yes, 0, None, 1, [];
    /// A chair: slow to cross.
    Chair "chair" "chair" 'h' 0xD2_AA6E Walk::Yes, 0, None, 4, [];
    /// A table: slower to cross.
    Table "table" "table" 't' 0xAA_8246 Walk::Yes, 0, None, 10, [];
    /// A bush: slow to cross, and absorbs half the light.
    Bush "bush" "bush" 'b' 0x5A_8C3C Walk::Yes, 128, None, 10, [];
    /// Soft ground.
    Swamp "swamp" "swamp" '"' 0x6E_7846 Walk::Yes, 0, None, 3, [];
    /// Deep water, which a mover enters only as a last resort.
    Water "water" "deep water" '~' 0x3C_6EC8 Walk::Yes, 0, None, 4096, [];
    /// A trap.
    Trap "trap" "trap" '^' 0xC8_3C78 Walk::Yes, 0, None, 0, [];
    /// Damaging ground.
    Lava "lava" "lava" '!' 0xAA_3C28 Walk::Yes, 0, None, 32, [];
    /// Ground without air.
    Airless "airless" "airless floor" ':' 0xA0_B4D2 Walk::Yes, 0, None, 0, [];
    /// A crate: blocks movement until smashed.
    Crate "crate" "crate" '%' 0xB4_8C50 Walk::No, 255, None, 0, [Smash => Floor];
    /// A tree.
    Tree "tree" "tree" 'T' 0x28_641E Walk::No, 255, None, 0, [];
}

impl Tile {
    /// Returns the tile's row of the table.
    #[inline]
    pub fn info(self) -> &'static TileInfo {
        &TABLE[self as usize]
    }

    /// Returns the tile with that name, as used in scene files.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|t| t.info().name == name)
    }

    /// Returns the tile with that glyph, as used in text maps.
    pub fn from_glyph(glyph: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|t| t.info().glyph == glyph)
    }

    /// Returns the tile's name with its article, if it takes one: `an open shutter`, `rubble`.
    pub fn a(self) -> String {
        let name = self.english();
        match self {
            Self::Floor | Self::Void | Self::Rubble | Self::Swamp | Self::Water | Self::Lava | Self::Airless => {
                name.into()
            }
            _ if name.starts_with(['a', 'e', 'i', 'o', 'u']) && !name.starts_with("one") => format!("an {name}"),
            _ => format!("a {name}"),
        }
    }

    /// Returns the tile that `verb` turns this one into, or `None` if the verb has no effect.
    pub fn after(self, verb: Verb) -> Option<Self> {
        self.info().becomes.iter().find(|(v, _)| *v == verb).map(|&(_, to)| to)
    }

    /// Returns whether a guard without keys can enter the tile: every mover can, or everyone but a thief.
    pub fn is_walkable(self) -> bool {
        matches!(self.info().walk, Walk::Yes | Walk::Opens | Walk::NotThief)
    }

    /// Returns whether flow maps and air treat the tile as solid. That is true for closed doors, for tiles that cannot
    /// be entered, and for tiles that only a thief can enter.
    pub fn is_solid(self) -> bool {
        matches!(self.info().walk, Walk::No | Walk::Opens | Walk::WithKey | Walk::Thief(_))
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}
