//! Playback: where it starts, and where it continues.

use gridscope::debugger::SessionCommand as S;
use gridscope::debugger::session::playback::Playback;
use support::scene;

#[test]
fn play_restarts_at_the_end_and_continues_elsewhere() {
    let mut session = gridscope::session(scene("G....\n.....\n....X"));
    session.settle();
    let len = session.moment().1;
    for (at, begins) in [(len, 0), (len / 2, len / 2), (0, 0)] {
        session.apply(&S::Seek(at));
        session.apply(&S::PlayPause);
        assert_eq!((session.moment().0, session.display_state().playback.playing), (begins, true), "from {at}");
        session.apply(&S::PlayPause);
        assert_eq!((session.moment().0, session.display_state().playback.playing), (begins, false), "and pauses");
    }
    // A loop starts at the beginning of its range.
    session.apply(&S::SetRange(Some((3, 9))));
    session.apply(&S::End);
    session.apply(&S::PlayPause);
    assert_eq!(session.moment().0, 3);
}

#[test]
fn hit_within_the_frame_stops_playing() {
    for (hit, to, plays) in [(3, 3, false), (4, 4, false), (5, 4, true)] {
        let mut playback = Playback::default();
        playback.playing = true;
        // At ten events per second, this frame has four.
        assert_eq!(playback.advance(0.4, 0, 100, |_| Some(hit)), to, "a hit at {hit}");
        assert_eq!(playback.playing, plays, "a hit at {hit}");
    }
}

/// A loop shows both its ends, and stops only at hits inside it.
#[test]
fn loop_plays_from_first_to_last_moment() {
    // At ten events per second, the number of events in each frame.
    for (events, seen) in [(1, [4, 5, 6, 3, 4, 5, 6, 3]), (2, [5, 6, 3, 5, 6, 3, 5, 6]), (4, [6, 3, 6, 3, 6, 3, 6, 3])]
    {
        for (len, hit) in [(100, None), (6, None), (100, Some(7)), (100, Some(2))] {
            let mut playback = Playback::default();
            (playback.playing, playback.looping, playback.range) = (true, true, Some((3, 6)));
            let hits = |from: usize| hit.filter(|&hit| hit > from);
            let mut at = 3;
            for moment in seen {
                at = playback.advance(f64::from(events) / 10.0 + 1e-9, at, len, hits);
                assert_eq!((at, playback.playing), (moment, true), "{events} a frame of {len}, a hit at {hit:?}");
            }
        }
    }
    for hit in [4, 6] {
        let mut playback = Playback::default();
        (playback.playing, playback.looping, playback.range) = (true, true, Some((3, 6)));
        assert_eq!(playback.advance(0.4, 3, 100, |_| Some(hit)), hit);
        assert!(!playback.playing, "a hit at {hit} stops it");
    }
    // From outside, it goes back into the loop.
    let mut session = gridscope::session(scene("G....\n.....\n....X"));
    session.settle();
    session.apply(&S::SetRange(Some((3, 6))));
    session.apply(&S::Seek(8));
    session.apply(&S::PlayPause);
    assert!(session.tick(0.11) && session.moment().0 == 3);
}

/// At a speed at which frames are shorter than an event.
#[test]
fn next_event_comes_at_the_announced_time() {
    for speed in [0.25, 0.5, 1.0, 2.0, 4.0] {
        let mut playback = Playback::default();
        (playback.playing, playback.speed) = (true, speed);
        let due = playback.next_in();
        assert_eq!(playback.advance(due * 0.75, 0, 100, |_| None), 0, "not before, at {speed} ×");
        assert!(playback.next_in() < due, "sooner by what has passed, at {speed} ×");
        assert_eq!(playback.advance(due * 0.5, 0, 100, |_| None), 1, "at {speed} ×");
    }
}
