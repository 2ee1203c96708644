//! Slides, and predictions: the questions, the right answers, and the score.

use crate::compare::apply;
use gridscope::debugger::session::command::Stride;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::scene::Slide;
use gridscope::trace::{Cell, Grid};
use support::scene;

const OPEN: &str = "G...\n....\n...X";

fn session() -> Session {
    let mut session = gridscope::session(scene(OPEN));
    session.settle();
    session
}

#[test]
fn slides_are_sorted_visited_and_undone() {
    let mut session = session();
    for at in [9, 3, 6] {
        apply(&mut session, &SessionCommand::Seek(at));
        apply(&mut session, &SessionCommand::AddSlide);
    }
    let moments = |s: &Session| s.scene().run.slides.iter().map(|b| b.at).collect::<Vec<_>>();
    assert_eq!(moments(&session), [3, 6, 9]);
    for (command, at) in [
        (SessionCommand::Home, 0),
        (SessionCommand::Forward(Stride::Slide), 3),
        (SessionCommand::Forward(Stride::Slide), 6),
        (SessionCommand::Seek(8), 8),
        (SessionCommand::Back(Stride::Slide), 6),
        (SessionCommand::Back(Stride::Slide), 3),
        (SessionCommand::Back(Stride::Slide), 3),
    ] {
        apply(&mut session, &command);
        assert_eq!(session.moment().0, at, "{command:?}");
    }
    for note in ["L", "Lo", "Look"] {
        apply(&mut session, &SessionCommand::SetSlide(1, Slide { at: 6, note: note.into(), ..Slide::default() }));
    }
    assert_eq!(session.scene().run.slides[1].note, "Look");
    apply(&mut session, &SessionCommand::Undo);
    assert_eq!(session.scene().run.slides[1].note, "", "typing is one entry of undo");
    apply(&mut session, &SessionCommand::RemoveSlide(0));
    assert_eq!(moments(&session), [6, 9]);
    // A link contains them.
    let link = session.as_link().expect("a link");
    let mut other = gridscope::session(scene("G"));
    apply(&mut other, &SessionCommand::PasteText(link));
    assert_eq!(other.scene().run.slides, session.scene().run.slides);
}

#[test]
fn slides_are_turned_in_list_order() {
    let mut lesson = scene(OPEN);
    lesson.run.slides = [9, 3, 3, 6].map(|at| Slide { at, ..Slide::default() }).to_vec();
    let mut session = gridscope::session(lesson);
    session.settle();
    let at_hand = |s: &Session| (s.slide_at_hand(), s.moment().0);
    assert_eq!(at_hand(&session), (Some(0), 9), "a lesson opens at the first slide of its list");
    for (command, slide, at) in [
        (SessionCommand::Forward(Stride::Slide), 1, 3),
        (SessionCommand::Forward(Stride::Slide), 2, 3),
        (SessionCommand::Forward(Stride::Slide), 3, 6),
        (SessionCommand::Forward(Stride::Slide), 3, 6),
        (SessionCommand::Back(Stride::Slide), 2, 3),
        (SessionCommand::Back(Stride::Slide), 1, 3),
        (SessionCommand::Back(Stride::Slide), 0, 9),
        (SessionCommand::ToSlide(2), 2, 3),
        // Apart from their moments, the slide before in time is at hand.
        (SessionCommand::Seek(5), 2, 5),
        (SessionCommand::Back(Stride::Slide), 2, 3),
        (SessionCommand::Seek(1), 1, 1),
        (SessionCommand::Forward(Stride::Slide), 1, 3),
        (SessionCommand::End, 0, usize::MAX),
        // A slide that is removed or out of range is not at hand.
        (SessionCommand::ToSlide(7), 0, usize::MAX),
        (SessionCommand::ToSlide(2), 2, 3),
        (SessionCommand::RemoveSlide(0), 1, 3),
        (SessionCommand::Seek(4), 1, 4),
        (SessionCommand::AddSlide, 2, 4),
    ] {
        apply(&mut session, &command);
        assert_eq!(at_hand(&session), (Some(slide), at.min(session.moment().1)), "{command:?}");
    }
    let moments: Vec<usize> = session.scene().run.slides.iter().map(|slide| slide.at).collect();
    assert_eq!(moments, [3, 3, 4, 6]);
}

#[test]
fn exactly_the_tied_answers_are_right() {
    let mut session = session();
    apply(&mut session, &SessionCommand::Home);
    apply(&mut session, &SessionCommand::TogglePredict);
    let (mut asked, mut right) = (0, 0);
    while let Some(predict) = session.display_state().predict.clone() {
        let replay = session.replay().expect("a run").fork();
        assert_eq!(replay.cursor(), predict.event, "the moment before the choice");
        let event = replay.event(predict.event);
        assert_eq!(event.kind, "expanded");
        // Computed by hand: all cells of the open list with the key of the first.
        let (waiting, _) = replay.queue(usize::MAX);
        let lowest: Vec<Cell> = waiting.iter().filter(|e| e.tied).map(|e| e.cell).collect();
        let answers = replay.answers(predict.event);
        assert!(answers.contains(&event.cell.expect("a cell")));
        assert!(answers.iter().all(|a| lowest.contains(a)), "{answers:?} are not all among {lowest:?}");
        // Every second answer is wrong on purpose.
        let wrong = replay.size().cells().find(|c| !answers.contains(c)).expect("a wrong cell");
        let cell = if asked % 2 == 0 { *answers.last().expect("an answer") } else { wrong };
        apply(&mut session, &SessionCommand::Guess(cell));
        let given = session.display_state().predict.as_ref().and_then(|p| p.given.clone()).expect("it was answered");
        assert_eq!(given.right, asked % 2 == 0);
        assert!(given.reason.contains(&event.sentence), "{}", given.reason);
        assert_eq!(session.moment().0, predict.event + 1, "the choice has happened");
        (asked, right) = (asked + 1, right + usize::from(given.right));
        let score = session.display_state().predict.as_ref().map(|p| (p.right, p.asked));
        assert_eq!(score, Some((right, asked)));
        apply(&mut session, &SessionCommand::NextQuestion);
    }
    let replay = session.replay().expect("a run");
    let expanded = (0..replay.len()).filter(|&i| replay.kind(i) == "expanded").count();
    assert_eq!(asked, expanded, "every expansion was asked about");
    let told = session.take_notices().pop().expect("the score").text;
    assert!(told.contains(&format!("{right} of {asked}")), "{told}");
}

#[test]
fn skipped_question_does_not_count() {
    let mut session = session();
    apply(&mut session, &SessionCommand::Home);
    apply(&mut session, &SessionCommand::TogglePredict);
    let first = session.display_state().predict.clone().expect("a question").event;
    apply(&mut session, &SessionCommand::NextQuestion);
    let second = session.display_state().predict.clone().expect("a question");
    assert!(second.event > first);
    assert_eq!((second.asked, second.right), (0, 0));
    apply(&mut session, &SessionCommand::TogglePredict);
    assert!(session.display_state().predict.is_none());
}

#[test]
fn prediction_choices_match_the_kind_of_decision() {
    let ask = |preset: &str| {
        let scene = gridscope::presets::find(preset).expect("a preset").scene().expect("a scene");
        let mut session = gridscope::session(scene);
        session.settle();
        apply(&mut session, &SessionCommand::Home);
        apply(&mut session, &SessionCommand::TogglePredict);
        session
    };
    // The choices are the explorer's targets, not the open list of its flood.
    let mut session = ask("item-against-unknown");
    let predict = session.display_state().predict.clone().expect("a question");
    let replay = session.replay().expect("a run").fork();
    assert_eq!(replay.cursor(), replay.asked_at(predict.event));
    assert!(predict.cells.contains(&Cell::new(10, 1)), "{:?}", predict.cells);
    let table = replay.tables().into_iter().find(|table| table.candidates).expect("a scoreboard");
    assert_eq!(predict.cells.len(), table.rows.len());
    let wrong = *predict.cells.iter().find(|&&cell| cell != Cell::new(10, 1)).expect("another target");
    // Even if the cursor was moved in the meantime.
    apply(&mut session, &SessionCommand::Seek(1));
    apply(&mut session, &SessionCommand::Guess(wrong));
    let reason = session.display_state().predict.as_ref().and_then(|p| p.given.clone()).expect("an answer").reason;
    assert!(reason.starts_with(&format!("{wrong} has kind ")) && !reason.contains("open list"), "{reason}");
    let mut session = ask("item-against-unknown");
    apply(&mut session, &SessionCommand::Guess(Cell::new(0, 0)));
    let reason = session.display_state().predict.as_ref().and_then(|p| p.given.clone()).expect("an answer").reason;
    assert!(reason.starts_with("(0,0) is not one of the candidates."), "{reason}");
    // In other lessons, the right answers are always among the offered choices.
    let mut asked = 0;
    for preset in ["what-comes-next", "one-jump-instead-of-two", "unseen-shutter", "i-see-you", "hello"] {
        let mut session = ask(preset);
        for _ in 0..20 {
            let Some(predict) = session.display_state().predict.clone() else { break };
            let replay = session.replay().expect("a run");
            let (answers, among) = (replay.answers(predict.event), &predict.cells);
            asked += usize::from(!among.is_empty());
            let all = answers.iter().all(|answer| among.contains(answer));
            assert!(among.is_empty() || all, "{preset}: {answers:?} of {among:?}");
            // If nothing is taken from the open list, its cells are not offered, since one of them might be the answer
            // by chance.
            assert!(replay.pops(predict.event) || among.len() != 1, "{preset}: {among:?}");
            apply(&mut session, &SessionCommand::NextQuestion);
        }
    }
    assert!(asked > 10, "{asked}");
}

/// Returns every question of a lesson's run: its text, its answers, and the sentence of the event.
fn asked(preset: &str) -> Vec<(String, Vec<Cell>, String)> {
    let scene = gridscope::presets::find(preset).expect("a preset").scene().expect("a scene");
    let run = support::record(&scene);
    let mut all = Vec::new();
    let mut from = 0;
    while let Some((i, text)) = run.question(from) {
        let at = run.asked_at(i);
        assert!(at <= i && i - at <= 1, "{preset}: asked at {at} of {i}");
        all.push((text.into_owned(), run.answers(i), run.event(i).sentence));
        from = i + 1;
    }
    all
}

#[test]
fn prediction_asks_about_every_kind_of_decision() {
    let first = |preset: &str| asked(preset).into_iter().next().unwrap_or_else(|| panic!("{preset} asks nothing"));
    let (text, answers, event) = first("item-against-unknown");
    assert_eq!((&*text, &answers[..]), ("Which cell is the next target?", &[Cell::new(10, 1)][..]), "{event:?}");
    let (text, answers, _) = first("one-jump-instead-of-two");
    assert_eq!((&*text, &answers[..]), ("Where does the piece jump?", &[Cell::new(5, 4)][..]));
    let steps = asked("unseen-shutter");
    assert_eq!(steps.len(), 11, "eleven moves");
    assert_eq!((&*steps[0].0, &steps[0].1[..]), ("Where does the guard step?", &[Cell::new(2, 5)][..]));
    for (_, answers, event) in asked("last-known-place") {
        assert!(!answers.is_empty(), "{event:?}");
    }
    for (text, answers, _) in asked("i-see-you") {
        assert_eq!(text, "Which cell will be lit in the next row?");
        assert!(!answers.is_empty(), "a row that lights nothing is not asked about");
    }
    // A random choice is asked before the dice are rolled. Each of the equal candidates is a right answer.
    let mut even = scene("#########\n#...@...#\n#########");
    "auto-explore".clone_into(&mut even.run.algorithm);
    support::set(&mut even, &["picks=1"]);
    let mut known = Grid::new(even.size(), true);
    (known[Cell::new(1, 1)], known[Cell::new(7, 1)]) = (false, false);
    even.known = Some(known);
    let run = support::record(&even);
    let (i, _) = run.question(0).expect("a question");
    assert_eq!(run.answers(i), [Cell::new(1, 1), Cell::new(7, 1)]);
    assert_eq!(run.asked_at(i), i - 1, "before the dice");
}
