//! A log written by hand, without an algorithm behind it. Its schema answers everything that can be asked about our own
//! runs.

use gridscope::trace::card::{LayerKind, LayerSource};
use gridscope::trace::event::{Level, Slot, Tone, Value};
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::imported_log::{Names, Written, replay};
use gridscope::trace::trace::schema::{Case, Kind, Layer, OpenListChange, Schema};
use gridscope::trace::trace::{Layout, Replay};
use gridscope::trace::view::board::{Board, Role};
use gridscope::trace::{Cell, Dir, Size, Tile};
use support::HitsOf as _;

fn kind(name: &'static str) -> Kind {
    Kind { name: name.into(), was: Vec::new(), help: "".into(), stands: "".into() }
}

fn case(kind: u16, role: Role, tone: Tone, say: &'static str) -> Case {
    let (called, actor) = (None, None);
    Case {
        kind,
        level: Level::Detail,
        tone,
        role,
        line: 1,
        say: Some(say.into()),
        called,
        actor,
        queue: OpenListChange::Unmoved,
        counts_while: None,
        sight: None,
    }
}

/// Returns a search along a corridor of four cells that turns back once, with its own kinds of events.
fn log() -> Replay {
    let mut schema = Schema {
        algorithm: "my-search".into(),
        title: "My search".into(),
        listing: vec!["do it".into()],
        layers: vec![Layer {
            name: "wealth".into(),
            help: "".into(),
            kind: LayerKind::Scalar,
            shows: LayerSource::Field,
        }],
        kinds: vec![kind("sniffed"), kind("ate"), kind("spat")],
        ..Schema::default()
    };
    schema.cases = vec![
        Case {
            queue: OpenListChange::Enqueues("wealth {wealth}".into()),
            ..case(0, Role::Queued, Tone::Wrote, "Sniffed {cell}, {mood}.")
        },
        Case {
            level: Level::Step,
            queue: OpenListChange::Dequeues,
            ..case(1, Role::Done, Tone::Wrote, "Ate {cell}[ from {from}].")
        },
        case(2, Role::None, Tone::Refused, "Spat out {cell}."),
    ];
    let mut names = Names::default();
    let wealth = names.number(&mut schema, "wealth", true);
    let mood = names.number(&mut schema, "mood", false);
    let at = |x: u16| Cell::new(x, 0);
    let sniffed = |x: u16, from: Option<u16>, n: u64, feels: &'static str| Written {
        case: 0,
        slot: Some(Slot::Cell(0, at(x))),
        cell: Some(at(x)),
        from: from.map(at),
        fields: vec![(wealth, Value::Int(n as i64)), (mood, Value::Word(feels.to_owned().into()))],
        keys: Some((n, 0)),
        ..Written::default()
    };
    let ate = |x: u16, from: Option<u16>, n: i64| Written {
        case: 1,
        slot: Some(Slot::Cell(0, at(x))),
        cell: Some(at(x)),
        from: from.map(at),
        fields: vec![(wealth, Value::Int(n))],
        ..Written::default()
    };
    let spat = Written { case: 2, cell: Some(at(0)), from: Some(at(1)), ..Written::default() };
    let events = vec![
        sniffed(0, None, 1, "calm"),
        ate(0, None, 1),
        sniffed(1, Some(0), 2, "hungry"),
        sniffed(3, Some(0), 2, "bored"),
        ate(1, Some(0), 2),
        spat,
        sniffed(2, Some(1), 5, "full"),
        ate(3, Some(0), 2),
    ];
    replay(schema, Layout::new(Size::new(4, 1), 1), events, serde_json::json!({ "found": true }))
}

#[test]
fn handwritten_log_keeps_its_own_words() {
    let mut run = log();
    assert!(run.card().is_none());
    assert_eq!((run.kind(0), run.event(2).sentence.as_str()), ("sniffed", "Sniffed (1,0), hungry."));
    assert_eq!(run.event(4).sentence, "Ate (1,0) from (0,0).");
    assert_eq!(run.steps(), [1, 4, 7]);
    run.seek(usize::MAX);
    let end = run.holders(Cell::new(1, 0));
    run.seek(0);
    run.seek(usize::MAX);
    assert_eq!((run.holders(Cell::new(1, 0)), end), (vec![4], vec![4]));
}

#[test]
fn handwritten_log_has_boards_layers_arrows_and_curves() {
    let mut run = log();
    run.seek(5);
    let mut board = Board::default();
    run.board(Some(0), &mut board);
    let roles: Vec<Role> = (0..4).map(|x| board.at(Cell::new(x, 0)).role).collect();
    assert_eq!(roles, [Role::Done, Role::Current, Role::None, Role::Queued]);
    assert_eq!(run.value(0, Cell::new(3, 0)), Some(Value::Int(2)));
    assert_eq!(run.arrow(Cell::new(1, 0)), Some(Dir::W));
    run.seek(8);
    assert!(board.at(Cell::new(3, 0)).heat > board.at(Cell::new(0, 0)).heat, "2 is warmer than 1");
}

#[test]
fn handwritten_log_has_open_list_ties_and_prediction() {
    let mut run = log();
    run.seek(4);
    let (waiting, many) = run.queue(9);
    let shown: Vec<_> = waiting.iter().map(|w| (w.cell.x, &*w.key, w.tied)).collect();
    assert_eq!((many, &shown[..]), (2, &[(1, "wealth 2", true), (3, "wealth 2", true)][..]));
    assert_eq!(run.ties(), [4]);
    let tie = run.tie(4).expect("two waited with the same key");
    assert_eq!((tie.chosen, tie.what.as_str()), (Cell::new(1, 0), "equal wealth 2"));
    assert_eq!(tie.candidates.iter().map(|a| a.0.x).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(tie.rule, "the one that has waited longer first");
    let (event, _) = run.question(2).expect("a pop is a choice");
    assert_eq!((event, run.answers(event)), (4, vec![Cell::new(1, 0), Cell::new(3, 0)]));
}

#[test]
fn handwritten_log_answers_history_why_and_why_not() {
    let mut run = log();
    run.seek(usize::MAX);
    assert_eq!(run.history(Cell::new(0, 0)), [0, 1, 5]);
    let never = run.why_not(Cell::new(2, 0));
    assert_eq!((&*never.reason, never.event), ("written", Some(6)), "{}", never.sentence);
    assert!(run.why_not(Cell::new(9, 9)).sentence.contains("outside"));
    let causes = gridscope::debugger::lab::query::causes(&run, 7);
    assert!(causes.contains(&3), "{causes:?}");
}

#[test]
fn conditions_know_kinds_fields_and_words_of_logs() {
    let run = log();
    let hits = |text: &str| run.hits_of(&text.parse::<Condition>().expect("a condition"));
    assert_eq!(hits("ate"), [1, 4, 7]);
    assert_eq!(hits("wealth >= 5"), [6]);
    assert_eq!(hits("mood = hungry"), [2]);
    assert_eq!(hits("spat and at (0,0)"), [5]);
}

/// References to nothing are left out, without a panic.
#[test]
fn references_missing_in_the_schema_are_left_out() {
    let far = Written {
        case: 200,
        slot: Some(Slot::Cell(7, Cell::new(90, 90))),
        fields: vec![(99, Value::Int(1))],
        ..Written::default()
    };
    let schema = Schema {
        kinds: vec![kind("only")],
        cases: vec![case(0, Role::None, Tone::Looked, "Only.")],
        ..Schema::default()
    };
    let mut run = replay(schema, Layout::new(Size::new(2, 2), 1), vec![far], serde_json::Value::Null);
    run.seek(1);
    assert_eq!((run.event(0).sentence.as_str(), run.event(0).fields.len()), ("Only.", 0));
}

/// Fields of every kind are stored unchanged, and so are sentences and keys.
#[test]
fn fields_of_every_kind_are_stored_unchanged() {
    let values = [
        Value::Int(-3),
        Value::Real(0.1),
        Value::About(1e30),
        Value::Ratio(-2, 7),
        Value::Flag(true),
        Value::Cell(Cell::new(3, 4000)),
        Value::Dir(Dir::Nw),
        Value::Tile(Tile::Door),
        Value::Word("short".into()),
        Value::Word("".into()),
        Value::Word("a word that is too long to be kept but once, with an é in it".into()),
    ];
    let mut schema = Schema { kinds: vec![kind("only")], ..Schema::default() };
    let waits = OpenListChange::Enqueues("".into());
    schema.cases = vec![Case { say: None, queue: waits, ..case(0, Role::None, Tone::Looked, "") }];
    let mut names = Names::default();
    let numbers: Vec<u16> = (0..values.len()).map(|i| names.number(&mut schema, &format!("v{i}"), true)).collect();
    let event = |i: usize| Written {
        cell: (i > 0).then_some(Cell::new(0, 1)),
        fields: numbers.iter().copied().zip(values.iter().cloned()).skip(i).collect(),
        say: (i != 2).then(|| format!("It said {i}.")),
        keys: (i != 3).then_some((u64::MAX - i as u64, 5 * i as u64)),
        ..Written::default()
    };
    let run = replay(
        schema,
        Layout::new(Size::new(1, 2), 1),
        (0..values.len()).map(event).collect(),
        serde_json::Value::Null,
    );
    let mut fields = Vec::new();
    for i in 0..run.len() {
        let event = event(i);
        run.trace().fields(i, &mut fields);
        let told: Vec<Value> = fields.iter().filter(|f| f.0.starts_with('v')).map(|f| f.1.clone()).collect();
        assert_eq!(told, values[i..], "event {i}");
        assert_eq!((run.trace().cell(i), run.trace().keys(i)), (event.cell, event.keys));
        assert_eq!(run.event(i).sentence, event.say.unwrap_or_default());
    }
}
