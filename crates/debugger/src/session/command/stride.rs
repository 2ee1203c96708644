//! Steps through time: where the buttons and keys of the player stop.

/// Length of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// One event.
    Event,
    /// To the next expansion, sample or other unit of work.
    Step,
    /// To the next phase at any depth.
    Phase,
    /// To the next outermost phase, which is the next turn if there are turns.
    Turn,
    /// To the next change of the acting actor.
    Actor,
    /// To the next event that changes how the map looks in the layer shown.
    Visible,
    /// To the next event that writes the hovered or selected cell.
    Write,
    /// To the next breakpoint, or the next event of the chosen kind.
    Hit,
    /// To the next conflict of movers.
    Conflict,
    /// To the next tie.
    Tie,
    /// To the next slide.
    Slide,
    /// To the next event that the user's search found.
    Found,
}
