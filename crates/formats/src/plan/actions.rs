//! Actions of a robot, as letters: `F,R,W` one a step, or runs of them after snapshots,
//! `[(0,5,29,0,0):(F 6,W 3)][(100,5,29,0,0):(F 27)]`.

use super::model::Place;
use gridscope_trace::Dir;

/// Action of a robot in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Wait,
    /// To a neighbour.
    Go(Dir),
    /// To the neighbour that the robot faces.
    Forward,
    /// A quarter turn, counter-clockwise.
    Left,
    /// A quarter turn, clockwise.
    Right,
}

impl Action {
    /// Returns the action of a letter. Turning robots have another `R`, which [`runs`] tells apart.
    fn of(letter: &str, turns: bool) -> Option<Self> {
        Some(match letter {
            "W" | "w" | "T" | "NA" => Self::Wait,
            "F" => Self::Forward,
            "C" => Self::Left,
            "R" if turns => Self::Right,
            "R" | "r" => Self::Go(Dir::E),
            "L" | "l" => Self::Go(Dir::W),
            "U" | "u" => Self::Go(Dir::N),
            "D" | "d" => Self::Go(Dir::S),
            _ => return None,
        })
    }
}

/// Where a robot faces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facing(pub(super) Dir);

impl Facing {
    /// Returns the direction of a letter, or of a word of pibt: `X_PLUS`. y grows downward.
    pub(super) fn of(text: &str) -> Option<Self> {
        Some(Self(match text.trim() {
            "E" | "X_PLUS" => Dir::E,
            "W" | "X_MINUS" => Dir::W,
            "S" | "Y_PLUS" => Dir::S,
            "N" | "Y_MINUS" => Dir::N,
            _ => return None,
        }))
    }

    /// Returns the direction after a quarter turn, counter-clockwise.
    pub(super) const fn left(self) -> Dir {
        match self.0 {
            Dir::E => Dir::N,
            Dir::N => Dir::W,
            Dir::W => Dir::S,
            _ => Dir::E,
        }
    }
}

/// Time, cell, direction and counter at the beginning of a segment.
pub(super) type Snapshot = (u32, Place, Option<Dir>, u32);

/// A run of equal actions, or the beginning of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// State that the segment states.
    pub(super) snapshot: Option<Snapshot>,
    /// Action, and the number of steps that it takes.
    pub(super) action: Option<(Action, u32)>,
}

/// Returns the runs of a path. `turns` is whether `R` is a turn.
pub(super) fn runs(text: &str, turns: bool) -> impl Iterator<Item = Result<Run, String>> {
    let segments = text.trim_start().starts_with('[');
    let plain = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    let plain = plain.filter(move |_| !segments).map(move |word| {
        let action = Action::of(word, turns).ok_or_else(|| format!("the action {word:?} means nothing"))?;
        Ok(Run { snapshot: None, action: Some((action, 1)) })
    });
    let of_segment = move |segment| {
        let (snapshot, actions) = if let Some((snapshot, actions)) = segment_parts(segment) {
            (Ok(Run { snapshot: Some(snapshot), action: None }), actions)
        } else {
            let found: String = segment.chars().take(40).collect();
            (Err(format!("the segment {found:?} is not of the form (t,row,column,direction,counter):(A n,…)")), "")
        };
        let actions = actions.split(',').map(str::trim).filter(|run| !run.is_empty()).map(move |run| {
            let pair =
                run.split_once(' ').and_then(|(letter, n)| Some((Action::of(letter, turns)?, n.trim().parse().ok()?)));
            let pair = pair.ok_or_else(|| format!("the run {run:?} means nothing"))?;
            Ok(Run { snapshot: None, action: Some(pair) })
        });
        std::iter::once(snapshot).chain(actions)
    };
    let segment =
        text.split('[').map(|segment| segment.trim().trim_end_matches(']')).filter(|segment| !segment.is_empty());
    plain.chain(segment.filter(move |_| segments).flat_map(of_segment))
}

/// Returns the state that a segment states, and its actions.
fn segment_parts(segment: &str) -> Option<(Snapshot, &str)> {
    let (snapshot, actions) = segment.split_once(':')?;
    let mut numbers =
        snapshot.trim().strip_prefix('(')?.strip_suffix(')')?.split(',').map(|n| n.trim().parse::<i32>().ok());
    let mut next = || numbers.next().flatten();
    let (t, row, column, facing, counter) = (next()?, next()?, next()?, next()?, next()?);
    let facing = [Dir::E, Dir::S, Dir::W, Dir::N].get(usize::try_from(facing).ok()?).copied();
    let actions = actions.trim().strip_prefix('(')?.strip_suffix(')')?;
    Some(((u32::try_from(t).ok()?, (column, row), facing, u32::try_from(counter).ok()?), actions))
}
