//! Logs with random schemas and events. All answers are compared with a plain fold: a list of the last event in each
//! slot, rebuilt for each moment.

use gridscope::trace::card::{LayerKind, LayerSource};
use gridscope::trace::event::{Level, Slot, Tone, Value};
use gridscope::trace::trace::breakpoint::{Condition, Op};
use gridscope::trace::trace::imported_log::{Names, Written, replay};
use gridscope::trace::trace::schema::{Case, Kind, Layer, OpenListChange, Schema};
use gridscope::trace::trace::{Layout, Replay};
use gridscope::trace::view::board::{Board, Role};
use gridscope::trace::{Cell, Rng, Size};
use std::collections::BTreeMap;
use support::HitsOf as _;

/// A log and what it was built from.
struct Log {
    layout: Layout,
    /// Depth of the phases whose end clears the passing layers.
    scope: u8,
    cases: Vec<Case>,
    events: Vec<Written>,
    run: Replay,
}

fn pick<T: Clone>(dice: &mut Rng, all: &[T]) -> T {
    all[dice.below(all.len() as u64) as usize].clone()
}

fn random_log(dice: &mut Rng, length: usize) -> Log {
    let size = Size::new(1 + dice.below(7) as u16, 1 + dice.below(7) as u16);
    let layers = 1 + dice.below(4) as u8;
    let passing = dice.below(u64::from(layers) + 1) as u8;
    let (registers, scope) = (dice.below(3) as u32, dice.below(2) as u8);
    let layout = Layout::new(size, layers).with_registers(registers).with_passing(passing, scope);
    let mut schema = Schema {
        layers: vec![Layer { name: "x".into(), help: "".into(), kind: LayerKind::Scalar, shows: LayerSource::Field }],
        ..Schema::default()
    };
    for number in 0..=dice.below(5) {
        schema.kinds.push(Kind {
            name: format!("kind-{number}").into(),
            was: vec![format!("once-{number}").into()],
            help: "".into(),
            stands: "".into(),
        });
    }
    for number in 0..schema.kinds.len() + dice.below(4) as usize {
        schema.cases.push(Case {
            kind: (number % schema.kinds.len()) as u16,
            level: pick(dice, &[Level::Detail, Level::Detail, Level::Detail, Level::Step, Level::Phase(0)]),
            tone: pick(dice, &[Tone::Wrote, Tone::Refused, Tone::Looked]),
            role: pick(dice, &[Role::None, Role::None, Role::Queued, Role::Done, Role::Wrong]),
            line: 1,
            say: Some("{x} at {cell}".into()),
            called: Some("phase {x}".into()),
            actor: None,
            counts_while: None,
            sight: None,
            queue: pick(
                dice,
                &[OpenListChange::Unmoved, OpenListChange::Enqueues("x {x}".into()), OpenListChange::Dequeues],
            ),
        });
    }
    let x = Names::default().number(&mut schema, "x", true);
    let cells: Vec<Cell> = size.cells().collect();
    let events: Vec<Written> = (0..length)
        .map(|_| {
            let cell = (dice.below(5) > 0).then(|| pick(dice, &cells));
            let slot = match (dice.below(5), cell) {
                (0, _) if layout.registers > 0 => Some(Slot::Register(dice.below(u64::from(layout.registers)) as u32)),
                (1..=3, Some(cell)) => Some(Slot::Cell(dice.below(u64::from(layers)) as u8, cell)),
                _ => None,
            };
            let (number, key) = (dice.below(9) as i64, dice.below(4));
            let fields = if dice.below(3) > 0 { vec![(x, Value::Int(number))] } else { Vec::new() };
            let depth = dice.below(3) as u8;
            let case = dice.below(schema.cases.len() as u64) as u8;
            Written { case, slot, cell, fields, keys: Some((key, dice.below(2))), depth, ..Written::default() }
        })
        .collect();
    let run = replay(schema.clone(), layout, events.clone(), serde_json::Value::Null);
    Log { layout, scope, cases: schema.cases, events, run }
}

impl Log {
    fn case(&self, i: usize) -> &Case {
        &self.cases[usize::from(self.events[i].case)]
    }

    fn level(&self, i: usize) -> Level {
        match self.case(i).level {
            Level::Phase(_) => Level::Phase(self.events[i].depth),
            level => level,
        }
    }

    /// Returns the last event in each slot after `at` events. Slots that live for a phase are cleared by the next
    /// phase.
    fn fold(&self, at: usize) -> BTreeMap<Slot, usize> {
        let mut held = BTreeMap::new();
        for i in 0..at {
            if matches!(self.level(i), Level::Phase(depth) if depth <= self.scope) {
                held.retain(|slot, _| !matches!(slot, Slot::Cell(layer, _) if *layer < self.layout.passing));
            }
            if let Some(slot) = self.events[i].slot {
                held.insert(slot, i);
            }
        }
        held
    }

    fn x(&self, i: usize) -> Option<f64> {
        self.events[i].fields.iter().find_map(|(_, value)| value.number())
    }
}

/// Compares everything that a moment shows with the fold.
fn check_moment(log: &mut Log, at: usize) {
    log.run.seek(at);
    let held = log.fold(at);
    let of = |layer: u8, cell: Cell| held.get(&Slot::Cell(layer, cell)).copied();
    let mut board = Board::default();
    log.run.board(None, &mut board);
    let popped =
        at.checked_sub(1).filter(|&i| log.case(i).queue == OpenListChange::Dequeues).and_then(|i| log.events[i].cell);
    for cell in log.layout.size.cells() {
        let mut holders: Vec<u32> = (0..log.layout.layers).filter_map(|l| Some(of(l, cell)? as u32)).collect();
        holders.sort_unstable();
        assert_eq!(log.run.holders(cell), holders, "{cell} at {at}");
        let roles = (0..log.layout.layers).filter_map(|l| of(l, cell)).map(|i| log.case(i).role);
        let role = roles.rev().find(|&role| role != Role::None).unwrap_or_default();
        let expected = if popped == Some(cell) { Role::Current } else { role };
        assert_eq!(board.at(cell).role, expected, "{cell} at {at}");
        let number = (0..log.layout.layers).filter_map(|l| of(l, cell)).find_map(|i| log.x(i));
        assert_eq!(log.run.value(0, cell).and_then(|v| v.number()), number, "{cell} at {at}");
    }
    let mut waiting: Vec<((u64, u64), usize, Cell)> = log
        .layout
        .size
        .cells()
        .filter_map(|cell| Some((cell, of(0, cell)?)))
        .filter(|&(_, i)| matches!(log.case(i).queue, OpenListChange::Enqueues(_)))
        .filter_map(|(cell, i)| Some((log.events[i].keys?, i, cell)))
        .collect();
    waiting.sort_unstable();
    let (queue, many) = log.run.queue(usize::MAX);
    let listed: Vec<_> = queue.iter().map(|w| (w.event, w.cell)).collect();
    assert_eq!((many, listed), (waiting.len(), waiting.iter().map(|w| (w.1, w.2)).collect()), "at {at}");
}

#[test]
fn every_moment_equals_a_plain_fold() {
    let mut dice = Rng::new(71);
    for round in 0..120 {
        let length = if round % 10 == 0 { 400 } else { 60 };
        let mut log = random_log(&mut dice, length);
        for _ in 0..12 {
            check_moment(&mut log, dice.below(length as u64 + 1) as usize);
        }
        // Single steps, in both directions.
        for at in (0..=length.min(30)).chain((0..length.min(30)).rev()) {
            check_moment(&mut log, at);
        }
    }
}

#[test]
fn long_log_is_the_same_from_any_keyframe() {
    let mut dice = Rng::new(72);
    let length = 70_000;
    let mut log = random_log(&mut dice, length);
    for _ in 0..12 {
        check_moment(&mut log, dice.below(length as u64 + 1) as usize);
    }
}

#[test]
fn steps_phases_and_history_agree_with_a_scan() {
    let mut dice = Rng::new(73);
    for _ in 0..60 {
        let log = random_log(&mut dice, 80);
        let of_level = |wanted: fn(Level) -> bool| -> Vec<u32> {
            (0..80).filter(|&i| wanted(log.level(i))).map(|i| i as u32).collect()
        };
        assert_eq!(log.run.steps(), of_level(|level| level != Level::Detail));
        let begun = of_level(|level| matches!(level, Level::Phase(_)));
        assert_eq!(log.run.phases().iter().map(|p| p.start).collect::<Vec<_>>(), begun);
        for phase in log.run.phases() {
            let end = (phase.start as usize + 1..80)
                .find(|&i| matches!(log.level(i), Level::Phase(depth) if depth <= phase.depth))
                .unwrap_or(80);
            assert_eq!(phase.end as usize, end);
        }
        for cell in log.layout.size.cells() {
            let about: Vec<u32> = (0..80).filter(|&i| log.events[i].cell == Some(cell)).map(|i| i as u32).collect();
            assert_eq!(log.run.history(cell), about);
        }
        for i in 0..80 {
            let mut before = log.fold(i);
            // An event that begins a phase writes after its phase has begun.
            if matches!(log.level(i), Level::Phase(depth) if depth <= log.scope) {
                before.retain(|slot, _| !matches!(slot, Slot::Cell(layer, _) if *layer < log.layout.passing));
            }
            let replaced = log.events[i].slot.and_then(|slot| before.get(&slot).copied());
            assert_eq!(log.run.event(i).replaced, replaced, "event {i}");
        }
    }
}

#[test]
fn pop_with_equal_first_keys_is_a_tie() {
    let mut dice = Rng::new(75);
    let mut found = 0;
    for _ in 0..500 {
        let log = random_log(&mut dice, 80);
        let key = |i: usize| match log.case(i).queue {
            OpenListChange::Enqueues(_) => log.events[i].keys.map(|k| k.0),
            OpenListChange::Unmoved | OpenListChange::Dequeues => None,
        };
        let is_tie = |i: usize| {
            let mut before = log.fold(i);
            if matches!(log.level(i), Level::Phase(depth) if depth <= log.scope) {
                before.retain(|slot, _| !matches!(slot, Slot::Cell(layer, _) if *layer < log.layout.passing));
            }
            let Some(slot @ Slot::Cell(0, _)) = log.events[i].slot else { return false };
            let Some(own) = before.get(&slot).and_then(|&held| key(held)) else { return false };
            let first_layer = before.iter().filter(|(slot, _)| matches!(slot, Slot::Cell(0, _)));
            log.case(i).queue == OpenListChange::Dequeues
                && first_layer.filter(|&(_, &held)| key(held) == Some(own)).count() > 1
        };
        let expected: Vec<u32> = (0..80).filter(|&i| is_tie(i)).map(|i| i as u32).collect();
        assert_eq!(log.run.ties(), expected);
        found += expected.len();
    }
    assert!(found > 50, "{found}");
}

#[test]
fn conditions_on_random_logs_agree_with_a_scan() {
    let mut dice = Rng::new(74);
    for _ in 0..60 {
        let log = random_log(&mut dice, 80);
        let scan = |holds: &dyn Fn(usize) -> bool| (0..80).filter(|&i| holds(i)).map(|i| i as u32).collect::<Vec<_>>();
        let kind = |i: usize| log.case(i).kind;
        let hits = |text: &str| log.run.hits_of(&text.parse::<Condition>().unwrap_or_else(|e| panic!("{text}: {e}")));
        assert_eq!(hits("kind-0"), scan(&|i| kind(i) == 0));
        assert_eq!(hits("once-0"), scan(&|i| kind(i) == 0), "the name that it once had");
        assert_eq!(hits("x >= 4"), scan(&|i| log.x(i).is_some_and(|x| Op::AtLeast.holds(x, 4.0))));
        assert_eq!(hits("kind-0 and not x < 3"), scan(&|i| kind(i) == 0 && !log.x(i).is_some_and(|x| x < 3.0)));
        assert_eq!(
            hits("at (0,0) or x = 7"),
            scan(&|i| log.events[i].cell == Some(Cell::new(0, 0)) || log.x(i) == Some(7.0))
        );
        let shown = |at: usize, cell: Cell| {
            let held = log.fold(at);
            (0..log.layout.layers).filter_map(|l| held.get(&Slot::Cell(l, cell))).find_map(|&i| log.x(i))
        };
        let after = |i: usize| log.events[i].cell.and_then(|cell| shown(i + 1, cell));
        let before = |i: usize| log.events[i].cell.and_then(|cell| shown(i, cell));
        assert_eq!(hits("layer x > 4"), scan(&|i| after(i).is_some_and(|x| x > 4.0)));
        assert_eq!(hits("layer x falls"), scan(&|i| before(i).zip(after(i)).is_some_and(|(a, b)| b < a)));
    }
}
