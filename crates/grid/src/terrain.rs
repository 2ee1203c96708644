//! The table of tiles: one row a tile says everything that the rest of the house knows of it.

use super::geometry::Dir;
use std::fmt;

/// Who may enter a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// Everyone.
    Yes,
    /// Nobody.
    No,
    /// Everyone; walking in opens it.
    Opens,
    /// Those who carry its key; walking in opens it.
    WithKey,
    /// Only a thief, and only when stepping in this direction.
    Thief(Dir),
    /// Everyone but a thief.
    NotThief,
}

/// What can be done to a tile by a script, a hand or a blow.
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
    /// Take away what stands on a cell.
    Remove,
    /// Light a lamp.
    Light,
    /// Put a lamp out.
    Douse,
    /// Fire a bullet from `at` toward `to`, and on beyond it until it meets something.
    Shoot,
    /// Let something explode at a cell.
    Blast,
    /// Fire a rocket from `at` toward `to`, and on beyond it: it explodes at the first that it meets.
    Rocket,
    /// Throw flames from `at` toward `to`, five cells far.
    Burn,
}

/// Everything that is known of one tile.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TileInfo {
    /// The name in scene files.
    pub name: &'static str,
    /// The glyph in text maps.
    pub glyph: char,
    /// Who may enter.
    pub walk: Walk,
    /// How much light it takes away: 0 clear, 255 opaque.
    pub opacity: u8,
    /// From which direction of travel it can be looked through, where `opacity` alone does not say.
    pub sight: Option<Dir>,
    /// Added on entering, in straight steps of the run's costs (McNeill's numbers).
    pub cost: u32,
    /// What each verb turns it into.
    pub becomes: &'static [(Verb, Tile)],
}

macro_rules! tiles {
    ($( $(#[$doc:meta])* $id:ident $name:literal $glyph:literal $walk:expr, $opacity:literal, $sight:expr, $cost:literal, [$($verb:ident => $to:ident),*]; )*) => {
        /// What a cell is made of. The rows of the table are in [`Tile::info`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Tile { $( $(#[$doc])* $id, )* }

        impl Tile {
            /// Every tile, in the order of the table.
            pub const ALL: &'static [Self] = &[ $( Self::$id, )* ];
        }

        static TABLE: &[TileInfo] = &[ $( TileInfo {
            name: $name, glyph: $glyph, walk: $walk, opacity: $opacity, sight: $sight, cost: $cost,
            becomes: &[ $( (Verb::$verb, Tile::$to) ),* ],
        }, )* ];
    };
}

tiles! {
    /// Open ground.
    Floor "floor" '.' Walk::Yes, 0, None, 0, [];
    /// Solid and opaque.
    Wall "wall" '#' Walk::No, 255, None, 0, [Smash => Rubble];
    /// Outside; in ships, no air.
    Void "void" ' ' Walk::No, 0, None, 0, [];
    /// A closed door that opens when walked into.
    Door "door" '+' Walk::Opens, 255, None, 0, [Open => DoorOpen, Smash => Rubble, Lock => DoorLocked];
    /// An open door.
    DoorOpen "door-open" '/' Walk::Yes, 0, None, 0, [Close => Door];
    /// A closed door that needs its key.
    DoorLocked "door-locked" '*' Walk::WithKey, 255, None, 0, [Unlock => Door, Smash => Rubble];
    /// A closed secret door: looks like wall.
    SecretDoor "secret-door" 'S' Walk::No, 255, None, 0, [Open => SecretDoorOpen];
    /// An open secret door.
    SecretDoorOpen "secret-door-open" 's' Walk::Yes, 0, None, 0, [Close => SecretDoor];
    /// Glass: seen through, not walked through.
    Window "window" '=' Walk::No, 0, None, 0, [Smash => Floor];
    /// A closed shutter, opened from its inner side only.
    Shutter "shutter" 'W' Walk::No, 255, None, 0, [Open => ShutterOpen];
    /// An open shutter.
    ShutterOpen "shutter-open" 'w' Walk::Yes, 0, None, 0, [Close => Shutter];
    /// A one-way window that lets a thief and a look pass northward.
    OneWayN "one-way-n" '↑' Walk::Thief(Dir::N), 255, Some(Dir::N), 0, [];
    /// A one-way window that lets a thief and a look pass eastward.
    OneWayE "one-way-e" '→' Walk::Thief(Dir::E), 255, Some(Dir::E), 0, [];
    /// A one-way window that lets a thief and a look pass southward.
    OneWayS "one-way-s" '↓' Walk::Thief(Dir::S), 255, Some(Dir::S), 0, [];
    /// A one-way window that lets a thief and a look pass westward.
    OneWayW "one-way-w" '←' Walk::Thief(Dir::W), 255, Some(Dir::W), 0, [];
    /// Bars that a guard can raise and a thief cannot.
    Portcullis "portcullis" 'H' Walk::NotThief, 0, None, 0, [];
    /// What is left of a wall or a door.
    Rubble "rubble" ',' Walk::Yes, 0, None, 1, [];
    /// A chair: slow to cross.
    Chair "chair" 'h' Walk::Yes, 0, None, 4, [];
    /// A table: slower to cross.
    Table "table" 't' Walk::Yes, 0, None, 10, [];
    /// A bush: slow, and takes half the light.
    Bush "bush" 'b' Walk::Yes, 128, None, 10, [];
    /// Soft ground.
    Swamp "swamp" '"' Walk::Yes, 0, None, 3, [];
    /// Deep water: the last resort.
    Water "water" '~' Walk::Yes, 0, None, 4096, [];
    /// A trap.
    Trap "trap" '^' Walk::Yes, 0, None, 0, [];
    /// Damaging ground.
    Lava "lava" '!' Walk::Yes, 0, None, 32, [];
    /// Ground without air.
    Airless "airless" ':' Walk::Yes, 0, None, 0, [];
    /// A crate: in the way until smashed.
    Crate "crate" '%' Walk::No, 255, None, 0, [Smash => Floor];
    /// A tree.
    Tree "tree" 'T' Walk::No, 255, None, 0, [];
}

impl Tile {
    /// The tile's row of the table.
    #[inline]
    pub fn info(self) -> &'static TileInfo {
        &TABLE[self as usize]
    }

    /// The tile of that name, as scene files write it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|t| t.info().name == name)
    }

    /// The tile of that glyph, as text maps write it.
    pub fn from_glyph(glyph: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|t| t.info().glyph == glyph)
    }

    /// The tile in a sentence: `open shutter`, without its article.
    pub const fn english(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Wall => "wall",
            Self::Void => "void",
            Self::Door => "door",
            Self::DoorOpen => "open door",
            Self::DoorLocked => "locked door",
            Self::SecretDoor => "secret door",
            Self::SecretDoorOpen => "open secret door",
            Self::Window => "window",
            Self::Shutter => "shutter",
            Self::ShutterOpen => "open shutter",
            Self::OneWayN => "one-way window to the north",
            Self::OneWayE => "one-way window to the east",
            Self::OneWayS => "one-way window to the south",
            Self::OneWayW => "one-way window to the west",
            Self::Portcullis => "portcullis",
            Self::Rubble => "rubble",
            Self::Chair => "chair",
            Self::Table => "table",
            Self::Bush => "bush",
            Self::Swamp => "swamp",
            Self::Water => "deep water",
            Self::Trap => "trap",
            Self::Lava => "lava",
            Self::Airless => "airless floor",
            Self::Crate => "crate",
            Self::Tree => "tree",
        }
    }

    /// The same with its article, where it has one: `an open shutter`, `rubble`.
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

    /// What `verb` turns this tile into, if it does anything.
    pub fn after(self, verb: Verb) -> Option<Self> {
        self.info().becomes.iter().find(|(v, _)| *v == verb).map(|&(_, to)| to)
    }

    /// Solid for flow maps and air: does not walk, or is a closed door.
    pub fn is_solid(self) -> bool {
        matches!(self.info().walk, Walk::No | Walk::Opens | Walk::WithKey | Walk::Thief(_))
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}
