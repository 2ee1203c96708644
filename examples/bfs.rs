//! A complete breadth-first search. Change a line, run `cargo run --release --example bfs`, and step through it in the
//! window. `… -- run bfs secret-door --picture` runs it without a window. (E. F. Moore: The Shortest Path Through a
//! Maze, 1959.)

use gridscope::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[rustfmt::skip]
pub(crate) enum BfsEvent {
    /// A cell was reached and added to the queue.
    #[event(slot = 0, enqueues(d), role = Queued, line = 6, say = "Opened {cell}[ from {from}]: d = {d}.")]
    Opened { cell: Cell, from: Option<Dir>, #[show("steps from the start")] d: u32 },
    /// The first cell of the queue was expanded.
    #[event(step, slot = 0, dequeues, role = Done, line = 3, say = "Expanded {cell}: d = {d}.")]
    Expanded { cell: Cell, from: Option<Dir>, d: u32 },
    /// The goal was expanded.
    #[event(step, line = 4, say = "Found the goal {cell} after {d:count step}.")]
    Found { cell: Cell, d: u32 },
}

pub(crate) struct Bfs;
impl Lens for Bfs {}
#[rustfmt::skip]
impl Algorithm for Bfs {
    type Event = BfsEvent;
    type Problem = (Passage, Cell, Cell);
    type Outcome = Option<u32>;
    const CARD: &'static CardOf<Self::Event> = &Card::new("bfs", "Breadth-first search", "Reaches every cell in the order of its distance.")
        .layers(&[Layer::field("d", "Steps from the start."), Layer::status("status", "Waiting, taken or path.")])
        .listing(&["queue ← start", "while the queue is not empty", "    take the first", "    if it is the goal: stop",
                   "    for each free neighbour not reached yet", "        append it"]);

    async fn prepare(scene: &Scene, _: &Resolved, _: u64, _: &Progress) -> Result<Self::Problem, RunError> {
        ends(scene).map(|(start, goal)| (Passage::new(scene, &Mover::of(start), &Rules::straight()), start.at, goal))
    }
    fn layout((map, ..): &Self::Problem) -> Layout { Layout::new(map.size(), 1) }
    fn context(_: &Self::Problem) {}
    fn run<O: Observer<BfsEvent>>((map, start, goal): &Self::Problem, o: &mut O) -> ControlFlow<O::Halt, Option<u32>> {
        let (mut reached, mut queue) = (Grid::new(map.size(), false), VecDeque::from([(*start, None, 0)]));
        reached[*start] = true;
        o.on(BfsEvent::Opened { cell: *start, from: None, d: 0 })?;
        while let Some((cell, from, d)) = queue.pop_front() {
            o.on(BfsEvent::Expanded { cell, from, d })?;
            if cell == *goal {
                o.on(BfsEvent::Found { cell, d })?;
                return Continue(Some(d));
            }
            for dir in Dir::STRAIGHT {
                if let Ok((to, _)) = map.step(cell, dir) && !std::mem::replace(&mut reached[to], true) {
                    queue.push_back((to, Some(dir.opposite()), d + 1));
                    o.on(BfsEvent::Opened { cell: to, from: Some(dir.opposite()), d: d + 1 })?;
                }
            }
        }
        Continue(None)
    }
}

fn main() -> std::process::ExitCode {
    gridscope::app().with(Bfs).on("secret-door").run()
}
