//! The look of movers, the numbered actors of a log: a disc with its number, and what its colours say about the selected one.

use super::colours::Hue;

/// Diameter of a badge, as a share of its cell.
pub const BADGE: f32 = 0.8;
/// Width of a cell from which badges have numbers, in points.
pub const BADGE_NUMBER_FROM: f32 = 24.0;
/// Size of the number in the usual badge, as a share of the cell, and its limits in points.
pub const BADGE_NUMBER: (f32, f32, f32) = (0.43, 9.0, 15.0);
/// Width of a cell below which a mover is a square, and the side of the square, in points.
pub const SQUARE_BELOW: (f32, f32) = (8.0, 5.0);
/// Length and width of the head that points at the mover that is waited for, in points.
pub const HEAD: [f32; 2] = [7.0, 10.0];
/// Number of cells behind the selected mover that are marked.
pub const TRAIL: usize = 8;

/// Relation of a mover to the selected one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BadgeRole {
    /// None.
    #[default]
    Usual,
    /// None, and the mover has arrived.
    Arrived,
    /// The selected mover.
    Selected,
    /// A mover that the selected one waits for, directly or through others.
    WaitedFor,
    /// A mover that waits for the selected one.
    Waits,
}

/// The look of a badge.
#[derive(Clone, Copy, Debug)]
pub struct BadgeLook {
    /// Colour of the disc.
    pub disc: Hue,
    /// Colour of the number, or `None` for one that can be read on the disc.
    pub number: Option<Hue>,
    /// Colour and width of the rim, in points.
    pub rim: (Hue, f32),
    /// Whether the rim is dashed.
    pub is_dashed: bool,
    /// Colour of the square on a map with small cells.
    pub square: Hue,
}

/// Returns the look of a badge.
pub const fn look_of_badge(role: BadgeRole) -> BadgeLook {
    let usual = BadgeLook {
        disc: Hue::panel,
        number: Some(Hue::strong),
        rim: (Hue::weak, 1.5),
        is_dashed: false,
        square: Hue::text,
    };
    match role {
        BadgeRole::Usual => usual,
        BadgeRole::Arrived => BadgeLook {
            disc: Hue::floor,
            number: Some(Hue::weak),
            rim: (Hue::weak, 1.25),
            is_dashed: true,
            square: Hue::faint,
        },
        BadgeRole::Selected => filled(Hue::team_a),
        BadgeRole::WaitedFor => filled(Hue::difference),
        BadgeRole::Waits => BadgeLook { rim: (Hue::frontier, 2.2), square: Hue::frontier, ..usual },
    }
}

/// Returns the look of a badge that is filled with a colour.
const fn filled(hue: Hue) -> BadgeLook {
    BadgeLook { disc: hue, number: None, rim: (Hue::halo, 2.0), is_dashed: false, square: hue }
}
