//! The look in figures, in all three themes: contrasts of text and of roles, distances of colours in normal and
//! colour-blind vision, and the shape that distinguishes each role besides its colour. docs/look.md has the same
//! figures.

use egui::Color32;
use gridscope::algorithms::all;
use gridscope::app::style::theme::{Theme, ThemeName, contrast};
use gridscope::debugger::look::layer_numbers::short;
use gridscope::trace::event::Value;
use gridscope::trace::terrain::Tile;
use gridscope::trace::view::board::{Mark, Role};

/// Minimum contrast and distance of two colours without a distinguishing shape.
const CLEAR: (f32, f32) = (3.0, 15.0);

fn themes() -> [Theme; 3] {
    ThemeName::ALL.map(Theme::new)
}

/// Returns the colour of a floor cell with a role.
fn floor(theme: &Theme, role: Role) -> Color32 {
    theme.cell(Tile::Floor, Mark { role, heat: 0 })
}

#[test]
fn text_is_legible_on_its_ground() {
    for t in themes() {
        let rows = [
            ("faint on panel", t.faint, t.panel, 4.5),
            ("weak on panel", t.weak, t.panel, 6.0),
            ("text on panel", t.text, t.panel, 12.0),
            ("strong on panel", t.strong, t.panel, 15.0),
            ("link on panel", t.link, t.panel, 6.0),
            ("ink on now", t.now_ink, t.now, 4.5),
            ("now on panel", t.now, t.panel, 4.5),
            ("weak on window", t.weak, t.window, 6.0),
            ("text on a button", t.text, t.widget, 10.0),
            ("text on the row at hand", t.text, t.current_background(), 7.0),
            ("a cell that is the subject", t.link, t.selected, 4.5),
            ("the picture on a goal", t.goal_ink, t.goal, 15.0),
        ];
        for (what, ink, ground, least) in rows {
            let found = contrast(ink, ground);
            assert!(found >= least, "{:?}: {what} has {found:.2}, less than {least}", t.name);
        }
    }
}

#[test]
fn scroll_bar_handle_contrasts_with_its_bar() {
    for theme in themes() {
        let ctx = egui::Context::default();
        gridscope::app::style(&ctx, &theme);
        let style = ctx.global_style();
        let states = &style.visuals.widgets;
        for state in [&states.inactive, &states.hovered, &states.active] {
            let handle = if style.spacing.scroll.foreground_color { state.fg_stroke.color } else { state.bg_fill };
            let found = contrast(handle, style.visuals.extreme_bg_color);
            assert!(found >= CLEAR.0, "{:?}: {found:.2}", theme.name);
        }
    }
}

#[test]
fn numbers_are_legible_on_every_map_colour() {
    const LEAST: f32 = 4.3;
    for t in themes() {
        let scale = (1..=255).map(|heat| (format!("{heat} of the scale"), t.heat(heat)));
        let plain = [
            ("floor", t.floor),
            ("remembered", t.remembered),
            ("seen", t.seen),
            ("seen far off", t.seen_far),
            ("frontier", floor(&t, Role::Queued)),
            ("path", t.path),
            ("tie", t.tie),
            ("difference", t.difference),
            ("wrong", t.wrong),
        ];
        let plain = plain.into_iter().map(|(name, ground)| (name.to_owned(), ground));
        let mut cells = Vec::new();
        for &tile in Tile::ALL {
            for role in Role::ALL {
                cells.push((format!("{tile:?} {role:?}"), t.cell(tile, Mark { role, heat: 0 })));
            }
        }
        for (what, ground) in scale.chain(plain).chain(cells) {
            let found = contrast(t.text_on(ground), ground);
            assert!(found >= LEAST, "{:?}: a number on {what} has {found:.2}, less than {LEAST}", t.name);
        }
    }
}

/// Two colours that must be distinguishable.
struct Pair {
    name: &'static str,
    colours: fn(&Theme) -> [Color32; 2],
    /// Minimum contrast: dark, light, colour-blind.
    contrast: [f32; 3],
    /// Minimum distance, in normal vision and in the worst of three kinds of colour blindness: dark, light,
    /// colour-blind.
    distance: [[f32; 2]; 3],
    /// Shape that distinguishes them if the figures are low. Empty if the figures are sufficient.
    shape: &'static str,
}

#[rustfmt::skip]
const PAIRS: [Pair; 16] = [
    Pair { name: "wall, floor", colours: |t| [t.wall, t.floor],
        contrast: [1.8, 7.9, 1.8], distance: [[17.0, 17.0], [56.0, 56.0], [17.0, 17.0]],
        shape: "the wall has an edge towards the floor, and a face in the south" },
    Pair { name: "edge, wall", colours: |t| [t.wall_edge, t.wall],
        contrast: [3.6, 2.0, 3.6], distance: [[33.0, 33.0], [17.0, 17.0], [33.0, 33.0]],
        shape: "a line round the mass; in the light theme the wall itself is told by its contrast" },
    Pair { name: "floor, remembered", colours: |t| [t.floor, t.remembered],
        contrast: [1.3, 1.3, 1.3], distance: [[7.0, 7.0], [8.0, 8.0], [7.0, 7.0]],
        shape: "what is remembered has weaker edges of walls, and things at 45 %" },
    Pair { name: "remembered, unknown", colours: |t| [t.remembered, t.unknown],
        contrast: [1.5, 1.3, 1.5], distance: [[14.0, 14.0], [8.0, 8.0], [14.0, 14.0]],
        shape: "the unknown is hatched" },
    Pair { name: "unknown, void", colours: |t| [t.unknown, t.void],
        contrast: [1.1, 1.6, 1.1], distance: [[6.0, 6.0], [14.0, 14.0], [6.0, 6.0]],
        shape: "the unknown is hatched, the void has sparse dots" },
    Pair { name: "seen far off, remembered", colours: |t| [t.seen_far, t.remembered],
        contrast: [1.7, 1.2, 1.7], distance: [[14.0, 14.0], [7.0, 6.0], [14.0, 14.0]],
        shape: "edges of seen walls are bright, or in the light theme dark; the glow grows towards the eye" },
    Pair { name: "edge of seen walls, seen far off", colours: |t| [t.seen_edge, t.seen_far],
        contrast: [4.6, 11.9, 4.6], distance: [[40.0, 39.0], [66.0, 65.0], [40.0, 39.0]],
        shape: "" },
    // The distance is mostly one of hue, which tritan vision hardly sees.
    Pair { name: "lowest of the scale, floor", colours: |t| [t.heat(1), t.floor],
        contrast: [1.1, 1.3, 1.4], distance: [[10.0, 4.0], [10.0, 9.0], [9.0, 9.0]],
        shape: "a settled cell has a number" },
    Pair { name: "frontier, floor", colours: |t| [t.frontier, t.floor],
        contrast: [5.9, 5.4, 6.5], distance: [[46.0, 44.0], [50.0, 46.0], [48.0, 46.0]],
        shape: "" },
    Pair { name: "frontier, path", colours: |t| [t.frontier, t.path],
        contrast: [1.0, 1.1, 1.2], distance: [[21.0, 12.0], [21.0, 9.0], [27.0, 24.0]],
        shape: "a ring, and a line with beads" },
    Pair { name: "path, tie", colours: |t| [t.path, t.tie],
        contrast: [1.5, 1.2, 1.7], distance: [[25.0, 12.0], [19.0, 6.0], [37.0, 23.0]],
        shape: "a line with beads, and a corner at the upper right" },
    // In deutan vision the light theme has a distance of only 2.7, the smallest of all pairs. Only the shapes
    // distinguish these two.
    Pair { name: "tie, frontier", colours: |t| [t.tie, t.frontier],
        contrast: [1.5, 1.1, 2.1], distance: [[32.0, 7.0], [31.0, 3.0], [25.0, 21.0]],
        shape: "a corner at the upper right, and a ring" },
    Pair { name: "difference, tie", colours: |t| [t.difference, t.tie],
        contrast: [1.2, 1.2, 3.1], distance: [[14.0, 10.0], [21.0, 13.0], [38.0, 35.0]],
        shape: "a corner at the lower left, and one at the upper right" },
    Pair { name: "first side, second side", colours: |t| [t.team_a, t.team_b],
        contrast: [1.4, 1.2, 1.7], distance: [[35.0, 27.0], [33.0, 27.0], [36.0, 26.0]],
        shape: "the disc of the second side has a square notch below" },
    Pair { name: "path, its halo", colours: |t| [t.path, t.halo],
        contrast: [11.8, 5.0, 10.6], distance: [[70.0, 66.0], [46.0, 45.0], [67.0, 63.0]],
        shape: "" },
    Pair { name: "bead, its ink", colours: |t| [t.path, t.text_on(t.path)],
        contrast: [12.2, 5.0, 10.9], distance: [[70.0, 66.0], [46.0, 45.0], [67.0, 63.0]],
        shape: "" },
];

#[test]
fn role_colours_keep_the_documented_contrasts_and_distances() {
    // The figures on the page are rounded.
    const ROUNDED: (f32, f32) = (0.1, 0.6);
    for pair in &PAIRS {
        for (k, t) in themes().iter().enumerate() {
            let [a, b] = (pair.colours)(t);
            let (found, least) = (contrast(a, b), pair.contrast[k]);
            assert!(
                found >= least - ROUNDED.0,
                "{:?}: {} has a contrast of {found:.2}, not {least}",
                t.name,
                pair.name
            );
            for (found, least, sight) in [
                (distance(a, b, &NORMAL), pair.distance[k][0], "normal"),
                (worst_distance(a, b), pair.distance[k][1], "the worst"),
            ] {
                assert!(
                    found >= least - ROUNDED.1,
                    "{:?}: {} lie {found:.1} apart in {sight} sight, not {least}",
                    t.name,
                    pair.name
                );
            }
            let clear = found >= CLEAR.0 && worst_distance(a, b) >= CLEAR.1;
            assert!(clear || !pair.shape.is_empty(), "{:?}: no shape tells {} apart", t.name, pair.name);
        }
    }
}

/// The two roles that share a look.
const SHARED: (Role, Role) = (Role::Hidden, Role::Remembered);

/// Returns what the map draws for a role besides its colour. A new role must be added here.
const fn shape(role: Role) -> &'static str {
    match role {
        Role::None => "nothing",
        Role::Queued => "a full ring; below 14 points a fill",
        Role::Done => "the number of the layer, and dashes where it passes a round one",
        Role::Current => "the end of the line, under the ring of the event at hand",
        Role::Path => "a line with a bead for each number",
        Role::Candidate => "a thin ring, at 55 %",
        Role::Chosen => "a thick ring",
        Role::Walked => "a dot at the lower left",
        Role::Seen => "bright edges of walls, and a glow from the eye",
        Role::Dimmed => "bright edges of walls, and a hollow circle at the lower right",
        // Both have the same look: known, but not visible now.
        Role::Hidden | Role::Remembered => "weak edges of walls, and things at 45 %",
        Role::Unknown => "hatch, and no thing",
        Role::Wrong => "hatch inside a ring",
        Role::Raised => "a dashed ring",
        Role::Refused => "a cross at the lower right",
        Role::Threat => "a full diamond at the lower right",
        // No sign of its own. The layer shows it.
        Role::Venting => "the number of the layer on the way out, and dashes where it passes a round one",
        Role::Pressure => "a thick ring along the rim of the cell",
    }
}

#[test]
fn similar_role_colours_differ_in_shape() {
    let mut leaning_on_shape = 0;
    for runner in all() {
        let card = runner.card();
        let roles: Vec<Role> = std::iter::once(Role::None).chain(card.roles.iter().map(|r| r.0)).collect();
        for (i, &a) in roles.iter().enumerate() {
            for &b in roles[i + 1..].iter().filter(|b| **b != a && (a, **b) != SHARED) {
                for t in themes() {
                    let (x, y) = (floor(&t, a), floor(&t, b));
                    if contrast(x, y) >= CLEAR.0 && worst_distance(x, y) >= CLEAR.1 {
                        continue;
                    }
                    leaning_on_shape += 1;
                    assert_ne!(shape(a), shape(b), "{:?}: {a:?} and {b:?} of {} look alike", t.name, card.id);
                }
            }
        }
    }
    assert!(leaning_on_shape > 100, "roles occur: {leaning_on_shape}");
    for role in Role::ALL {
        assert!(!shape(role).is_empty(), "{role:?}");
    }
}

type Matrix = [[f32; 3]; 3];

const NORMAL: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Protan, deutan and tritan vision at severity 1, in linear RGB: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes,
/// "A physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15(6), 2009.
const COLOUR_BLIND: [Matrix; 3] = [
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
];

fn times(m: &Matrix, v: [f32; 3]) -> [f32; 3] {
    m.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
}

/// Returns a colour as seen with this vision, in `OKLab`: B. Ottosson, "A perceptual color space for image processing",
/// 2020.
fn oklab(colour: Color32, sight: &Matrix) -> [f32; 3] {
    const TO_CONES: Matrix = [
        [0.412_221_46, 0.536_332_55, 0.051_445_995],
        [0.211_903_5, 0.680_699_5, 0.107_396_96],
        [0.088_302_46, 0.281_718_85, 0.629_978_7],
    ];
    const TO_LAB: Matrix = [
        [0.210_454_26, 0.793_617_8, -0.004_072_047],
        [1.977_998_5, -2.428_592_2, 0.450_593_7],
        [0.025_904_037, 0.782_771_77, -0.808_675_77],
    ];
    let linear = [colour.r(), colour.g(), colour.b()].map(|v| {
        let v = f32::from(v) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    });
    let seen = times(sight, linear).map(|v| v.clamp(0.0, 1.0));
    times(&TO_LAB, times(&TO_CONES, seen).map(f32::cbrt))
}

/// Returns the distance of two colours in `OKLab`, times 100.
fn distance(a: Color32, b: Color32, sight: &Matrix) -> f32 {
    let (a, b) = (oklab(a, sight), oklab(b, sight));
    100.0 * a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt()
}

/// Returns the smallest distance over all kinds of colour blindness.
fn worst_distance(a: Color32, b: Color32) -> f32 {
    COLOUR_BLIND.iter().map(|sight| distance(a, b, sight)).fold(f32::INFINITY, f32::min)
}

#[test]
fn contrast_and_colour_distance_match_known_values() {
    let t = Theme::new(ThemeName::Dark);
    let (black, white) = (Color32::BLACK, Color32::WHITE);
    assert!((contrast(black, white) - 21.0).abs() < 0.01);
    assert!((distance(black, white, &NORMAL) - 100.0).abs() < 0.1, "lightness goes from 0 to 1");
    // The example of the paper on OKLab: red has L 0.628, a 0.225, b 0.126.
    for (found, right) in oklab(Color32::RED, &NORMAL).into_iter().zip([0.628, 0.225, 0.126]) {
        assert!((found - right).abs() < 0.001, "{found} {right}");
    }
    for sight in &COLOUR_BLIND {
        assert!((distance(black, white, sight) - 100.0).abs() < 0.1, "greys stay what they are");
        assert!(distance(t.wall, t.wall, sight) < 1e-6);
    }
    // Red and green are closer in protan and deutan vision, but not in tritan vision.
    for (sight, right) in [NORMAL].iter().chain(&COLOUR_BLIND).zip([52.0, 44.1, 22.2, 47.3]) {
        let found = distance(Color32::RED, Color32::GREEN, sight);
        assert!((found - right).abs() < 0.1, "{found} {right}");
    }
}

#[test]
fn map_numbers_have_three_digits_or_four_with_comma() {
    let shown = |x: f64| short(&Value::Real(x)).unwrap_or_default();
    let cases = [
        (0.0, "0"),
        (7.0, "7"),
        (9.414_2, "9.4"),
        (13.0, "13"),
        (99.96, "100"),
        (7_511.0, "7,511"),
        (4_000.0, "4,000"),
        (240_004.0, "240k"),
        (999_600.0, "1M"),
        (1.5e9, "1.5G"),
        (-1.0, "−1"),
        (-0.25, "−0.2"),
        (0.05, "0.05"),
        (0.001, "0.001"),
        (0.000_1, "<0.001"),
        (f64::INFINITY, ""),
        (f64::NAN, ""),
        (1e12, ""),
    ];
    for (x, text) in cases {
        assert_eq!(shown(x), text, "{x}");
    }
    assert_eq!(short(&Value::Int(2_489)), Some("2,489".into()));
    assert_eq!(short(&Value::Ratio(3, 8)), Some("3/8".into()));
    assert_eq!(short(&Value::Word("wall".into())), None);
}
