//! Long tasks as bytes: a worker reports what the task itself reports.

use gridscope::core::algorithms::Registry;
use gridscope::core::geometry::Cell;
use gridscope::core::scene::Scene;
use gridscope::debugger::remote::{perform, update};
use gridscope::debugger::work::{Plan, Task, Tasks, Update, Work};

fn lesson(id: &str) -> Scene {
    gridscope::presets::find(id).expect("a preset").scene().expect("a scene")
}

/// Returns the same task twice.
fn twice(scene: &Scene, task: &Task) -> [Work; 2] {
    [(); 2].map(|()| {
        let mut tasks = Tasks::default();
        tasks.begin(task.clone());
        tasks.take(&Registry::default(), scene, None).expect("the task")
    })
}

/// Returns the reports of a task: those that it makes itself, and those of a worker.
fn both(scene: &Scene, task: &Task) -> [Vec<Update>; 2] {
    let [here, there] = twice(scene, task);
    let [mut own, mut remote] = [const { Vec::new() }; 2];
    here.run(&mut |update| own.push(update));
    let request = there.request().expect("a request");
    perform(&Registry::default(), &request, &mut |bytes| remote.push(update(&bytes).expect("a report")))
        .expect("a task of this build");
    [own, remote]
}

fn experiment(sweep: &str) -> Task {
    Task::Experiment(Plan { sweep: sweep.into(), samples: 5 })
}

#[test]
fn a_worker_reports_what_the_task_reports() {
    let tasks = [
        ("hello", experiment("")),
        ("hello", experiment("ties=first,last,paths")),
        ("hello", Task::MakeSmall("outcome cost >= 40".parse().expect("a symptom"))),
        ("i-see-you", Task::Tool("asymmetry".into())),
        ("item-against-unknown", Task::WhatWouldWin(Cell::new(1, 1), 0)),
    ];
    for (id, task) in tasks {
        let [own, remote] = both(&lesson(id), &task);
        assert_eq!(format!("{own:?}"), format!("{remote:?}"), "{id}: {task}");
    }
}

#[test]
fn an_error_comes_as_its_sentence() {
    let [own, remote] = both(&lesson("hello"), &experiment("nothing=1..3"));
    let sentence = |updates: &[Update]| match updates {
        [Update::Failed(error)] => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(sentence(&own), sentence(&remote));
    assert!(perform(&Registry::default(), b"{}", &mut |_| {}).is_err());
    assert!(update(b"Nothing").is_err());
}
