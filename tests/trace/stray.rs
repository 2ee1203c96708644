//! A user's algorithm that reports a cell outside the map, or a slot that does not exist. The recording ends before
//! that event, and the error names it.

use gridscope::prelude::*;
use gridscope::trace::Progress;
use gridscope::trace::params::Params;

/// The events of [`Strays`].
#[derive(Clone, Copy, PartialEq, Debug, Event)]
enum StrayEvent {
    /// A cell was written in a layer.
    #[event(slot = layer, role = Candidate, line = 1, say = "At {cell}.")]
    At {
        cell: Cell,
        #[show(skip)]
        layer: u8,
    },
    /// A cell was reported.
    #[event(line = 1, say = "Told of {cell}.")]
    Told { cell: Cell },
}

/// Reports a cell on the map, and then one that depends on its parameter.
struct Strays;

impl Lens for Strays {}

impl Algorithm for Strays {
    type Event = StrayEvent;
    type Problem = (Size, StrayEvent);
    type Outcome = u32;

    const CARD: &'static CardOf<Self::Event> = &Card::new("strays", "Strays", "It strays.")
        .listing(&["stray"])
        .params(&[Param::int("way", (0, 5), 0, "which way")]);

    async fn prepare(scene: &Scene, params: &Resolved, _: u64, _: &Progress) -> Result<Self::Problem, RunError> {
        let (at, told) = (
            |x, y, layer| StrayEvent::At { cell: Cell::new(x, y), layer },
            |x, y| StrayEvent::Told { cell: Cell::new(x, y) },
        );
        let events = [at(3, 1, 0), at(4, 0, 0), at(0, 0, 1), at(4000, 4000, 0), told(0, 2), told(1, 1)];
        Ok((scene.size(), events[params.int("way").unwrap_or(0) as usize]))
    }

    fn layout(problem: &Self::Problem) -> Layout {
        Layout::new(problem.0, 1)
    }

    fn context(_: &Self::Problem) {}

    fn run<O: Observer<StrayEvent>>(problem: &Self::Problem, o: &mut O) -> ControlFlow<O::Halt, u32> {
        o.on(StrayEvent::At { cell: Cell::new(1, 1), layer: 0 })?;
        o.on(problem.1)?;
        o.on(StrayEvent::Told { cell: Cell::new(2, 0) })?;
        Continue(1)
    }
}

#[test]
fn event_outside_map_or_layout_ends_the_recording() {
    let scene = Scene::from_rows(&["....", "...."]).expect("a scene");
    let cell = |x, y| format!("names the cell ({x},{y}), which is outside the map of 4 × 2");
    let strays = [
        None,
        Some(format!("(at) {}", cell(4, 0))),
        Some("(at) writes slot 1, and the layout has 1, counted from 0".to_owned()),
        Some(format!("(at) {}", cell(4000, 4000))),
        Some(format!("(told) {}", cell(0, 2))),
        None,
    ];
    for (way, stray) in strays.into_iter().enumerate() {
        let mut params = Params::default();
        params.set("way", way as i64);
        let mut run = Entry::<Strays>::NEW.record(&scene, &params, 0, &Progress::default()).expect("a run");
        run.seek(usize::MAX);
        assert_eq!(run.halted(), stray.as_ref().map(|stray| format!("stopped: event 2 {stray}")));
        assert_eq!((run.len(), run.outcome().is_null()), if stray.is_some() { (1, true) } else { (3, false) });
        let held =
            |run: &Replay| scene.size().cells().filter(|&cell| !run.holders(cell).is_empty()).collect::<Vec<_>>();
        let first = [Cell::new(1, 1)];
        assert_eq!(held(&run), if way == 0 { vec![first[0], Cell::new(3, 1)] } else { first.to_vec() });
        assert!(scene.size().cells().all(|cell| run.history(cell).len() <= 2));
    }
}
