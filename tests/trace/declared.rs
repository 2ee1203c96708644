//! The effect of each attribute of a declared event, checked on an enum that uses all of them.

use gridscope::trace::event::{Event, Level, OpenListEffect, Slot, Tone, Value, Word};
use gridscope::trace::{Cell, Dir, Role};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
enum Why {
    #[word("it is a wall")]
    Wall,
    FarAway,
}

#[derive(Clone, Debug, PartialEq)]
struct Context {
    unit: u32,
}

impl Context {
    fn cost(&self, units: u32) -> Value {
        Value::Ratio(units as i32, self.unit as i32)
    }
}

/// Returns the sentence of an event that uses a function.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "a sentence is asked for by reference")]
fn spoken(event: &Inner, _: &()) -> String {
    format!("Spoken: {event:?}.")
}

#[derive(Clone, Copy, PartialEq, Debug, Event)]
enum Inner {
    #[event(step, slot = 0, line = 2, role = Seen, say = spoken)]
    Looked { cell: Cell },
    #[event(phase(1), line = 1, say = "An inner phase.")]
    Began {},
}

#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, size = 24)]
enum Outer {
    /// A turn began.
    #[event(phase(0), line = 1, called = "turn {turn}", actor = "guard {turn}", say = "Turn {turn}.", progress = 0.5)]
    TurnBegan { turn: u32 },
    #[event(
        slot = Slot::Register(3), was = "opened", was = "shown", line = 3, tone = Tied, role = Queued,
        enqueues(units, n, "cost {units}, {n:count step}"), from = dir, about = at,
        with(double = n * 2, label: word = "x"), text(more = "and more"),
        say = "{cell} {n:count entry} {double} {label:cap} {more}[ from {from}] {turned:arrow} {why} {lit?on|off}.",
        case(n == 0, kind = "emptied", detail, tone = Refused, line = 4, say = "Nothing at {cell}."),
        case(why = FarAway, dequeues, role = Done, step, say = "Far: {units:.2}.")
    )]
    Priced {
        at: Cell,
        dir: Option<Dir>,
        #[show(cost)]
        units: u32,
        #[show("how many")]
        n: u32,
        why: Why,
        lit: bool,
        turned: Dir,
        #[show(skip)]
        hidden: u8,
    },
    #[event(nested(2, &(), &[7, 8]))]
    Inside(Inner),
}

fn priced(n: u32, why: Why) -> Outer {
    Outer::Priced { at: Cell::new(3, 2), dir: Some(Dir::W), units: 3, n, why, lit: true, turned: Dir::N, hidden: 9 }
}

const HERE: Context = Context { unit: 2 };

#[test]
fn derived_words_belong_to_their_variants() {
    assert_eq!((Why::Wall.word(), Why::FarAway.word()), ("it is a wall", "far away"));
    assert_eq!((Why::ALL.len(), Why::WORDS), (2, &["it is a wall", "far away"][..]));
}

#[test]
fn a_phase_names_itself_and_its_actor() {
    let turn = Outer::TurnBegan { turn: 4 };
    assert_eq!((turn.kind(&HERE), turn.level(&HERE), turn.is(&HERE).line), ("turn-began", Level::Phase(0), 1));
    assert_eq!((turn.phase_name(&HERE).as_str(), turn.actor(&HERE).as_deref()), ("turn 4", Some("guard 4")));
    assert!(turn.acts(&HERE) && turn.progress() == Some(0.5));
    assert_eq!((turn.tone(&HERE), turn.slot(&HERE), turn.is(&HERE).help), (Tone::Looked, None, "A turn began."));
}

#[test]
fn case_overrides_the_declarations_of_its_variant() {
    let event = priced(1, Why::Wall);
    let is = event.is(&HERE);
    assert_eq!((is.kind, is.was, is.level, is.line), ("priced", &["opened", "shown"][..], Level::Detail, 3));
    assert_eq!((is.tone, is.role, event.slot(&HERE)), (Tone::Tied, Role::Queued, Some(Slot::Register(3))));
    assert_eq!((event.keys(&HERE), is.queue), (Some((3, 1)), OpenListEffect::Enqueues("cost {units}, {n:count step}")));
    assert_eq!((event.cell(), event.from()), (Some(Cell::new(3, 2)), Some(Cell::new(2, 2))));
    assert_eq!(event.sentence(&HERE), "(3,2) 1 entry 2 X and more from (2,2) ↑ it is a wall on.");
    let none = priced(0, Why::FarAway);
    assert_eq!((none.kind(&HERE), none.tone(&HERE), none.is(&HERE).line), ("emptied", Tone::Refused, 4));
    assert_eq!(none.sentence(&HERE), "Nothing at (3,2).", "the first case that holds counts");
    assert_eq!(none.is(&HERE).role, Role::Queued, "what a case does not say is as the variant says");
    let far = priced(5, Why::FarAway);
    assert_eq!(
        (far.level(&HERE), far.is(&HERE).role, far.is(&HERE).queue),
        (Level::Step, Role::Done, OpenListEffect::Dequeues)
    );
    assert_eq!(far.sentence(&HERE), "Far: 1.50.");
    assert_eq!((far.is(&HERE).line, far.kind(&HERE)), (3, "priced"));
}

#[test]
fn fields_are_shown_under_their_declared_names() {
    let mut fields = Vec::new();
    priced(2, Why::Wall).fields(&HERE, &mut |name, value| fields.push((name, value.to_string())));
    let told: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let expected = [
        ("cell", "(3,2)"),
        ("from", "(2,2)"),
        ("units", "3/2"),
        ("n", "2"),
        ("why", "it is a wall"),
        ("lit", "yes"),
        ("turned", "n"),
        ("double", "4"),
        ("label", "x"),
    ];
    assert_eq!(told, expected, "in this order, and what is skipped is not among them");
    let described = Outer::FIELDS.iter().find(|f| f.name == "n").expect("a field");
    assert_eq!((described.help, described.number), ("how many", true));
    assert!(Outer::FIELDS.iter().any(|f| f.name == "label" && !f.number));
}

#[test]
fn wrapping_event_takes_over_the_inner_declarations() {
    let inside = Outer::Inside(Inner::Looked { cell: Cell::new(1, 1) });
    assert_eq!((inside.kind(&HERE), inside.level(&HERE), inside.is(&HERE).role), ("looked", Level::Step, Role::Seen));
    assert_eq!((inside.cell(), inside.is(&HERE).line), (Some(Cell::new(1, 1)), 8), "its line 2, by the table");
    assert!(inside.sentence(&HERE).starts_with("Spoken: Looked"), "{}", inside.sentence(&HERE));
    let phase = Outer::Inside(Inner::Began {});
    assert_eq!((phase.level(&HERE), phase.depth(&HERE), phase.is(&HERE).line), (Level::Phase(3), None, 7));
}
