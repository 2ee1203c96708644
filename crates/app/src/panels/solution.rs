//! The author's solution of an exercise: recording it on the map, and the result of testing it.

use crate::debugger::SessionCommand;
use crate::debugger::session::command::{Mode, SolutionStep};
use crate::style::fonts::{Icon, medium, semibold};
use crate::view::Cx;
use egui::{Button, CollapsingHeader, CornerRadius, Frame, Label, Margin, RichText, Stroke, Ui, vec2};
use gridscope_trace::exercise::Exercise;
use gridscope_trace::scene::Scene;
use gridscope_trace::solution::Solution;
use serde::Deserialize as _;

/// Draws what to do while the user records a solution, and how to end it.
pub(super) fn recording(ui: &mut Ui, cx: &mut Cx<'_>) {
    if !cx.session.is_solving() {
        return;
    }
    let theme = cx.view.theme.clone();
    let solved = cx.session.display_state().exercise.is_done();
    let frame =
        Frame::new().fill(theme.window).stroke(Stroke::new(1.0, theme.now)).corner_radius(CornerRadius::same(8));
    ui.add_space(6.0);
    frame.inner_margin(Margin::symmetric(12, 10)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Your solution").font(semibold(13.0)).color(theme.strong));
            let (state, ink) = if solved { ("✓ solved", theme.frontier) } else { ("not solved yet", theme.weak) };
            ui.label(RichText::new(state).font(medium(12.0)).color(ink));
        });
        let text = "Paint, move actors or change parameters. Then keep it.";
        ui.add(Label::new(RichText::new(text).color(theme.text)).wrap());
        ui.horizontal_wrapped(|ui| {
            for (title, step, help) in [
                (
                    "Keep this solution",
                    SolutionStep::Keep,
                    "Stores your changes as the solution, and takes them off the map.",
                ),
                ("Cancel", SolutionStep::Cancel, "Takes your changes off the map."),
            ] {
                let button = ui.add(Button::new(title).min_size(vec2(0.0, 28.0)));
                if button.on_hover_text(help).clicked() {
                    cx.send(SessionCommand::Solution(step));
                }
            }
        });
    });
}

/// Draws the folded part about the solution: whether there is one, and the buttons that record or remove it.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    if cx.session.is_solving() {
        return;
    }
    let theme = cx.view.theme.clone();
    let own_solution = cx.session.scene().run.exercise.solution.clone();
    let title = RichText::new("A solution of your own").color(theme.weak);
    CollapsingHeader::new(title).id_salt("own solution").show_unindented(ui, |ui| {
        let text = match &own_solution {
            Some(solution) => format!("Kept: {}.", changes(solution, cx.session.scene())),
            None => {
                "None kept. Solve the exercise once yourself, so that Test now can check the conditions.".to_owned()
            }
        };
        ui.add(Label::new(RichText::new(text).color(theme.text)).wrap());
        ui.horizontal_wrapped(|ui| {
            let title = if own_solution.is_some() { "Show and change it" } else { "Record a solution" };
            let button =
                ui.add(Button::new((Icon::PENCIL_SIMPLE.text(14.0), RichText::new(title))).min_size(vec2(0.0, 28.0)));
            let help = "Solve the exercise on the map. Your changes become the solution, and the map stays as it was.";
            if button.accessible_name(title).on_hover_text(help).clicked() {
                cx.send(SessionCommand::Solution(SolutionStep::Begin));
                cx.send(SessionCommand::SetMode(Mode::Edit));
            }
            if own_solution.is_some() && ui.add(Button::new("Remove it").min_size(vec2(0.0, 28.0))).clicked() {
                cx.send(SessionCommand::Solution(SolutionStep::Remove));
            }
        });
        if own_solution.is_some() {
            let text = "It is saved in the file. Links leave it out.";
            ui.add(Label::new(RichText::new(text).color(theme.weak)).wrap());
        }
    });
}

/// Draws the result of the last test of the solution.
pub(super) fn result(ui: &mut Ui, cx: &Cx<'_>) {
    if cx.session.is_solving() || cx.session.scene().run.exercise.solution.is_none() {
        return;
    }
    let theme = &cx.view.theme;
    let claims = cx.session.display_state().exercise.solution.as_deref();
    let (text, ink) = match claims.map(|claims| claims.iter().find(|claim| !claim.holds)) {
        None => ("Your solution is not tested since the last change.".to_owned(), theme.faint),
        Some(None) => ("Your solution solves it.".to_owned(), theme.frontier),
        Some(Some(missing)) => (format!("Your solution does not solve it. {}", missing.sentence()), theme.wrong),
    };
    ui.add(Label::new(RichText::new(text).color(ink)).wrap());
}

/// Describes in a few words what a solution changes: `3 cells, the actors, the seed`.
fn changes(solution: &Solution, given: &Scene) -> String {
    let rows = solution.0.get("rows").and_then(|rows| Vec::<String>::deserialize(rows).ok()).unwrap_or_default();
    let width = usize::from(given.size().width);
    let fits = rows.len() == usize::from(given.size().height) && rows.iter().all(|row| row.chars().count() == width);
    let rows = Exercise { given: rows, ..Exercise::default() };
    let cells = match rows.changed(&given.tiles) {
        n if n == 0 || !fits => None,
        1 => Some("1 cell".to_owned()),
        n => Some(format!("{n} cells")),
    };
    let rest = [
        ("weights", "costs of cells"),
        ("known", "known cells"),
        ("tiles", "sides of shutters or keys of locks"),
        ("actors", "actors"),
        ("script", "the script"),
        ("rooms", "the rooms"),
        ("algorithm", "the algorithm"),
        ("params", "parameters"),
        ("seed", "the seed"),
        ("beside", "the runs beside it"),
    ];
    let rest = rest.into_iter().filter(|(field, _)| solution.0.contains_key(*field)).map(|(_, what)| what.to_owned());
    let all: Vec<String> = cells.into_iter().chain(rest).collect();
    if all.is_empty() { "it does not fit this map".to_owned() } else { format!("changes {}", all.join(", ")) }
}
