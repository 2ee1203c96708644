//! Edits whose result no file can hold.

use gridscope::debugger::{Session, SessionCommand};
use gridscope::formats::limits;
use gridscope::trace::scene::{Actor, ActorKind, Scene, Slide};
use gridscope::trace::{Cell, Grid, Size, Tile};

/// An edit beyond a file's limits is refused when it is made, not when the scene is saved. Earlier edits stay.
#[test]
fn edit_beyond_the_file_limits_is_refused() {
    let mut crowd = Scene::new(Grid::new(Size::new(150, 150), Tile::Floor));
    crowd.actors = crowd.size().cells().take(limits::ACTORS).map(|at| Actor::new(ActorKind::Item, at)).collect();
    let mut session = gridscope::session(crowd);
    let refused = |session: &mut Session, command: SessionCommand, words: &str| {
        let (before, serial) = (session.scene().clone(), session.document().serial());
        session.take_notices();
        session.apply(&command);
        assert!(session.scene() == &before && session.document().serial() == serial, "{command:?}");
        let said = session.work().notices.iter().find(|n| n.error).map(|n| n.text.clone()).unwrap_or_default();
        assert!(said.contains(words), "{said:?}");
    };
    let free = Cell::new(149, 149);
    refused(
        &mut session,
        SessionCommand::PutActor(ActorKind::Item, free),
        "10001 actors, and a scene holds 10000 at most",
    );
    let mut more = session.scene().clone();
    more.actors.push(Actor::new(ActorKind::Item, free));
    refused(&mut session, SessionCommand::Replace(Box::new(more)), "10001 actors");
    let notes = "n".repeat(limits::NOTES + 1);
    refused(&mut session, SessionCommand::Describe(String::new(), notes), "262145 bytes in the notes");
    let mut slides = session.scene().clone();
    slides.run.slides = (1..=limits::SLIDES).map(|at| Slide { at, ..Slide::default() }).collect();
    session.apply(&SessionCommand::Replace(Box::new(slides)));
    session.settle();
    refused(&mut session, SessionCommand::AddSlide, "1001 slides, and a scene holds 1000 at most");
    let late = Slide { at: limits::RUN_EVENTS + 1, ..Slide::default() };
    refused(&mut session, SessionCommand::SetSlide(0, late), "There is no event 4294967295");
    // With one fewer there is room again, and the scene can be saved.
    session.apply(&SessionCommand::RemoveSlide(0));
    session.apply(&SessionCommand::AddSlide);
    assert_eq!(session.scene().run.slides.len(), limits::SLIDES);
    let folder = tempfile::tempdir().expect("a folder");
    session.apply(&SessionCommand::SaveAs(folder.path().join("crowd.scene.json")));
    assert!(!session.document().is_changed(), "{:?}", session.work().notices.last());
}
