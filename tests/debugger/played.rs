//! Playing: where it begins, and where it goes on.

use crate::common::scene;
use gridscope::debugger::{Session, SessionCommand as S};

#[test]
fn playing_begins_anew_at_the_end_and_goes_on_elsewhere() {
    let mut session = Session::new(scene("G....\n.....\n....X"));
    session.settle();
    let len = session.moment().1;
    for (at, begins) in [(len, 0), (len / 2, len / 2), (0, 0)] {
        session.apply(&S::Seek(at));
        session.apply(&S::PlayPause);
        assert_eq!((session.moment().0, session.playback.playing), (begins, true), "from {at}");
        session.apply(&S::PlayPause);
        assert_eq!((session.moment().0, session.playback.playing), (begins, false), "and pauses");
    }
    // A loop begins where its range does.
    session.apply(&S::SetRange(Some((3, 9))));
    session.apply(&S::End);
    session.apply(&S::PlayPause);
    assert_eq!(session.moment().0, 3);
}
