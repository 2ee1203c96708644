//! Opening another scene: nothing of the previous scene is left. Tools and view settings stay.

use gridscope::debugger::session::command::{Brush, Mode, Tool};
use gridscope::debugger::{Session, SessionCommand as S};
use gridscope::trace::{Cell, Tile};

/// A way to open another scene, with its name.
type Way = (&'static str, fn(&mut Session));

fn preset(id: &str) -> Session {
    let mut session = gridscope::session(gridscope::presets::find(id).expect("a preset").scene().expect("a scene"));
    session.settle();
    session
}

/// If the runs of a requested pair are not recorded yet, the pair is forgotten when another scene is opened.
#[test]
fn pending_pair_is_forgotten_with_its_scene() {
    let opened =
        |session: &Session| (session.moment(), session.display_state().selected, session.scene().title.clone());
    let fresh = opened(&preset("hello"));
    let ways: [Way; 2] = [
        ("a lesson", |session| session.apply(&S::OpenPreset("hello"))),
        ("a link", |session| {
            let link = preset("hello").as_link().expect("a link");
            session.apply(&S::PasteText(link));
        }),
    ];
    for (name, open) in ways {
        let mut session = preset("five-sights");
        session.apply(&S::ShowBothViews(Cell::new(1, 1), Cell::new(4, 4)));
        open(&mut session);
        session.settle();
        let now = opened(&session);
        assert_eq!(now, fresh, "{name}: its opening moment, and no cell of the pair");
    }
}

/// Gives a session many kinds of commands, then opens another scene.
#[test]
fn opening_a_scene_clears_the_previous_state() {
    let mut session = preset("patrol-and-keys");
    let commands = [
        S::SetBrush(Brush::Tile(Tile::Water)),
        S::SetBrushSize(3),
        S::SetSpeed(4.0),
        S::Select(Some(Cell::new(2, 1))),
        S::SelectAll,
        S::SetTool(Tool::Line),
        S::WhyNot(Cell::new(3, 1)),
        S::BreakAt(Cell::new(2, 1)),
        S::ChooseKind(Some("moved".into())),
        S::SetRange(Some((1, 5))),
        S::SetSeed(5),
        S::ToggleCompare,
        S::SetLayer(1),
        S::AddSlide,
        S::StrokeBegin(Cell::new(1, 1)),
    ];
    for command in &commands {
        session.apply(command);
        session.settle();
    }
    session.hover(Some(Cell::new(1, 1)));
    session.apply(&S::OpenPreset("hello"));
    session.settle();
    let fresh = preset("hello");
    assert_eq!(session.scene(), fresh.scene());
    assert_eq!(session.moment(), fresh.moment());
    assert_eq!(
        (session.display_state().selected, session.display_state().hovered, session.opened().selection),
        (fresh.display_state().selected, None, None)
    );
    assert_eq!(session.display_state().breakpoints.len(), fresh.display_state().breakpoints.len());
    assert_eq!(
        (session.display_state().layer, &session.display_state().chosen_kind),
        (fresh.display_state().layer, &fresh.display_state().chosen_kind)
    );
    assert_eq!(
        (session.opened().comparing, session.opened().previous.is_some(), session.display_state().why_not.is_some()),
        (false, false, false)
    );
    assert_eq!(
        (
            session.display_state().playback.range,
            session.display_state().playback.looping,
            session.display_state().playback.playing
        ),
        (None, false, false)
    );
    assert_eq!(session.document().depth(), (0, 0));
    assert!(!session.document().is_changed() && !session.floats());
    // The user's tools stay.
    assert_eq!((session.hand().tool, session.hand().brush_size, session.hand().mode), (Tool::Line, 3, Mode::Edit));
    assert_eq!(
        (session.hand().brush, session.display_state().playback.speed.to_bits()),
        (Brush::Tile(Tile::Water), 4.0_f64.to_bits())
    );
    // A stroke in progress has no effect.
    session.apply(&S::StrokeTo(Cell::new(5, 1)));
    session.apply(&S::StrokeEnd);
    assert_eq!(session.scene(), fresh.scene());
}
