//! Directional adjacency: which neighbours a node can newly reach, by the key of the number pad that it came by.
//!
//! ```text
//! 7 8 9      a node that came by 6 has been preceded by the ring's cells to its north and south, so it emits only
//! 4 5 6      6 to the cardinal list, 3 and 9 to the diagonal one; a diagonal node emits five, the start all eight
//! 1 2 3
//! ```

use crate::geometry::{Cell, Dir, Size};

/// A direction as a key of the number pad; 2 is south (y + 1), 5 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pad(u8);

/// For each key what it emits to the cardinal list and to the diagonal one, in order.
const EMITS: [(&[Pad], &[Pad]); 10] = {
    const fn p<const N: usize>(keys: [u8; N]) -> [Pad; N] {
        let mut all = [Pad(0); N];
        let mut i = 0;
        while i < N {
            all[i] = Pad(keys[i]);
            i += 1;
        }
        all
    }
    [
        (&[], &[]),
        (&p([2, 4]), &p([3, 1, 7])),
        (&p([2]), &p([1, 3])),
        (&p([2, 6]), &p([1, 3, 9])),
        (&p([4]), &p([1, 7])),
        (&p([2, 4, 6, 8]), &p([1, 3, 7, 9])),
        (&p([6]), &p([3, 9])),
        (&p([4, 8]), &p([1, 7, 9])),
        (&p([8]), &p([7, 9])),
        (&p([6, 8]), &p([3, 7, 9])),
    ]
};

impl Pad {
    /// The key in the middle: where the explorer stands.
    pub const START: Self = Self(5);
    /// The four cardinal keys, in the order in which they are tried.
    pub const CARDINAL: [Self; 4] = [Self(2), Self(4), Self(6), Self(8)];
    /// The four diagonal keys, in the order in which they are tried.
    pub const DIAGONAL: [Self; 4] = [Self(1), Self(3), Self(7), Self(9)];

    /// The digit, 1 to 9.
    pub const fn digit(self) -> u8 {
        self.0
    }

    /// The direction; `None` for the key in the middle.
    #[inline]
    pub const fn dir(self) -> Option<Dir> {
        match self.0 {
            1 => Some(Dir::Sw),
            2 => Some(Dir::S),
            3 => Some(Dir::Se),
            4 => Some(Dir::W),
            6 => Some(Dir::E),
            7 => Some(Dir::Nw),
            8 => Some(Dir::N),
            9 => Some(Dir::Ne),
            _ => None,
        }
    }

    /// The direction as a word: `north-east`; `nowhere` for the key in the middle.
    pub const fn word(self) -> &'static str {
        match self.dir() {
            Some(dir) => dir.word(),
            None => "nowhere",
        }
    }

    /// How a cell was come by, as part of a sentence.
    pub fn came(self) -> String {
        match self.dir() {
            Some(dir) => format!("a step {}", dir.word()),
            None => "the start".into(),
        }
    }

    /// Keys as arrows.
    pub fn arrows(keys: &[Self]) -> String {
        let arrows = keys.iter().filter_map(|key| key.dir());
        arrows.map(|dir| dir.arrow().to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Whether it is the key of a diagonal.
    pub const fn is_diagonal(self) -> bool {
        matches!(self.0, 1 | 3 | 7 | 9)
    }

    /// The keys that a node which came by this one emits: to the cardinal list, and to the diagonal one.
    #[inline]
    pub const fn emits(self) -> (&'static [Self], &'static [Self]) {
        EMITS[self.0 as usize]
    }

    /// The neighbour that lies this way, if it lies on the map.
    #[inline]
    pub fn step(self, from: Cell, size: Size) -> Option<Cell> {
        from.step(self.dir()?, size)
    }

    /// The cell that a node at `cell` which came by this key was emitted by; `None` for the start.
    pub fn source(self, cell: Cell) -> Option<Cell> {
        // It was on the map: the node was made by stepping from it. Only the far edge needs a size.
        cell.step(self.dir()?.opposite(), Size::new(u16::MAX, u16::MAX))
    }
}
