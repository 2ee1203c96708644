//! The signs of a run that are drawn at a moment: the words of a slide's `show`, and the default of lessons.
//!
//! Window, pictures and players ask here what is drawn. Tiles and actors are always drawn; their names only decide the
//! legend.

use super::refused::is_refused_branch;
use gridscope_trace::event::Word;
use gridscope_trace::slide::Show;
use gridscope_trace::trace::replay::{Figure, Outline};
use gridscope_trace::trace::schema::Name;
use gridscope_trace::view::board::{Mark, Role};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// A kind of sign. Its name is a word of `show`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Word)]
#[words(name)]
pub enum Sign {
    /// Cells that are settled, with their numbers and colours.
    Closed,
    /// Rings of cells that wait in the open list.
    Open,
    /// The path so far, or the final one, and the ways that actors will walk.
    Path,
    /// The branch that lost at the last tie.
    Refused,
    /// Arrows to parents.
    Parents,
    /// Numbers in the corners of large cells.
    Numbers,
    /// Corners of cells at which equal candidates met.
    Ties,
    /// Cells that are seen, remembered and unknown, and the reach of light and sight.
    View,
    /// Cells that differ between runs.
    Differences,
    /// Dashed and dotted ways: earlier plans and alternatives.
    Plans,
    /// All other roles of cells, and figures around them.
    Areas,
    /// Words on the map.
    Tags,
    /// The last cells, and the ring of the last event.
    Latest,
    /// Lines between cells where the number passes a round one.
    Isolines,
}

impl Sign {
    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The signs of a lesson's slide without `show`.
const LESSON: [Sign; 6] = [Sign::Closed, Sign::Open, Sign::Path, Sign::View, Sign::Plans, Sign::Areas];

/// The signs that the legend lists, and their order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Listing {
    /// All that occur.
    All,
    /// Signs of the run, then actors and doors.
    Lesson,
    /// These words, in this order.
    Words(Vec<String>),
}

/// The signs that are drawn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DrawnSigns {
    signs: u32,
    listing: Listing,
}

impl Default for DrawnSigns {
    fn default() -> Self {
        Self::all()
    }
}

impl DrawnSigns {
    /// Returns all signs except the refused branch, which only slides draw.
    pub fn all() -> Self {
        let signs = Sign::ALL.into_iter().fold(0, |all, sign| all | sign.bit());
        Self { signs: signs & !Sign::Refused.bit(), listing: Listing::All }
    }

    /// Returns the signs of a slide. Without `show`, those of lessons.
    pub fn of(show: Option<&Show>) -> Self {
        let bits = |signs: &[Sign]| signs.iter().fold(0, |all, sign| all | sign.bit());
        match show {
            None => Self { signs: bits(&LESSON), listing: Listing::Lesson },
            Some(Show::All) => Self::all().with(Sign::Refused, true),
            Some(Show::Signs(words)) => {
                let signs: Vec<Sign> =
                    Sign::ALL.into_iter().filter(|sign| words.iter().any(|word| word == sign.name())).collect();
                Self { signs: bits(&signs), listing: Listing::Words(words.clone()) }
            }
        }
    }

    /// Adds or removes a sign.
    #[must_use]
    pub const fn with(mut self, sign: Sign, drawn: bool) -> Self {
        self.signs = if drawn { self.signs | sign.bit() } else { self.signs & !sign.bit() };
        self
    }

    /// Returns whether a kind of sign is drawn.
    pub const fn has(&self, sign: Sign) -> bool {
        self.signs & sign.bit() != 0
    }

    /// Returns whether the legend lists everything that occurs.
    pub fn lists_all(&self) -> bool {
        self.listing == Listing::All
    }

    /// Returns a number that differs between different signs.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Returns whether the slide names a role, figure, tile or actor itself.
    pub fn names(&self, name: &str) -> bool {
        matches!(&self.listing, Listing::Words(words) if words.iter().any(|word| word == name))
    }

    /// Returns how the roles of a run are drawn, given their names.
    pub fn roles(&self, names: &[(Role, Name)]) -> DrawnRoles {
        let is_drawn = |role: Role| {
            let own = names.iter().find(|(known, _)| *known == role);
            own.is_some_and(|(_, name)| self.names(name)) || self.has(sign_of_role(role, names))
        };
        let bits = Role::ALL.into_iter().filter(|&role| role == Role::None || is_drawn(role));
        DrawnRoles {
            bits: bits.fold(0, |bits, role| bits | role.bit()),
            closed: self.has(Sign::Closed),
            settles: is_reported(names, Role::Done),
        }
    }

    /// Returns whether a figure is drawn.
    pub fn draws(&self, figure: &Figure) -> bool {
        let own = sign_of_figure(figure);
        let as_way = matches!(figure.outline, Outline::Way | Outline::Jump | Outline::Heads) && self.has(Sign::Plans);
        self.names(&figure.name) || self.has(own) || as_way
    }

    /// Returns whether the label of a drawn figure is drawn.
    pub fn draws_label(&self, figure: &Figure) -> bool {
        let is_value = matches!(figure.outline, Outline::Gap | Outline::Arrow | Outline::Jump | Outline::Note)
            || figure.label.chars().count() <= 2;
        is_value || self.has(Sign::Tags) || self.names(&figure.name)
    }

    /// Returns the place of a sign in the legend, the first being 0. `word` is the kind of sign, and `name` its own name.
    /// Returns `None` if it is not listed.
    pub fn place(&self, word: Sign, name: &str) -> Option<usize> {
        match &self.listing {
            Listing::All => Some(0),
            Listing::Lesson => Some(word as usize),
            Listing::Words(words) => {
                let place = |wanted: &str| words.iter().position(|word| word == wanted);
                place(name).or_else(|| place(word.name())).or_else(|| self.has(word).then_some(words.len()))
            }
        }
    }

    /// Returns the place of a tile or an actor in the legend. `names` are its names.
    pub fn place_of_thing(&self, names: &[&str], is_usual: bool) -> Option<usize> {
        match &self.listing {
            Listing::All => Some(0),
            Listing::Lesson => is_usual.then_some(Sign::ALL.len()),
            Listing::Words(words) => words.iter().position(|word| names.contains(&word.as_str())),
        }
    }
}

/// Returns the kind of sign that a role is.
pub fn sign_of_role(role: Role, names: &[(Role, Name)]) -> Sign {
    match role {
        Role::Queued => Sign::Open,
        Role::Done => Sign::Closed,
        Role::Current if is_reported(names, Role::Done) => Sign::Latest,
        Role::Path => Sign::Path,
        Role::Seen | Role::Dimmed | Role::Hidden | Role::Remembered | Role::Unknown => Sign::View,
        _ => Sign::Areas,
    }
}

/// Returns the kind of sign that a figure is.
pub fn sign_of_figure(figure: &Figure) -> Sign {
    if is_refused_branch(figure) {
        return Sign::Refused;
    }
    match (figure.outline, figure.role) {
        (Outline::Note | Outline::Before, _) => Sign::Tags,
        (Outline::Way | Outline::Jump | Outline::Heads, _) => Sign::Path,
        (Outline::Dashes | Outline::Dots, _) => Sign::Plans,
        (Outline::Light, _) | (Outline::Limit | Outline::Line | Outline::Area, Role::Seen | Role::Dimmed) => Sign::View,
        _ => Sign::Areas,
    }
}

fn is_reported(names: &[(Role, Name)], role: Role) -> bool {
    names.iter().any(|(known, _)| *known == role)
}

/// The roles of a run that are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawnRoles {
    bits: u32,
    /// Whether closed cells are drawn.
    closed: bool,
    /// Whether the run reports closed cells.
    settles: bool,
}

impl DrawnRoles {
    /// Returns whether every role is drawn as the run reports it.
    pub fn is_all(self) -> bool {
        self.closed && Role::ALL.into_iter().all(|role| self.bits & role.bit() != 0)
    }

    /// Returns a mark as it is drawn. A cell with a number stays closed under a role that is not drawn.
    #[must_use]
    pub fn of(self, mark: Mark) -> Mark {
        if self.bits & mark.role.bit() != 0 {
            let heat = if self.closed || mark.role != Role::None { mark.heat } else { 0 };
            return Mark { heat, ..mark };
        }
        let is_closed = self.closed && mark.role != Role::Queued && (mark.heat > 0 || mark.role == Role::Current);
        match (is_closed, self.settles) {
            (true, true) => Mark { role: Role::Done, ..mark },
            (true, false) => Mark { role: Role::None, ..mark },
            (false, _) => Mark::default(),
        }
    }
}
