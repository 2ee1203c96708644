//! A user's card: each layer, series and check answers by the function of its own row, wherever the row stands.

use gridscope::prelude::*;
use gridscope::trace::Progress;
use gridscope::trace::params::Params;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::lens::{Gauge, Paint};
use gridscope::trace::view::board::Board;
use support::HitsOf as _;

/// The only event.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
enum DigEvent {
    /// A cell was dug to a depth.
    #[event(step, slot = 0, role = Done, line = 1, say = "Dug {cell} {depth} deep.")]
    Dug { cell: Cell, depth: u32 },
}

use DigEvent::Dug;

/// Digs three cells, each deeper than the last.
struct Dig;

impl Lens for Dig {}

impl Algorithm for Dig {
    type Event = DigEvent;
    type Problem = Size;
    type Outcome = u32;

    const CARD: &'static CardOf<DigEvent> = &CardOf::<DigEvent>::new("dig", "Dig", "It digs.")
        .listing(&["dig"])
        .layers(&[
            Layer::words("even", "Whether the depth is even.", |cell| {
                let Dug { depth, .. } = cell.layer(0)?;
                (depth % 2 == 0).then(|| Value::Word("even".into()))
            })
            .with_paint(|_| Paint::Last(Vec::new())),
            Layer::of_event("twice", "Twice the depth.", 0, |&Dug { depth, .. }, ()| {
                Some(Value::Int((2 * depth).into()))
            }),
            Layer::field("depth", "The depth."),
            Layer::by("left", "Cells to the left.", |cell| Some(Value::Int(cell.cell().x.into()))),
            Layer::with_number(
                "thrice",
                "Three times the depth.",
                |cell| cell.layer(0).map(|Dug { depth, .. }| Value::Int((3 * depth).into())),
                |&Dug { depth, .. }, ()| Some((0, f64::from(3 * depth))),
            ),
            Layer::status("status", "Whether it was dug."),
        ])
        .series(&[
            Series::by("last depth", |&Dug { depth, .. }, ()| Gauge::Set(depth.into())),
            Series::by("dug", |_, ()| Gauge::Add(1)),
        ])
        .checks(&[
            Check::by("something was dug before", "Not the first.", |before, _, _| before.cursor() > 0),
            Check::by("dug deep", "More than 2 deep.", |_, &Dug { depth, .. }, _| depth > 2).former_names(&["deep"]),
        ]);

    async fn prepare(scene: &Scene, _: &Resolved, _: u64, _: &Progress) -> Result<Size, RunError> {
        Ok(scene.size())
    }

    fn layout(size: &Size) -> Layout {
        Layout::new(*size, 1)
    }

    fn context(_: &Size) {}

    fn run<O: Observer<DigEvent>>(_: &Size, o: &mut O) -> ControlFlow<O::Halt, u32> {
        for depth in 1..=3 {
            o.on(Dug { cell: Cell::new(depth as u16 - 1, 0), depth })?;
        }
        Continue(3)
    }
}

#[test]
fn each_card_row_uses_its_own_function() {
    let scene = Scene::from_rows(&["...."]).expect("a scene");
    let mut run = Entry::<Dig>::NEW.record(&scene, &Params::default(), 0, &Progress::default()).expect("a run");
    run.seek(usize::MAX);
    let names: Vec<&str> = Entry::<Dig>::NEW.card().layers.iter().map(|layer| layer.name).collect();
    assert_eq!(names, ["even", "twice", "depth", "left", "thrice", "status"]);
    let values = |layer: usize| {
        let value = |x| run.value(layer, Cell::new(x, 0)).map_or_else(|| "-".to_owned(), |value| value.to_string());
        [0, 1, 2, 3].map(value).join(" ")
    };
    let all: Vec<String> = (0..names.len()).map(values).collect();
    assert_eq!(all, ["- even - -", "2 4 6 -", "1 2 3 -", "0 1 2 3", "3 6 9 -", "closed closed closed -"]);
    let series: Vec<(&str, f64)> = run.series().iter().map(|s| (&*s.name, s.points[s.points.len() - 1][1])).collect();
    assert_eq!(series, [("last depth", 3.0), ("dug", 3.0)]);
    let hits = |name: &str| run.hits_of(&Condition::check(name)).clone();
    assert_eq!([hits("something was dug before"), hits("dug deep"), hits("deep")], [vec![1, 2], vec![2], vec![2]]);
    let roles = |layer: usize| {
        let mut board = Board::default();
        run.board(Some(layer), &mut board);
        board.at(Cell::new(0, 0)).role
    };
    assert_eq!([roles(0), roles(1)], [Role::None, Role::Done]);
}
