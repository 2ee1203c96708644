//! The look of actors: a disc, an icon on it, and a notch for the second side.

use super::colours::Hue;
use super::shapes::Shape::{Block, Disc, Line, Polygon};
use super::shapes::{ANY_WIDTH, Icon, Ink, Shape};
use gridscope_trace::{Actor, ActorKind};

/// The look of a kind of actor: a row of the table.
#[derive(Clone, Copy, Debug)]
pub struct ActorLook {
    /// Colour of the disc, or `None` for that of the actor's side.
    pub disc: Option<Hue>,
    /// The icon.
    pub icon: Icon,
}

/// An icon on a disc.
#[derive(Clone, Copy, Debug)]
pub struct Sign {
    /// The icon.
    pub icon: Icon,
    /// Distance from the middle, in radii.
    pub aside: [f32; 2],
    /// Size of its letter, in radii.
    pub size: f32,
}

/// Size of the letter that an icon's outline agrees with, in radii.
const WHOLE: f32 = 1.2;

const SIGN: Ink = Ink::Sign;
const DISC: Ink = Ink::Disc;

const fn row(disc: Option<Hue>, letter: char, outline: &'static [Shape]) -> ActorLook {
    ActorLook { disc, icon: Icon { letter, filled: true, outline } }
}

/// Returns the look of a kind of actor.
#[rustfmt::skip]
pub const fn look_of_actor(kind: ActorKind) -> ActorLook {
    match kind {
        ActorKind::Guard => row(None, '\u{e40a}', &[Polygon(SIGN, &[[0.28, 0.28], [0.5, 0.22], [0.72, 0.28],
            [0.72, 0.52], [0.64, 0.68], [0.5, 0.78], [0.36, 0.68], [0.28, 0.52]])]),
        ActorKind::Thief => row(Some(Hue::thief), '\u{e9f4}', &[Polygon(SIGN, &[[0.2, 0.4], [0.8, 0.4], [0.76, 0.58],
            [0.6, 0.62], [0.5, 0.54], [0.4, 0.62], [0.24, 0.58]])]),
        ActorKind::Explorer => row(None, '\u{e1c8}', &[Disc(SIGN, [0.5, 0.5, 0.245]),
            Polygon(DISC, &[[0.6, 0.4], [0.537, 0.537], [0.4, 0.6], [0.463, 0.463]])]),
        ActorKind::Viewer => row(None, '\u{e220}', &[Polygon(SIGN, &[[0.18, 0.5], [0.34, 0.36], [0.5, 0.31],
            [0.66, 0.36], [0.82, 0.5], [0.66, 0.64], [0.5, 0.69], [0.34, 0.64]]), Disc(DISC, [0.5, 0.5, 0.11])]),
        ActorKind::Goal => row(Some(Hue::goal), '\u{e244}', &[Line(SIGN, 0.07, ANY_WIDTH, &[[0.34, 0.76],
            [0.34, 0.26]]), Polygon(SIGN, &[[0.34, 0.26], [0.52, 0.32], [0.72, 0.27], [0.72, 0.52], [0.52, 0.57],
            [0.34, 0.52]])]),
        ActorKind::Item => row(Some(Hue::item), '\u{e1ec}', &[Polygon(SIGN, &[[0.5, 0.24], [0.76, 0.5], [0.5, 0.76],
            [0.24, 0.5]])]),
        ActorKind::Exit => row(Some(Hue::goal), '\u{e8ec}', &[Polygon(SIGN, &[[0.24, 0.74], [0.24, 0.6], [0.4, 0.6],
            [0.4, 0.47], [0.56, 0.47], [0.56, 0.34], [0.74, 0.34], [0.74, 0.74]])]),
        ActorKind::Lamp => row(Some(Hue::lamp), '\u{e2dc}', &[Disc(SIGN, [0.5, 0.43, 0.19]), Block(SIGN,
            [0.42, 0.6, 0.58, 0.74])]),
        ActorKind::Prisoner => row(Some(Hue::prisoner), '\u{e730}', &[Disc(SIGN, [0.54, 0.3, 0.09]),
            Line(SIGN, 0.09, ANY_WIDTH, &[[0.5, 0.42], [0.46, 0.58], [0.34, 0.74]]), Line(SIGN, 0.09, ANY_WIDTH,
            &[[0.46, 0.58], [0.62, 0.74]]), Line(SIGN, 0.08, ANY_WIDTH, &[[0.34, 0.46], [0.5, 0.42], [0.66, 0.52]])]),
        ActorKind::Unit => row(None, '\u{e5ba}', &[Line(SIGN, 0.1, ANY_WIDTH, &[[0.3, 0.7], [0.7, 0.3]]),
            Line(SIGN, 0.08, ANY_WIDTH, &[[0.3, 0.5], [0.5, 0.7]])]),
        ActorKind::Enemy => row(Some(Hue::team_b), '\u{e916}', &[Disc(SIGN, [0.5, 0.44, 0.22]), Block(SIGN,
            [0.4, 0.6, 0.6, 0.74]), Disc(DISC, [0.42, 0.46, 0.06]), Disc(DISC, [0.58, 0.46, 0.06])]),
        ActorKind::Bloat => row(Some(Hue::bloat), '\u{e18a}', &[Disc(SIGN, [0.5, 0.5, 0.2])]),
    }
}

const UP: Icon = Icon {
    letter: '\u{e08e}',
    filled: false,
    outline: &[
        Line(SIGN, 0.06, ANY_WIDTH, &[[0.5, 0.8], [0.5, 0.2]]),
        Line(SIGN, 0.06, ANY_WIDTH, &[[0.26, 0.44], [0.5, 0.2], [0.74, 0.44]]),
    ],
};
const DOWN: Icon = Icon {
    letter: '\u{e03e}',
    filled: false,
    outline: &[
        Line(SIGN, 0.06, ANY_WIDTH, &[[0.5, 0.2], [0.5, 0.8]]),
        Line(SIGN, 0.06, ANY_WIDTH, &[[0.26, 0.56], [0.5, 0.8], [0.74, 0.56]]),
    ],
};

/// Returns the icons on an actor's disc. An arrow beside the stairs shows whether they lead up or down.
pub fn signs(actor: &Actor) -> Vec<Sign> {
    let icon = look_of_actor(actor.kind).icon;
    match actor.down() {
        Some(down) => vec![
            Sign { icon, aside: [-0.24, 0.06], size: 0.95 },
            Sign { icon: if down { DOWN } else { UP }, aside: [0.5, -0.04], size: 0.85 },
        ],
        None => vec![Sign { icon, aside: [0.0, 0.0], size: WHOLE }],
    }
}

/// Returns the icons on an actor's disc as a text of shapes.
pub(crate) fn signs_text(actor: &Actor) -> String {
    let text = |sign: Sign| {
        super::shapes::placed_text(sign.icon.outline, sign.aside.map(|radii| radii / 2.0), sign.size / WHOLE)
    };
    signs(actor).into_iter().map(text).collect::<Vec<_>>().join(";")
}

/// Returns the colour of an actor's disc and of the icon on it. No colour of the icon means the one that is legible.
pub fn actor_colours(kind: ActorKind, second_side: bool) -> (Hue, Option<Hue>) {
    let disc = look_of_actor(kind).disc.unwrap_or(if second_side { Hue::team_b } else { Hue::team_a });
    let icon = match disc {
        Hue::goal => Some(Hue::goal_ink),
        Hue::team_a => Some(Hue::ink_light),
        Hue::team_b => Some(Hue::team_b_ink),
        _ => None,
    };
    (disc, icon)
}

/// Returns whether an actor fights on the second side.
pub fn is_second_side(actor: &Actor) -> bool {
    actor.team().is_some_and(|team| team > 1)
}

/// Returns whether a token has a square notch at the bottom, which marks the second side without colour.
pub fn has_notch(actor: &Actor) -> bool {
    is_second_side(actor) || actor.kind == ActorKind::Enemy
}
