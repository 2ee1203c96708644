//! What a slide draws: its words, the default of lessons, refused branches, and pins.

use gridscope::debugger::disk::open;
use gridscope::debugger::lesson::pins::{pin_label, pins};
use gridscope::debugger::lesson::unknown_words::unknown_words;
use gridscope::debugger::look::drawn_signs::{DrawnSigns, Sign};
use gridscope::debugger::look::refused::refused_branches;
use gridscope::formats::Options;
use gridscope::trace::slide::Show;
use gridscope::trace::trace::replay::{Figure, Outline};
use gridscope::trace::view::board::Mark;
use gridscope::trace::{Cell, Role, Scene, Size};
use support::{lesson, record};

fn of(words: &[&str]) -> DrawnSigns {
    DrawnSigns::of(Some(&Show::Signs(words.iter().map(|word| (*word).to_owned()).collect())))
}

#[test]
fn each_word_draws_its_own_sign() {
    for sign in Sign::ALL {
        let drawn: Vec<Sign> = Sign::ALL.into_iter().filter(|other| of(&[sign.name()]).has(*other)).collect();
        assert_eq!(drawn, [sign]);
    }
}

#[test]
fn lessons_leave_out_ties_parents_and_corner_numbers() {
    let drawn = DrawnSigns::of(None);
    for sign in [Sign::Closed, Sign::Open, Sign::Path] {
        assert!(drawn.has(sign), "{sign:?}");
    }
    for sign in [Sign::Ties, Sign::Parents, Sign::Numbers, Sign::Isolines, Sign::Latest, Sign::Differences, Sign::Tags]
    {
        assert!(!drawn.has(sign), "{sign:?}");
        assert!(DrawnSigns::all().has(sign), "{sign:?}");
    }
}

#[test]
fn hidden_roles_leave_their_cells_closed() {
    let run = record(&lesson("hello"));
    let names = &run.schema().roles;
    let roles = of(&["closed", "path"]).roles(names);
    let mark = |role, heat| Mark { role, heat };
    assert_eq!(roles.of(mark(Role::Queued, 9)), Mark::default());
    assert_eq!(roles.of(mark(Role::Done, 9)), mark(Role::Done, 9));
    assert_eq!(roles.of(mark(Role::Chosen, 9)), mark(Role::Done, 9));
    assert_eq!(of(&["open"]).roles(names).of(mark(Role::Done, 9)), Mark::default());
    assert!(DrawnSigns::all().roles(names).is_all());
}

#[test]
fn role_name_draws_that_role_alone() {
    let run = record(&lesson("last-known-place"));
    let roles = of(&["remembered"]).roles(&run.schema().roles);
    let mark = |role| Mark { role, heat: 0 };
    assert_eq!(roles.of(mark(Role::Remembered)), mark(Role::Remembered));
    assert_eq!(roles.of(mark(Role::Seen)), Mark::default());
}

#[test]
fn figure_name_draws_figure_with_label() {
    let line =
        |name: &'static str| Figure::line([Cell::new(0, 0), Cell::new(1, 0)], Role::Chosen, "a word").named(name);
    let drawn = of(&["target"]);
    assert!(drawn.draws(&line("target")) && drawn.draws_label(&line("target")));
    assert!(!drawn.draws(&line("other")));
    let all_areas = of(&["areas"]);
    assert!(all_areas.draws(&line("other")) && !all_areas.draws_label(&line("other")));
    assert!(of(&["areas", "tags"]).draws_label(&line("other")));
}

#[test]
fn late_tie_has_the_branch_over_the_lost_parent() {
    let mut run = record(&lesson("hello"));
    run.seek(723);
    let branches = refused_branches(&run, run.schema().first_layer);
    let cells: Vec<[f64; 2]> = [(14, 12), (14, 11), (13, 10)].map(|(x, y)| Cell::new(x, y).middle()).to_vec();
    assert_eq!(branches.len(), 1);
    assert_eq!((branches[0].outline, &branches[0].points), (Outline::Dashes, &cells));
    assert_eq!(branches[0].beads, ["", "35", ""]);
    assert_eq!(branches[0].name, "refused by the dice");
    run.seek(722);
    assert!(refused_branches(&run, 0).is_empty(), "no tie, no branch");
}

#[test]
fn unknown_word_is_named_with_its_place() {
    let mut scene = lesson("hello");
    let run = record(&scene);
    assert!(unknown_words(&scene, &[&run]).is_empty());
    scene.run.slides[2].show = Some(Show::Signs(vec!["closed".into(), "tees".into()]));
    let sentences = unknown_words(&scene, &[&run]);
    assert_eq!(sentences.len(), 1);
    let start = "run.bookmarks, entry 3: show \"tees\"; this run draws ";
    assert!(sentences[0].starts_with(start), "{}", sentences[0]);
    assert!(sentences[0].contains("closed") && sentences[0].contains("door") && sentences[0].contains("guard"));
    assert!(open::not_there(&scene, &run).contains(&sentences[0]));
}

#[test]
fn pins_are_those_of_the_slide_or_of_its_note() {
    let mut slide = lesson("hello").run.slides[0].clone();
    let size = Size::new(24, 14);
    slide.note = "From (4,3) to (2,2), not `(5,5)` and not (90,1). Back to (4,3).".into();
    slide.pins = None;
    assert_eq!(pins(&slide, size), [Cell::new(4, 3), Cell::new(2, 2)]);
    slide.pins = Some(vec![Cell::new(1, 1)]);
    assert_eq!(pins(&slide, size), [Cell::new(1, 1)]);
    assert_eq!(pin_label(&lesson("hello"), 1), "2");
    assert_eq!(pin_label(&lesson("one-jump-instead-of-two"), 1), "b", "pieces have numbers");
}

#[test]
fn pins_outside_the_map_are_refused() {
    let mut scene = lesson("hello");
    let check =
        |scene: &Scene| open::check_usable(&Options::default().registry, "map", scene).map_err(|e| e.to_string());
    scene.run.slides[1].pins = Some(vec![Cell::new(40, 2)]);
    let error = check(&scene).expect_err("outside");
    assert!(error.contains("run.bookmarks, entry 2, pins: (40,2) is outside the map"), "{error}");
    scene.run.slides[1].pins = Some(vec![Cell::new(1, 1); 21]);
    let error = check(&scene).expect_err("too many");
    assert!(error.contains("there are 21") && error.contains("at most 20"), "{error}");
}
