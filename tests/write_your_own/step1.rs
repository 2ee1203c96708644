//! Step 1 of docs/write-your-own.md: a file that runs.

use gridscope::prelude::*;

/// The events of the search.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[rustfmt::skip]
pub(crate) enum GreedyEvent {
    /// The search begins.
    #[event(step, line = 1, say = "The search begins at {cell}.")]
    Began { cell: Cell },
}

/// The input of a run.
pub(crate) struct Problem {
    map: Passage,
    start: Cell,
    goal: Cell,
}

/// The algorithm.
pub(crate) struct Greedy;

impl Lens for Greedy {}

impl Algorithm for Greedy {
    type Event = GreedyEvent;
    type Problem = Problem;
    type Outcome = Option<u32>;

    const CARD: &'static Card =
        &Card::new("my-greedy", "My greedy search", "Takes the waiting cell that looks closest to the goal.")
            .listing(&[
                "open ← {start}",
                "while anything waits",
                "    take the cell with the lowest h",
                "    if it is the goal: stop",
                "    for each neighbour that can be entered",
                "        reached for the first time: it waits",
            ])
            .needs(NEEDS);

    fn prepare(scene: &Scene, _: &Resolved, _: u64, _: &Control) -> Result<Problem, RunError> {
        let (start, goal) = ends(scene)?;
        let map = Passage::new(scene, &Mover::of(start), &Rules::straight());
        Ok(Problem { map, start: start.at, goal })
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.map.size(), 0)
    }

    fn context(_: &Problem) {}

    fn run<O: Observer<GreedyEvent>>(p: &Problem, o: &mut O) -> ControlFlow<O::Halt, Option<u32>> {
        o.on(GreedyEvent::Began { cell: p.start })?;
        Continue(None)
    }
}

fn main() -> std::process::ExitCode {
    gridscope::app().with(Greedy).on("hello").run()
}
