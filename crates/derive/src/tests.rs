//! Tests of the macro: the declarations that it rejects, its messages, and the generated code.

use crate::generate::generate;
use crate::model::Model;
use syn::parse_quote;

/// Returns the generated code for an enum.
fn code(input: &syn::DeriveInput) -> String {
    generate(&Model::new(input).expect("a model")).to_string()
}

/// Returns why an enum is rejected.
fn refused(input: &syn::DeriveInput) -> String {
    Model::new(input).err().expect("a refusal").to_string()
}

#[test]
fn unknown_field_in_a_sentence_lists_known_fields() {
    let why = refused(&parse_quote! {
        enum E { #[event(say = "Opened {cell}: d = {depth}.")] Opened { cell: Cell, d: u32 } }
    });
    assert_eq!(why, "Opened: there is no `depth` to name in a sentence; it has cell, d");
}

#[test]
fn skipped_field_cannot_be_named_in_a_sentence() {
    let why = refused(&parse_quote! {
        enum E { #[event(say = "{d}")] Opened { #[show(skip)] d: u32 } }
    });
    assert!(why.starts_with("Opened: there is no `d`"), "{why}");
}

#[test]
fn every_variant_has_a_sentence() {
    let why = refused(&parse_quote! { enum E { #[event(step)] Opened { cell: Cell } } });
    assert_eq!(why, "Opened: it has no sentence; write `say = \"…\"`");
}

#[test]
fn variant_with_cases_needs_a_default_sentence() {
    let why = refused(&parse_quote! {
        enum E { #[event(line = 1, case(a, say = "x"))] Opened { a: bool } }
    });
    assert_eq!(why, "Opened: it has no sentence where none of its cases holds; write `say = \"…\"` beside them");
}

#[test]
fn every_variant_has_a_line() {
    let why = refused(&parse_quote! { enum E { #[event(step, say = "x")] Opened { cell: Cell } } });
    assert_eq!(why, "Opened: it has no line of the listing; write `line = N`, from 1");
}

#[test]
fn unknown_attribute_is_refused_listing_all_attributes() {
    let why = refused(&parse_quote! { enum E { #[event(lime = 3, line = 1, say = "x")] Opened {} } });
    assert!(why.starts_with("Opened: there is no `lime`; expected detail, step, phase"), "{why}");
}

#[test]
fn repeated_line_attribute_is_refused() {
    let why = refused(&parse_quote! { enum E { #[event(line = 3, line = 4, say = "x")] Opened {} } });
    assert_eq!(why, "Opened: `line` is said twice");
}

#[test]
fn case_with_an_invariable_attribute_is_refused() {
    let why = refused(&parse_quote! { enum E { #[event(line = 1, say = "x", case(a, slot = 3))] Opened { a: bool } } });
    assert!(why.starts_with("Opened: `slot` cannot differ from case to case"), "{why}");
}

#[test]
fn braces_brackets_and_formats_are_checked() {
    for (text, why) in [
        ("{d", "a `{` without its `}`"),
        ("d}", "a `}` without its `{`"),
        ("[d", "a `[` without its `]`"),
        ("d]", "a `]` without its `[`"),
        ("[a [b] c]", "brackets do not stand in brackets"),
        ("{d:wide}", "there is no format `:wide`"),
        ("{d?yes}", "there is no format `?yes`"),
    ] {
        let said = refused(&parse_quote! { enum E { #[event(say = #text)] Opened { d: u32 } } });
        assert!(said.starts_with(&format!("Opened: {why}")), "{text}: {said}");
    }
}

#[test]
fn hidden_place_shows_the_field_it_uses() {
    let input = |hidden: &str| -> syn::DeriveInput {
        let text = format!(
            "enum E {{ #[event(line = 1, from = enemy, {hidden} say = \"x\")] InReach {{ cell: Cell, enemy: Cell }} }}"
        );
        syn::parse_str(&text).expect("an enum")
    };
    let shown = |made: &str, name: &str| made.contains(&format!("show_field (\"{name}\" ,"));
    let made = code(&input(""));
    assert!(shown(&made, "cell") && shown(&made, "from") && !shown(&made, "enemy"), "{made}");
    let made = code(&input("hide(from),"));
    assert!(shown(&made, "cell") && !shown(&made, "from") && shown(&made, "enemy"), "{made}");
    assert!(made.contains("Toward :: toward (enemy"), "it is still where the step came from: {made}");
    let made = code(&parse_quote! {
        enum E { #[event(line = 1, about = to.unwrap_or(at), hide(cell), say = "x")] Moved { at: Cell, to: Option<Cell> } }
    });
    assert!(!shown(&made, "cell") && shown(&made, "at") && shown(&made, "to"), "{made}");
    assert!(refused(&input("hide(at),")).contains("`hide` takes `cell` or `from`"));
}

#[test]
fn only_an_enum_has_events() {
    assert_eq!(refused(&parse_quote! { struct E; }), "events are the variants of an enum");
    assert!(
        refused(&parse_quote! { enum E { #[event(line = 1, say = "x")] Opened(u8) } }).contains("fields need names")
    );
}

#[test]
fn computed_field_name_may_contain_a_hyphen() {
    let made = code(&parse_quote! {
        enum E { #[event(line = 1, say = "x {left-x}", with("left-x" = a + 1))] Opened { a: u8 } }
    });
    assert!(made.contains("show_field (\"left-x\" ,"), "{made}");
}

#[test]
fn enqueues_with_three_keys_is_refused() {
    let why = refused(&parse_quote! { enum E { #[event(line = 1, say = "x", enqueues(a, b, c))] Opened { a: u8 } } });
    assert_eq!(why, "Opened: `enqueues` takes one or two keys");
}

#[test]
fn kinds_are_named_after_their_variants() {
    let made = code(&parse_quote! { enum E { #[event(line = 1, say = "x")] PassedOver { cell: Cell } } });
    assert!(made.contains("kind : \"passed-over\""), "{made}");
    let made = code(
        &parse_quote! { enum E { #[event(kind = "skipped", was = "passed", line = 1, say = "x")] PassedOver {} } },
    );
    assert!(made.contains("kind : \"skipped\"") && made.contains("was : & [\"passed\"]"), "{made}");
}

#[test]
fn slot_gives_tone_wrote_and_no_slot_looked() {
    let made = code(&parse_quote! { enum E { #[event(slot = 0, line = 1, say = "x")] A { cell: Cell } } });
    assert!(made.contains("Tone :: Wrote"), "{made}");
    let made = code(&parse_quote! { enum E { #[event(line = 1, say = "x")] A { cell: Cell } } });
    assert!(made.contains("Tone :: Looked"), "{made}");
}

#[test]
fn case_with_a_part_matches_its_variants() {
    let made = code(&parse_quote! {
        enum E { #[event(line = 1, say = "x", case(part = Rooms | Doors, line = 7))] Began { part: Part } }
    });
    assert!(made.contains("matches ! (part , Part :: Rooms | Part :: Doors)"), "{made}");
    let made = code(&parse_quote! {
        enum E { #[event(line = 1, say = "x", case(part = Guard(_), line = 7))] Began { part: Part } }
    });
    assert!(made.contains("Part :: Guard (_)"), "{made}");
}

#[test]
fn a_depth_is_a_number_or_an_expression() {
    let made = code(&parse_quote! { enum E { #[event(phase(DEEP), line = 1, say = "x")] Began {} } });
    assert!(made.contains("Level :: Phase (DEEP)"), "{made}");
    let made = code(&parse_quote! { enum E { #[event(phase(depth), line = 1, say = "x")] Began { depth: u8 } } });
    assert!(made.contains("Level :: Phase (0)") && made.contains("Some (depth)"), "{made}");
}

#[test]
fn place_with_its_own_name_is_shown_once() {
    let made = code(&parse_quote! {
        enum E { #[event(line = 1, say = "x", about = to)] Moved { from: Cell, #[show(name = "to")] to: Cell } }
    });
    assert!(made.contains("show_field (\"to\" ,") && made.contains("show_field (\"from\" ,"), "{made}");
    assert!(!made.contains("show_field (\"cell\" ,"), "{made}");
    let why = refused(&parse_quote! {
        enum E { #[event(line = 1, say = "{cell}", about = from)] Drawn { #[show(name = "from")] from: Cell } }
    });
    assert_eq!(why, "Drawn: there is no `cell` to name in a sentence; it has from");
    let made = code(&parse_quote! {
        enum E {
            #[event(line = 1, say = "x", from = back(dir))]
            Grew { cell: Cell, #[show(name = "from")] dir: Dir }
        }
    });
    assert_eq!(made.matches("show_field (\"from\" ,").count(), 1, "{made}");
}

#[test]
fn malformed_attributes_are_refused_with_the_correct_form() {
    let right = |event: syn::DeriveInput, expected: &str| assert_eq!(refused(&event), expected);
    right(
        parse_quote! { enum E { #[event(line = 1, say = "x", enqueues("x"))] Opened {} } },
        "Opened: `enqueues` takes one or two keys",
    );
    right(
        parse_quote! { enum E { #[event(line = 1, say = "x", enqueues(f, "x"), dequeues)] Opened { f: u32 } } },
        "Opened: it goes into the open list or comes out of it, not both",
    );
    right(
        parse_quote! { enum E { #[event(line = 1, say = "x", hide(depth))] Opened { cell: Cell } } },
        "Opened: `hide` takes `cell` or `from`",
    );
    right(
        parse_quote! { enum E { #[event(line = 1, say = "x", with(f: text = 1))] Opened {} } },
        "Opened: expected `word` or `number`",
    );
    right(
        parse_quote! { enum E { #[event(nested(1, cx))] Inner(Other) } },
        "Inner: `nested` takes a depth, a context and a table of lines",
    );
    right(
        parse_quote! { enum E { #[event(nested(1, cx, LINES))] Inner { event: Other } } },
        "Inner: an event that wraps another has it as its only field",
    );
    right(
        parse_quote! { enum E { #[event(line = 1, say = "x")] Opened(Cell) } },
        "Opened: fields need names, unless it is `nested`",
    );
    right(
        parse_quote! { enum E { #[event(line = 1)] #[event(say = "x")] Opened {} } },
        "Opened: one `#[event(…)]` says it all",
    );
    right(
        parse_quote! { #[event(width = 3)] enum E { #[event(line = 1, say = "x")] Opened {} } },
        "expected `context = TYPE`, `size = BYTES` or `encoded`",
    );
}

#[test]
fn unknown_phase_actor_and_key_fields_are_refused() {
    for event in [
        parse_quote! { enum E { #[event(line = 1, say = "x", called = "turn {n}")] Began { turn: u32 } } },
        parse_quote! { enum E { #[event(line = 1, say = "x", actor = "guard {n}")] Began { turn: u32 } } },
        parse_quote! { enum E { #[event(line = 1, say = "x", enqueues(turn, "f {n}"))] Began { turn: u32 } } },
    ] {
        assert_eq!(refused(&event), "Began: there is no `n` to name in a sentence; it has turn");
    }
}
