//! Small promises of the kernel: its slots, the size of a trace, the names of phases, and the candidates of a decision.

use gridscope::trace::event::{Level, Slot, Tone, Value};
use gridscope::trace::trace::imported_log::{Names, Written, replay};
use gridscope::trace::trace::schema::{Case, Kind, OpenListChange, Schema};
use gridscope::trace::trace::{Candidate, CandidateResult, Decision, Layout, Replay};
use gridscope::trace::{Cell, Role, Size};

#[test]
fn layout_has_exactly_its_slots() {
    let layout = Layout::new(Size::new(3, 2), 2).with_registers(2);
    let cell = |layer, x, y| layout.has(Slot::Cell(layer, Cell::new(x, y)));
    assert!(cell(0, 0, 0) && cell(1, 2, 1));
    assert!(!cell(2, 0, 0) && !cell(0, 3, 0) && !cell(0, 0, 2));
    assert!(layout.has(Slot::Register(1)) && !layout.has(Slot::Register(2)));
    assert_eq!(layout.slots(), 3 * 2 * 2 + 2);
}

/// Returns a log of phases and steps on a board of 5 × 5 cells.
fn log(events: usize) -> Replay {
    let mut schema = Schema {
        kinds: vec![Kind { name: "round".into(), was: Vec::new(), help: "".into(), stands: "".into() }],
        ..Schema::default()
    };
    let x = Names::default().number(&mut schema, "x", true);
    schema.cases.push(Case {
        kind: 0,
        level: Level::Phase(0),
        tone: Tone::Wrote,
        role: Role::None,
        line: 1,
        say: Some("Round {x}.".into()),
        called: Some("[the loud ]round {x}[, at last]".into()),
        actor: None,
        counts_while: None,
        sight: None,
        queue: OpenListChange::Unmoved,
    });
    let cell = |n: usize| Cell::new((n % 5) as u16, (n / 5 % 5) as u16);
    let event = |n: usize| Written {
        slot: Some(Slot::Cell(0, cell(n))),
        cell: Some(cell(n)),
        fields: vec![(x, Value::Int(n as i64))],
        ..Written::default()
    };
    let layout = Layout::new(Size::new(5, 5), 1);
    replay(schema, layout, (0..events).map(event).collect(), serde_json::Value::Null)
}

#[test]
fn phase_kind_omits_bracketed_words() {
    let run = log(3);
    assert_eq!(run.trace().phase_kind(2), "round 2");
    assert_eq!(run.phase_name(2), "the loud round 2, at last");
}

#[test]
fn trace_states_its_size_in_bytes() {
    assert!(log(0).trace().is_empty() && !log(1).trace().is_empty());
    let bytes = |events| log(events).trace().bytes();
    // An event takes at least a byte for its case and two links of four bytes each, and here a step and a phase of nine
    // more bytes.
    let least = |events: usize| events * (1 + 8 + 4 + 9);
    for events in [1, 100, 5_000] {
        assert!(bytes(events) >= least(events), "{events}: {}", bytes(events));
        assert!(bytes(events) <= 4_096 + 400 * events, "{events}: {}", bytes(events));
    }
    // Twice the events take about twice the bytes.
    let (once, twice) = (bytes(20_000) as f64, bytes(40_000) as f64);
    assert!((1.9..2.1).contains(&(twice / once)), "{once} and {twice}");
}

fn decision(fates: Vec<CandidateResult>) -> Decision {
    let candidate = |(n, fate): (u16, CandidateResult)| Candidate {
        cell: Some(Cell::new(n, 0)),
        values: vec![Cell::new(n, 0).to_string(), (n * 10).to_string()],
        event: None,
        against: None,
        fate,
    };
    Decision {
        title: "Which one".into(),
        columns: ["cell", "cost"].map(Into::into).into(),
        candidates: (0..).zip(fates).map(candidate).collect(),
        tied: "equal cost".into(),
        rule: "the first one".into(),
        roll: None,
    }
}

#[test]
fn tie_needs_an_equally_good_candidate() {
    let lost = || CandidateResult::lost("dearer", "dearer: 20 against 10");
    assert_eq!(decision(vec![CandidateResult::Chosen, lost()]).tie(), None);
    let tie =
        decision(vec![CandidateResult::Chosen, CandidateResult::Tied("later".into()), lost()]).tie().expect("a tie");
    let among = [(Cell::new(0, 0), "cost 0".to_owned()), (Cell::new(1, 0), "cost 10".to_owned())];
    assert_eq!((tie.chosen, &tie.candidates[..]), (Cell::new(0, 0), &among[..]));
    assert_eq!((tie.what.as_str(), tie.rule.as_str(), tie.roll), ("equal cost", "the first one", None));
    assert_eq!(decision(vec![CandidateResult::Open, CandidateResult::Open]).tie(), None, "no candidate was chosen");
}

#[test]
fn scoreboard_lists_the_first_rows_and_says_so() {
    let many = |n: usize| {
        decision((0..n).map(|k| if k == 0 { CandidateResult::Chosen } else { CandidateResult::Open }).collect()).table()
    };
    let short = many(3);
    assert_eq!((short.title.as_str(), short.rows.len(), short.candidates), ("Which one: 3 candidates", 3, true));
    assert_eq!(
        (short.columns.as_slice(), &short.rows[0].values[..]),
        (&["cell", "cost", "why"].map(Into::into)[..], &["(0,0)", "0", "chosen"].map(str::to_owned)[..])
    );
    assert!(short.rows[0].chosen && !short.rows[1].chosen);
    let listed = many(5_000).rows.len();
    assert!((10..5_000).contains(&listed));
    assert!(many(listed).title.ends_with("candidates"));
    assert!(many(listed + 1).title.ends_with(&format!("the first {listed}")));
    assert_eq!(many(listed + 1).rows.len(), listed);
}

#[test]
fn second_line_of_a_decision_names_tied_candidates() {
    let tied = || CandidateResult::Tied("later".into());
    let line = |n: usize| {
        let fates = std::iter::once(CandidateResult::Chosen)
            .chain((0..n).map(|_| tied()))
            .chain([CandidateResult::Open])
            .collect();
        decision(fates).second_line()
    };
    assert_eq!(line(0), "");
    assert_eq!(line(1), "Tied with (1,0): the first one.");
    assert_eq!(line(2), "Tied with (1,0) and (2,0): the first one.");
    assert!(line(40).ends_with(" more: the first one."), "{}", line(40));
    assert_eq!(decision(vec![tied(), CandidateResult::Chosen, CandidateResult::Open, tied()]).equals().count(), 2);
}

#[test]
fn moment_knows_its_phase() {
    let mut run = log(5);
    for (cursor, begun) in [(0, None), (1, Some(0)), (3, Some(2)), (5, Some(4))] {
        run.seek(cursor);
        assert_eq!(run.player().phase_start(0), begun, "at {cursor}");
        assert_eq!(run.player().phase_start(1), None, "no phase is nested");
    }
}

#[test]
fn since_searches_at_the_events_of_the_cell() {
    // Events 0, 25 and 50 are about the first cell.
    let mut run = log(60);
    run.seek(60);
    let since = |holds: fn(usize) -> bool| run.player().clone().since(Cell::new(0, 0), |p| holds(p.cursor()));
    assert_eq!(since(|cursor| cursor > 30), Some(30), "event by event between two of the cell");
    assert_eq!(since(|cursor| cursor != 26), Some(26), "after an event of the cell it did not hold");
    assert_eq!(since(|cursor| cursor != 40), None, "what comes and goes between is passed over");
    assert_eq!((since(|_| true), since(|_| false)), (None, None));
}

/// Returns a log of phases of two depths and steps on a board of three cells. Each event is given as its phase and its
/// slot.
fn nested(layout: Layout, events: &[(Option<u8>, Option<Slot>)]) -> Replay {
    let mut schema = Schema {
        kinds: vec![Kind { name: "event".into(), was: Vec::new(), help: "".into(), stands: "".into() }],
        ..Schema::default()
    };
    for level in [Level::Step, Level::Phase(0)] {
        schema.cases.push(Case {
            kind: 0,
            level,
            tone: Tone::Wrote,
            role: Role::None,
            line: 1,
            say: Some("Something.".into()),
            called: None,
            actor: None,
            counts_while: None,
            sight: None,
            queue: OpenListChange::Unmoved,
        });
    }
    let event = |&(depth, slot): &(Option<u8>, Option<Slot>)| Written {
        case: u8::from(depth.is_some()),
        depth: depth.unwrap_or(0),
        slot,
        cell: Some(Cell::new(0, 0)),
        ..Written::default()
    };
    replay(schema, layout, events.iter().map(event).collect(), serde_json::Value::Null)
}

#[test]
fn phase_layer_is_stale_in_the_next() {
    let written = Slot::Cell(0, Cell::new(1, 0));
    let at = |passing: Option<(u8, u8)>, depth: u8| {
        let layout = Layout::new(Size::new(3, 1), 1);
        let layout = passing.map_or(layout, |(layers, scope)| layout.with_passing(layers, scope));
        let mut run = nested(layout, &[(Some(0), None), (None, Some(written)), (Some(depth), None)]);
        run.seek(2);
        assert_eq!(run.player().holder(written), Some(1));
        run.seek(3);
        run.player().holder(written)
    };
    assert_eq!(at(None, 0), Some(1), "it lives for the whole run");
    assert_eq!(at(Some((1, 0)), 0), None, "a new phase of the depth");
    assert_eq!(at(Some((1, 0)), 1), Some(1), "a deeper phase changes nothing");
    assert_eq!(at(Some((1, 1)), 1), None, "a phase of depth 1, for a layer that lives as long");
}
