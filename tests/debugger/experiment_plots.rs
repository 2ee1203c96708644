//! Plots of an experiment as data: each run is one point of the right curve.

use gridscope::debugger::lab::experiment::{Measure, Plots, Row};

/// Runs with two values and four seeds. A run without a cost found nothing.
fn rows(costs: [[Option<f64>; 4]; 2]) -> (Vec<Measure>, Vec<Row>) {
    let measure = |name: &str, is_flag: bool| Measure { name: name.to_owned(), is_flag };
    let row = |run: usize| {
        let cost = costs[run / 4][run % 4];
        let found = Some(f64::from(u8::from(cost.is_some())));
        let value = ["first", "last"][run / 4].to_owned();
        Row { run: run as u64, value, seed: 1 + run as u64 % 4, measures: vec![found, Some(7.0), cost] }
    };
    (vec![measure("found", true), measure("ways", false), measure("cost", false)], (0..8).map(row).collect())
}

#[test]
fn each_run_is_a_point() {
    let (measures, rows) =
        rows([[Some(5.0), None, Some(3.0), Some(4.0)], [Some(9.0), Some(8.0), Some(2.0), Some(0.0)]]);
    let plots = Plots::new("ties", &measures, &rows, None).expect("plots");
    assert_eq!((plots.work.as_str(), plots.success.as_deref()), ("cost", Some("found")), "the first that varies");
    assert_eq!((plots.first.as_str(), plots.left_out), ("first", 2));
    let points = |curves: &[gridscope::debugger::lab::experiment::PlotCurve]| {
        curves.iter().map(|curve| (curve.name.clone(), curve.points.clone())).collect::<Vec<_>>()
    };
    // Seeds 1 and 3 succeeded with both values. 0 is on no logarithmic axis.
    assert_eq!(points(&plots.scatter), [("last".to_owned(), vec![[5.0, 9.0], [3.0, 2.0]])]);
    let [first, last] = ["first", "last"].map(str::to_owned);
    let cactus = [
        (first.clone(), vec![[1.0, 3.0], [2.0, 4.0], [3.0, 5.0]]),
        (last.clone(), vec![[1.0, 2.0], [2.0, 8.0], [3.0, 9.0]]),
    ];
    assert_eq!(points(&plots.cactus), cactus);
    let success =
        [(first, vec![[3.0, 0.25], [4.0, 0.5], [5.0, 0.75]]), (last, vec![[2.0, 0.25], [8.0, 0.5], [9.0, 0.75]])];
    assert_eq!(points(&plots.success_over_work), success);
}

#[test]
fn plots_without_a_sweep_have_no_scatter() {
    let (measures, rows) = rows([[Some(1.0); 4]; 2]);
    let plots = Plots::new("value", &measures, &rows[..4], Some("ways")).expect("plots");
    assert!(plots.scatter.is_empty());
    assert_eq!((plots.cactus.len(), plots.cactus[0].points.len(), plots.work.as_str()), (1, 4, "ways"));
}

#[test]
fn unknown_number_is_refused_with_those_there_are() {
    let (measures, rows) = rows([[Some(1.0); 4]; 2]);
    for name in ["found", "price"] {
        let error = Plots::new("ties", &measures, &rows, Some(name)).expect_err(name);
        assert!(error.contains(name) && error.contains("ways, cost"), "{error}");
    }
    assert!(Plots::new("ties", &measures[..1], &[], None).is_err());
}
