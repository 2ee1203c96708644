//! The distributions that the tie rules sample: exact probabilities computed by hand, and sample counts.

use gridscope::algorithms;
use gridscope::presets::find;
use gridscope::trace::trace::replay::Chart;
use gridscope::trace::{Params, Progress, Scene};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use support::{outcome, pairs, scene_with, set};

fn sampled(picture: &str, params: &[&str]) -> Value {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "path-sampling".into();
    run(&scene)
}

fn run(scene: &Scene) -> Value {
    let run = algorithms::record(scene, &Progress::default()).expect("a scene that can be run");
    Value::clone(run.outcome())
}

const ALL: &[&str] = &["neighbours=4", "costs=1", "replan=on", "field=on"];

/// Returns the exact probability of each path under a rule, by its inner cells.
fn expected(outcome: &Value, rule: &str) -> BTreeMap<Vec<(u64, u64)>, f64> {
    let counts = outcome["rules"][rule]["counts"].as_array().expect("counts");
    let inner = |c: &Value| {
        let path = pairs(&c["path"]);
        path[1..path.len() - 1].to_vec()
    };
    counts.iter().map(|c| (inner(c), c["expected"].as_f64().expect("worked out"))).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

#[test]
fn counter_example_has_known_probabilities_under_four_rules() {
    let result = sampled("G..\n..X", ALL);
    assert_eq!(result["ways"], 3);
    let paths = [vec![(1, 0), (2, 0)], vec![(1, 0), (1, 1)], vec![(0, 1), (1, 1)]];
    for (rule, wanted) in [
        ("parents", [0.5, 0.25, 0.25]),
        ("paths", [1.0 / 3.0; 3]),
        ("replanned", [0.375, 0.375, 0.25]),
        ("field", [0.25, 0.25, 0.5]),
    ] {
        let got = expected(&result, rule);
        for (path, p) in paths.iter().zip(wanted) {
            assert!(close(got[path], p), "{rule} {path:?}: {} for {p}", got[path]);
        }
    }
}

#[test]
fn border_paths_of_3x3_are_twice_as_likely() {
    let got = expected(&sampled("G..\n...\n..X", &["neighbours=4", "costs=1"]), "parents");
    assert_eq!(got.len(), 6);
    for (path, p) in got {
        let border = !path.contains(&(1, 1));
        assert!(close(p, if border { 0.25 } else { 0.125 }), "{path:?} {p}");
    }
}

#[test]
fn all_rules_agree_around_a_pillar() {
    let result = sampled("G..\n.#.\n..X", ALL);
    for rule in ["parents", "paths", "replanned", "field"] {
        assert!(expected(&result, rule).values().all(|&p| close(p, 0.5)), "{rule}");
    }
}

#[test]
fn field_8x4_has_120_paths_all_sampled() {
    let open = "G.......\n........\n........\n.......X";
    let result = sampled(open, &["neighbours=4", "costs=1"]);
    assert_eq!((&result["ways"], &result["distinct"]), (&120.into(), &120.into()));
    let counted: u64 =
        result["rules"]["paths"]["counts"].as_array().expect("counts").iter().filter_map(|c| c["count"].as_u64()).sum();
    assert_eq!(counted, 10_000);
    let p = |rule: &str| result["rules"][rule]["p"].as_f64().expect("p");
    assert!(p("parents") < 1e-9, "the rule over parents is far from uniform");
    assert!(p("paths") > 1e-3, "the rule over paths is not: p = {}", p("paths"));
    let fast = sampled(open, &["neighbours=4", "costs=1", "open-order=high-g", "samples=500"]);
    assert_eq!(fast["distinct"], 1, "higher g first loses the ties");
}

#[test]
fn counts_pass_a_chi_square_test_of_expectations() {
    let result = sampled("G....\n.....\n..#..\n....X", ALL);
    for rule in ["parents", "paths", "replanned", "field"] {
        let counts = result["rules"][rule]["counts"].as_array().expect("counts");
        let (mut chi2, mut total) = (0.0, 0.0);
        for c in counts {
            let (n, p) = (c["count"].as_f64().expect("n"), c["expected"].as_f64().expect("p"));
            chi2 += (n - 10_000.0 * p).powi(2) / (10_000.0 * p);
            total += p;
        }
        let freedom = counts.len() as f64 - 1.0;
        assert!(close(total, 1.0), "{rule}: all paths are listed, {total}");
        // The limit is the mean plus 5 standard deviations, far beyond chance.
        assert!(chi2 < freedom + 5.0 * (2.0 * freedom).sqrt(), "{rule}: chi-square {chi2} with {freedom}");
    }
}

#[test]
fn sample_k_equals_search_with_seed_plus_k() {
    let (open, around) = ("G...\n....\n...X", "G.....\n.##.~.\n.~#.#.\n.....X");
    for (picture, params) in [
        (open, &["neighbours=4", "costs=1"][..]),
        (around, &["costs=octile", "corners=always"]),
        (around, &["costs=1", "open-order=lifo", "turn=1"]),
        (around, &["costs=10/14", "weight=2.5", "heuristic=euclidean"]),
        (around, &["costs=1", "weight=3", "reopen=off", "open-order=high-g"]),
        ("G...#X\n....##\n......", &["neighbours=4", "costs=1", "fallback-ties=map-order"]),
    ] {
        let result = sampled(picture, &[params, &["samples=40"]].concat());
        for rule in ["parents", "paths"] {
            let mut counts: BTreeMap<Pairs, u64> = BTreeMap::new();
            for k in 0..40 {
                let mut scene = scene_with(picture, params);
                set(&mut scene, &[&format!("ties={rule}")]);
                scene.run.seed = 1 + k;
                let path: Pairs = outcome(&scene).path.iter().map(|c| (c.x as u64, c.y as u64)).collect();
                *counts.entry(path).or_insert(0) += 1;
            }
            let listed = result["rules"][rule]["counts"].as_array().expect("counts");
            for c in listed {
                let wanted = counts.remove(&pairs(&c["path"])).unwrap_or(0);
                assert_eq!(c["count"].as_u64(), Some(wanted), "{params:?} {rule} {}", c["path"]);
            }
            assert!(counts.is_empty(), "{params:?} {rule}: {counts:?}");
        }
    }
}

type Pairs = Vec<(u64, u64)>;

#[test]
fn path_sampling_trace_has_its_golden_digest() {
    let scene = scene_with("G....\n.#.#.\n.....\n.#.#.\n....X", &["ties=parents", "costs=octile"]);
    let run = support::record(&scene);
    // FNV-1a over the lines of the trace file. It is the same on every machine, in debug and release.
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for i in 0..run.len() {
        for byte in run.event_json(i).to_string().bytes() {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    assert_eq!(format!("{digest:016x} {}", run.len()), GOLDEN);
}

const GOLDEN: &str = "3157a5ac824bdb6c 147";

/// The exact tail and the normal one agree where both apply. A field with 10¹⁹ paths is handled, too.
#[test]
fn chi_square_tail_holds_for_many_paths() {
    use gridscope::trace::trace::tally::{NORMAL, chi_square_above};
    for off in [-3.0, -1.0, 0.0, 0.5, 2.0, 4.0] {
        let at = |freedom: f64| chi_square_above(freedom + off * (2.0 * freedom).sqrt(), freedom);
        let (below, past) = (at(NORMAL), at(NORMAL + 1.0));
        assert!((below - past).abs() < 1e-5, "{off}: {below} {past}");
    }
    for freedom in [1e7, 1e12, 1e30, f64::INFINITY] {
        assert!((0.0..=1.0).contains(&chi_square_above(freedom, freedom)), "{freedom}");
    }
    let row = ".".repeat(52);
    let picture = [&*format!("G{}", &row[1..])].into_iter().chain([&*row; 24]).collect::<Vec<_>>().join("\n");
    let outcome = sampled(&format!("{picture}\n{}X", &row[1..]), &["neighbours=4", "costs=1", "samples=10"]);
    assert_eq!(outcome["ways"].as_str().map(str::len), Some(20));
    assert!((0.0..=1.0).contains(&outcome["rules"]["parents"]["p"].as_f64().expect("a number")));
}

/// Planning again at every step gives a third distribution, besides 1/n over parents and uniform over paths. A guard of
/// the simulation with random ties has the same distribution.
#[test]
fn replanning_at_each_step_gives_a_third_distribution() {
    let scene = find("never-the-same-way").expect("a lesson").scene().expect("a scene");
    let out = run(&scene);
    let sorted = |rule: &str| {
        let mut all: Vec<f64> = expected(&out, rule).into_values().map(|p| (p * 1e4).round() / 1e4).collect();
        all.sort_by(|a, b| b.total_cmp(a));
        all
    };
    assert_eq!(sorted("replanned"), [0.1289, 0.1289, 0.1289, 0.1289, 0.1025, 0.1025, 0.0859, 0.0859, 0.0684, 0.0391]);
    assert_eq!(sorted("parents"), [0.25, 0.125, 0.125, 0.125, 0.0625, 0.0625, 0.0625, 0.0625, 0.0625, 0.0625]);
    assert_eq!(sorted("paths"), [0.1; 10]);
    let mut walks = scene;
    walks.run.params = Params::default();
    walks.run.params.set("ties", "parents");
    let (runner, seeds) = (algorithms::find("guards").expect("it is on the list"), 4000);
    let mut came: BTreeMap<Vec<(u64, u64)>, u32> = BTreeMap::new();
    for seed in 0..seeds {
        let walked = runner.outcome(&walks, &walks.run.params, seed, &Progress::default()).expect("an outcome");
        let path = pairs(&walked["guards"][0]["path"]);
        *came.entry(path[1..path.len() - 1].to_vec()).or_default() += 1;
    }
    for (path, chance) in expected(&out, "replanned") {
        let (mean, count) = (chance * f64::from(seeds as u32), f64::from(came.remove(&path).unwrap_or(0)));
        // Four standard deviations.
        assert!((count - mean).powi(2) < 16.0 * mean * (1.0 - chance), "{path:?}: {count} of {mean}");
    }
    assert!(came.is_empty(), "{came:?}");
}

/// If the search ends before it has met every cheapest path, or its path need not be a cheapest one, probabilities are
/// unknown. Then neither the outcome nor a sentence has one.
#[test]
fn probabilities_are_unknown_if_paths_are_missed() {
    let known = |params: &[&str], rule: &str| {
        let result = sampled("G.....\n......\n......\n.....X", params);
        let all: Vec<_> = result["rules"][rule]["counts"].as_array().expect("counts").clone();
        let known = all.iter().filter(|c| c["expected"].is_number()).count();
        assert!(known == 0 || known == all.len(), "{params:?} {rule}: all or none");
        known > 0
    };
    let with = |more: &[&'static str]| [&["samples=30", "replan=on", "field=on"], more].concat();
    for rule in ["parents", "paths", "replanned", "field"] {
        assert!(known(&with(&[]), rule), "{rule}");
        assert!(known(&with(&["neighbours=4", "costs=1", "heuristic=zero"]), rule), "{rule}");
        for more in [&["open-order=high-g"][..], &["open-order=lifo"], &["weight=3"], &["heuristic=manhattan"]] {
            assert_eq!(known(&with(more), rule), rule == "field", "{more:?} {rule}");
        }
    }
    let mut scene = scene_with("G.....\n......\n......\n.....X", &["samples=3", "open-order=high-g"]);
    scene.run.algorithm = "path-sampling".into();
    let mut run = algorithms::record(&scene, &Progress::default()).expect("a scene that can be run");
    for at in 0..=run.len() {
        run.seek(at);
        assert!(!run.explain().contains("probability"), "moment {at}");
    }
}

/// Chi-square gives a verdict only if there are enough samples for one.
#[test]
fn too_few_samples_give_no_verdict() {
    let said = |samples: &str| {
        let mut scene = scene_with("G.....\n......\n......\n.....X", &[samples, "neighbours=4", "costs=1"]);
        scene.run.algorithm = "path-sampling".into();
        let run = algorithms::record(&scene, &Progress::default()).expect("a scene that can be run");
        let summed = (0..run.len()).filter(|&i| run.kind(i) == "summed");
        summed.map(|i| run.event(i).sentence).collect::<Vec<_>>()
    };
    // 56 paths.
    assert!(said("samples=20")[1].contains("too few samples to tell"), "{:?}", said("samples=20"));
    assert!(said("samples=279")[1].contains("too few samples to tell"), "{:?}", said("samples=279"));
    // However unlikely it is. The chart says the same.
    assert!(said("samples=279")[0].contains("too few samples to tell"), "{:?}", said("samples=279"));
    assert!(said("samples=280")[1].contains("consistent with uniform"), "{:?}", said("samples=280"));
    assert!(said("samples=2000")[0].contains("not uniform"), "{:?}", said("samples=2000"));
}

/// Returns the charts at the end of a run.
fn charts(picture: &str, params: &[&str]) -> Vec<Chart> {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "path-sampling".into();
    let mut run = support::record(&scene);
    run.seek(usize::MAX);
    run.charts()
}

/// Up to 4096 cheapest paths, every path keeps its place, so that the charts of two rules can be compared bar by bar.
#[test]
fn bars_of_few_paths_keep_their_places() {
    let charts = charts("G..\n..X", ALL);
    assert_eq!(charts.len(), 4);
    for chart in &charts {
        let labels: Vec<&str> = chart.bars.iter().map(|bar| &*bar.label).collect();
        assert_eq!(labels, ["path 1", "path 2", "path 3"], "{}", chart.title);
        assert_eq!(chart.bars.iter().map(|bar| bar.count).sum::<f64>(), 10_000.0, "{}", chart.title);
    }
    let least = |chart: &Chart| (0..3).min_by(|&a, &b| chart.bars[a].count.total_cmp(&chart.bars[b].count));
    let orders: BTreeSet<_> = charts.iter().map(least).collect();
    assert!(orders.len() > 1, "the rules prefer different paths");
}

/// With more paths, only those that were taken have a bar, the most frequent first. On 9 × 8 cells there are C(15,7) =
/// 6435 paths.
#[test]
fn bars_of_many_paths_are_sorted_by_count() {
    let row = ".".repeat(8);
    let middle = format!(".{row}\n").repeat(6);
    let charts = charts(&format!("G{row}\n{middle}{row}X"), &["neighbours=4", "costs=1", "samples=500"]);
    let parents = charts.iter().find(|chart| chart.title == "Rule parents").expect("a chart");
    let counts: Vec<f64> = parents.bars.iter().map(|bar| bar.count).collect();
    assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
    // Half of all paths enter the border with the first step that reaches it, so some paths are taken again and again.
    assert!(counts[0] > 2.0 && counts.last() == Some(&1.0), "{counts:?}");
}
