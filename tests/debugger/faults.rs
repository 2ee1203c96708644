//! A disk that fails at any step: the old file or the new one is complete, no other files are left, and the error says
//! where and why.

use gridscope::debugger::disk::recovery::{RecoverySlot, leftover_scenes, write_recovery_copy};
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::{Cell, Scene, Tile};
use std::fs;
use std::path::Path;
use support::faults::{REASON, at_each_step, names};
use support::lesson;

fn painted() -> Scene {
    let mut drawn = lesson("hello");
    drawn.tiles[Cell::new(3, 1)] = Tile::Water;
    drawn
}

#[test]
fn save_through_a_link_survives_any_disk_failure() {
    let (mut ways, mut told) = (0, 0);
    let steps = at_each_step(|nth, broken| {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("mine.scene.json"), folder.path().join("link.scene.json"));
        let mut session = gridscope::session(lesson("hello"));
        session.apply(&SessionCommand::SaveAs(file.clone()));
        let old = fs::read(&file).expect("saved");
        let mut opened = vec!["mine.scene.json".to_owned()];
        #[cfg(unix)]
        {
            // If the process may change owners, that is one of the steps, too.
            let _ = std::os::unix::fs::chown(&file, Some(4321), Some(4321));
            std::os::unix::fs::symlink(&file, &link).expect("a link");
            opened.insert(0, "link.scene.json".to_owned());
        }
        let link = if link.exists() { link } else { file.clone() };
        let mut session = Session::on_file(gridscope::registry(), &link).expect("a scene");
        session.apply(&SessionCommand::Replace(Box::new(painted())));
        session.take_notices();
        let ((), failed) = broken(&mut || session.apply(&SessionCommand::SaveAs(link.clone())));
        let now = fs::read(&file).expect("it stands");
        let errors: Vec<&str> = session.work().notices.iter().filter(|n| n.error).map(|n| n.text.as_str()).collect();
        assert_eq!(errors.is_empty(), !session.document().is_changed(), "step {nth}: it says what it did: {errors:?}");
        if let [error] = errors[..] {
            assert!(error.contains(&folder.path().display().to_string()) && error.contains(REASON), "{error}");
            told += 1;
        } else {
            assert!(errors.is_empty() && now != old, "step {nth}: {errors:?}");
        }
        ways += usize::from(failed);
        let mut there = names(folder.path());
        if let Some(bak) = there.iter().position(|name| Path::new(name).extension().is_some_and(|e| e == "bak")) {
            assert_eq!(fs::read(folder.path().join(there.remove(bak))).expect("kept"), old, "step {nth}");
        } else {
            assert_eq!(now, old, "step {nth}: written over without being kept");
        }
        assert_eq!(there, opened, "step {nth}");
        // Whatever failed, saving still works afterwards: no other program has changed the file.
        session.apply(&SessionCommand::SaveAs(link));
        assert!(!session.document().is_changed(), "step {nth}: {:?}", session.work().notices);
        let new = fs::read(&file).expect("it stands");
        assert!(now == old || now == new, "step {nth}: neither the old file nor the new one");
        assert_eq!(
            Session::on_file(gridscope::registry(), &file).expect("a scene").scene().tiles[Cell::new(3, 1)],
            Tile::Water
        );
    });
    for step in ["Look", "Read", "Make", "Lock", "Mode", "Write", "Sync", "Rename", "Remove"] {
        assert!(steps.contains(step), "{step} was never met: {steps:?}");
    }
    assert!(ways >= 40 && told > 30, "{ways} faults, {told} errors");
}

#[test]
fn recovery_copy_is_never_torn_by_failures() {
    at_each_step(|nth, broken| {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("unsaved");
        let keeper = RecoverySlot::new(&folder).expect("a place");
        write_recovery_copy(keeper.path(), None, &lesson("hello")).expect("kept");
        let (kept, failed) = broken(&mut || write_recovery_copy(keeper.path(), None, &painted()));
        drop(keeper);
        let found = leftover_scenes(&folder);
        let [found] = &found[..] else { panic!("step {nth}: {found:?}") };
        match kept {
            Ok(()) => assert_eq!((&found.scene, failed), (&painted(), false), "step {nth}"),
            Err(error) => {
                assert!(error.contains("0.scene.json") && error.contains(REASON), "{error}");
                assert!([lesson("hello"), painted()].contains(&found.scene), "step {nth}");
            }
        }
        assert_eq!(names(&folder), ["0.lock", "0.scene.json"], "step {nth}");
    });
}

#[test]
fn recovery_slot_error_names_its_folder() {
    let steps = at_each_step(|nth, broken| {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("unsaved");
        let (kept, failed) = broken(&mut || RecoverySlot::new(&folder).map(drop).map_err(|error| error.to_string()));
        match kept {
            Ok(()) => assert!(!failed, "step {nth}"),
            Err(error) => assert!(error.contains("unsaved") && error.contains(REASON), "{error}"),
        }
    });
    assert_eq!(steps.into_iter().collect::<Vec<_>>(), ["Lock", "Make"]);
}

/// A file is saved even if its owner cannot be kept. In that case, the rights of its group are not given to another
/// group.
#[cfg(unix)]
#[test]
fn owner_and_group_are_kept_if_permitted() {
    use gridscope::debugger::disk::{Step, failing, replace};
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("theirs.txt");
    let begin = || {
        let _ = fs::remove_file(&file);
        fs::write(&file, "the old one").expect("written");
        let may = chown(&file, Some(4321), Some(8765)).is_ok();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o664)).expect("set");
        may
    };
    let about = || {
        let about = fs::metadata(&file).expect("there");
        (about.uid(), about.gid(), about.permissions().mode() & 0o7777)
    };
    if !begin() {
        // Only root can create such a file. Without root rights, only the mode can be checked.
        replace(&file, |out| out.write_all(b"the new one")).expect("written");
        assert_eq!(about().2, 0o664);
        return;
    }
    replace(&file, |out| out.write_all(b"the new one")).expect("written");
    assert_eq!(about(), (4321, 8765, 0o664));
    // If the process may not set the owner, the group is kept. If it may not set the group either, the process's own
    // group gets no write access.
    for (refused, expected) in [(1, (8765, 0o664)), (2, (about().1, 0o644))] {
        assert!(begin());
        let own = fs::metadata(folder.path()).expect("there");
        let mut gives = 0;
        let fault = move |step: Step, _: &std::path::Path| {
            gives += usize::from(step == Step::Give);
            if step == Step::Give && gives <= refused { Err(std::io::Error::other(REASON)) } else { Ok(()) }
        };
        failing(fault, || replace(&file, |out| out.write_all(b"the new one"))).expect("written all the same");
        let group = if refused == 1 { expected.0 } else { own.gid() };
        assert_eq!(about(), (own.uid(), group, expected.1));
    }
}

#[cfg(unix)]
#[test]
fn dangling_link_stays_a_link_after_writing() {
    use gridscope::debugger::disk::replace;
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("mine.txt"), folder.path().join("link.txt"));
    std::os::unix::fs::symlink("mine.txt", &link).expect("a link");
    replace(&link, |out| out.write_all(b"new")).expect("written");
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(fs::read(file).expect("there"), b"new");
}

/// A file name that is not valid text is saved, stored and found like any other.
#[cfg(unix)]
#[test]
fn non_utf8_file_name_is_saved_and_found() {
    use std::os::unix::ffi::OsStrExt as _;
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join(std::ffi::OsStr::from_bytes(b"m\xffne.scene.json"));
    let mut session = gridscope::session(lesson("hello"));
    session.apply(&SessionCommand::SaveAs(file.clone()));
    session.apply(&SessionCommand::Replace(Box::new(painted())));
    session.apply(&SessionCommand::SaveAs(file.clone()));
    assert!(!session.document().is_changed(), "{:?}", session.work().notices);
    assert_eq!(
        Session::on_file(gridscope::registry(), &file).expect("a scene").scene().tiles[Cell::new(3, 1)],
        Tile::Water
    );
    assert_eq!(names(home.path()).len(), 2, "the file and what it was before");
    let folder = home.path().join("unsaved");
    let keeper = RecoverySlot::new(&folder).expect("a place");
    write_recovery_copy(keeper.path(), Some(&file), &lesson("hello")).expect("kept");
    drop(keeper);
    assert_eq!(leftover_scenes(&folder)[0].of.as_deref(), Some(file.as_path()));
    assert_eq!(leftover_scenes(&folder)[0].differs.as_deref(), Some("1 tile"));
}

/// Partial files of killed writers are deleted by the next save of the same file. A partial file that is still being
/// written stays.
#[test]
fn next_save_deletes_parts_of_killed_writers() {
    use gridscope::debugger::disk::replace;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.txt");
    let parts = || fs::read_dir(folder.path()).expect("a folder").flatten().filter(|e| e.path() != file).count();
    // Find the name of the partial file, and later hold it like an active writer.
    let mut part = None;
    replace(&file, |_| {
        part = fs::read_dir(folder.path())?.flatten().next().map(|entry| entry.path());
        Ok(())
    })
    .expect("written");
    let part = part.expect("its part");
    fs::write(&part, "half of it").expect("written");
    replace(&file, |out| out.write_all(b"new")).expect("written");
    assert_eq!(parts(), 0, "it was left by nobody who lives");
    let held = fs::File::create(&part).expect("made");
    held.try_lock().expect("held");
    replace(&file, |out| out.write_all(b"newer")).expect("written");
    assert_eq!((parts(), fs::read(&file).expect("there")), (1, b"newer".to_vec()));
    drop(held);
    replace(&file, |out| out.write_all(b"newest")).expect("written");
    assert_eq!(parts(), 0);
}
