//! Packed events of a log: each comes back as it was, from any index, and a copy does not change.

use gridscope::formats::log::{EventList, LogEvent, LoggedValue, OptionalNumber, Others, Word};
use gridscope::trace::{Cell, Rng};
use serde_json::{Value, json};
use support::one_of;

const NUMBERS: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    7.0,
    4_294_967_295.0,
    4_294_967_296.0,
    -3.0,
    0.5,
    0.1,
    std::f64::consts::SQRT_2,
    1e300,
    -1e-300,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MIN_POSITIVE,
    f64::NAN,
];

fn any_value(dice: &mut Rng, depth: u32) -> Value {
    match dice.below(if depth < 3 { 12 } else { 9 }) {
        0 => Value::Null,
        1 => (dice.below(2) == 0).into(),
        2 => dice.below(300).into(),
        3 => u64::MAX.into(),
        4 => (-(dice.below(300) as i64)).into(),
        5 => i64::MIN.into(),
        6 => json!(one_of(dice, &NUMBERS[..12])),
        7 => one_of(dice, &["", "closed", "dearer", "grün", "\u{0}"]).into(),
        8 => "long ".repeat(dice.below(80) as usize).into(),
        9 => json!([dice.below(5000), dice.below(5000)]),
        10 => (0..dice.below(5)).map(|_| any_value(dice, depth + 1)).collect::<Vec<_>>().into(),
        _ => json!({ "at": any_value(dice, depth + 1), "b": any_value(dice, depth + 1) }),
    }
}

fn any_event(dice: &mut Rng, line: &mut usize) -> LogEvent {
    // Lines may be left out, and several events may be on one.
    *line = match dice.below(20) {
        0 => *line,
        1 => *line + dice.below(100_000) as usize,
        2 => line.saturating_sub(dice.below(10) as usize),
        _ => *line + 1,
    };
    let own = Word::Own(
        one_of(dice, &["alarm", "turn", "a word that is longer than those of which only one is kept, say"]).into(),
    );
    let word = [Word::Open, Word::Expand, Word::Reject, Word::Path, Word::Note, Word::Done, own]
        [dice.below(7) as usize]
        .clone();
    let side = one_of(dice, &[3, 200, 4096, 65_536]);
    let mut cell = || (dice.below(4) > 0).then(|| Cell::new(dice.below(side) as u16, dice.below(side) as u16));
    let (at, from) = (cell(), cell());
    let mut number = || OptionalNumber::of((dice.below(3) > 0).then(|| one_of(dice, &NUMBERS)));
    let (g, h, f) = (number(), number(), number());
    let f = if dice.below(2) == 0 { OptionalNumber::of(g.get().zip(h.get()).map(|(g, h)| g + h)) } else { f };
    let names = ["why", "say", "cells", "a field of the program with a name of more than forty-eight bytes"];
    let count = dice.below(5) as usize;
    let others: Vec<_> =
        names.iter().take(count).map(|&name| (name.into(), LoggedValue::from(any_value(dice, 0)))).collect();
    LogEvent { word, at, from, g, h, f, others: Others::of(others.into_iter()), ..LogEvent::bare(*line) }
}

/// The text of a number tells −0 from 0, and whole numbers from others.
fn text(event: &LogEvent) -> String {
    format!("{event:?}")
}

#[test]
fn packed_events_come_back_as_they_were() {
    let (mut dice, mut line) = (Rng::new(1), 0);
    let all: Vec<LogEvent> = (0..20_000).map(|_| any_event(&mut dice, &mut line)).collect();
    let packed: EventList = all.iter().cloned().collect();
    assert_eq!((packed.len(), packed.is_empty()), (all.len(), false));
    for (index, (unpacked, event)) in packed.iter().zip(&all).enumerate() {
        assert_eq!(text(&unpacked), text(event), "event {index}");
    }
    for _ in 0..2_000 {
        let (start, len) = (dice.below(20_100) as usize, dice.below(70) as usize);
        let expected: Vec<String> = all.iter().skip(start).take(len).map(text).collect();
        assert_eq!(packed.range(start..start + len).map(|event| text(&event)).collect::<Vec<_>>(), expected);
        let event = all.get(start);
        assert_eq!(packed.get(start).as_ref().map(text), event.map(text), "event {start}");
        assert_eq!(packed.line(start), event.map_or(0, LogEvent::line));
        let outline = packed.outline(start).map(|event| (event.line, event.word, event.at, event.from));
        assert_eq!(outline, event.map(|event| (event.line, event.word.clone(), event.at, event.from)));
    }
    assert_eq!(packed.last().as_ref().map(text), all.last().map(text));
}

#[test]
fn copies_share_events_and_do_not_change() {
    let (mut dice, mut line) = (Rng::new(2), 0);
    let all: Vec<LogEvent> = (0..9_000).map(|_| any_event(&mut dice, &mut line)).collect();
    let mut packed = EventList::default();
    let mut copies = Vec::new();
    for part in all.chunks(1_000) {
        packed.append(&mut part.iter().cloned().collect());
        copies.push(packed.clone());
    }
    for (k, copy) in copies.iter().enumerate() {
        assert_eq!(copy.len(), (k + 1) * 1_000);
        assert!(copy.iter().zip(&all).all(|(unpacked, event)| text(&unpacked) == text(event)), "copy {k}");
    }
    packed.clear();
    assert!(packed.is_empty() && packed.get(0).is_none() && packed.last().is_none() && packed.iter().next().is_none());
}

#[test]
fn plain_events_take_few_bytes() {
    let event = |index: usize| LogEvent {
        word: Word::Open,
        at: Some(Cell::new(2000, 2000)),
        from: Some(Cell::new(1999, 2001)),
        g: OptionalNumber::of(Some(2_828.427_124_746_19)),
        h: OptionalNumber::of(Some(0.5)),
        f: OptionalNumber::of(Some(2_828.427_124_746_19 + 0.5)),
        ..LogEvent::bare(index)
    };
    let packed: EventList = (0..10_000).map(event).collect();
    assert!(packed.bytes() <= 10_000 * 22, "{}", packed.bytes());
}
