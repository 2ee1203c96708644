//! How far a step through time goes: what the buttons and keys of the player stop at.

/// How far a step goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// One event.
    Event,
    /// To the next expansion, sample or other unit of work.
    Step,
    /// To the next phase, however deep.
    Phase,
    /// To the next outermost phase: the next turn, where there are turns.
    Turn,
    /// To where the next actor acts.
    Actor,
    /// To the next event after which the map looks different in the layer that is shown.
    Visible,
    /// To the next event that writes the hovered or selected cell.
    Write,
    /// To the next hit of a breakpoint, or event of the chosen kind.
    Hit,
    /// To the next tie.
    Tie,
    /// To the next bookmark.
    Bookmark,
    /// To the next of the events that were looked for.
    Found,
}
