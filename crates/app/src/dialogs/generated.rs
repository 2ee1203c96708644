//! The dialog for a generated map: generator, size, seed, algorithm, and how much is unknown. It opens with the last
//! choices and a new seed.

use super::{answer, enter, heading, modal, named, sides};
use crate::debugger::session::command::generator_request::GeneratorRequest;
use crate::debugger::{Command, SessionCommand};
use crate::panels::params::control::control;
use crate::panels::params::{default, seed_box};
use crate::panels::picker;
use crate::style::{menu_of_values, segments};
use crate::view::{Dialog, View};
use egui::{Button, Context, DragValue, Popup, PopupCloseBehavior, Ui, vec2};
use gridscope_trace::generate::{ALL_DECKS, Generator, Unknown};
use gridscope_trace::params::Kind;
use gridscope_trace::{Registry, Size};

/// Width of the fields' names, in points.
const NAMES: f32 = 104.0;
/// Number of decks that can be chosen one by one.
const DECKS: u8 = 3;
/// Initial share of unknown cells, in percent.
const SHARE: u32 = 50;

/// Draws the dialog. Returns its state if it stays open.
pub(super) fn show(
    ctx: &Context,
    registry: &Registry,
    view: &mut View,
    mut order: Box<GeneratorRequest>,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let first = *registry.generators().first()?;
    if order.made_by(registry).is_err() {
        order.choose(registry, first);
    }
    // While a list is open, Enter belongs to it.
    let enter = !Popup::is_any_open(ctx) && enter(ctx);
    modal(ctx, "generate", 470.0, |ui| {
        heading(ui, "New from a generator");
        let generator = which(ui, registry, &mut order).unwrap_or(first);
        ui.add_space(6.0);
        sides(ctx, ui, NAMES, &mut order.width, &mut order.height);
        seed(ui, &mut order);
        if generator.decks {
            decks(ui, &mut order);
        }
        for param in generator.params.iter().filter(|p| matches!(p.kind, Kind::Choice(_) | Kind::Flag)) {
            let (mut wanted, mut four) = (None, None);
            row(ui, param.name, param.help, |ui| {
                let value = order.params.0.get(param.name).cloned().or_else(|| default(param));
                control(ui, param, value.as_ref(), &mut wanted, &mut four)
            });
            match wanted {
                Some(value) if Some(&value) == default(param).as_ref() => _ = order.params.0.remove(param.name),
                Some(value) => order.params.set(param.name, value),
                None => {}
            }
        }
        ui.add_space(6.0);
        draw_algorithms(ui, registry, &mut order);
        unknown(ui, &mut order);
        ui.add_space(6.0);
        let fits = generator.fits(Size { width: order.width, height: order.height });
        if let Err(error) = &fits {
            ui.colored_label(view.theme.wrong, error.to_string());
        }
        ui.add_space(6.0);
        let mut done = false;
        ui.horizontal_wrapped(|ui| {
            if (answer(ui, view, "Create", true, fits.is_ok()) || enter) && fits.is_ok() {
                view.settings.order = (*order).clone();
                out.push(SessionCommand::Make(order.clone()).into());
                done = true;
            }
            done |= answer(ui, view, "Cancel", false, true);
        });
        (!done).then_some(Dialog::Generate(order))
    })
}

/// Draws the generators. Returns the chosen one.
fn which(ui: &mut Ui, registry: &Registry, order: &mut GeneratorRequest) -> Option<&'static Generator> {
    ui.horizontal_wrapped(|ui| {
        for generator in registry.generators() {
            let face = Button::selectable(generator.id == order.generator, generator.title).min_size(vec2(74.0, 28.0));
            if ui.add(face).on_hover_text(generator.help).clicked() {
                order.choose(registry, generator);
            }
        }
    });
    let selected_generator = order.made_by(registry).ok()?;
    ui.weak(selected_generator.help);
    Some(selected_generator)
}

/// Draws a name with its control beside it.
fn row(ui: &mut Ui, name: &str, help: &str, control: impl FnOnce(&mut Ui) -> egui::Response) {
    ui.horizontal(|ui| {
        let label = named(ui, name, NAMES).on_hover_text(help);
        control(ui).labelled_by(label.id).on_hover_text(help);
    });
}

fn seed(ui: &mut Ui, order: &mut GeneratorRequest) {
    let mut other = false;
    row(ui, "Seed", "The same seed, the same map.", |ui| {
        let (response, changed) = seed_box(ui, order.seed);
        order.seed = changed.unwrap_or(order.seed);
        other = ui.button("Another").on_hover_text("The next seed.").clicked();
        response
    });
    if other {
        order.seed = order.seed.wrapping_add(1);
    }
}

fn decks(ui: &mut Ui, order: &mut GeneratorRequest) {
    ui.horizontal(|ui| {
        named(ui, "Deck", NAMES);
        let help = "One below the other on one map, joined by stairs, for an explorer who goes through all of them.";
        let one = (1..=DECKS).map(|deck| (deck, format!("Deck {deck}"), ""));
        segments(ui, &mut order.deck, one.chain([(ALL_DECKS, "All decks".to_owned(), help)]));
    });
}

/// Draws the list of algorithms that the map can be made for.
fn draw_algorithms(ui: &mut Ui, registry: &Registry, order: &mut GeneratorRequest) {
    const NO_ALGORITHM: &str = "as it is made";
    let help = "Places the actors that this algorithm needs: an explorer, guards with routes, units, prisoners.";
    row(ui, "For algorithm", help, |ui| {
        let title = order.algorithm.as_deref().and_then(|id| registry.title_of(id)).unwrap_or(NO_ALGORITHM);
        let list = menu_of_values("generated for").width(220.0).truncate().selected_text(title);
        let list = list.height(picker::height(ui) + 80.0).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let menu_response = list.show_ui(ui, |ui| {
            let plain = ui.selectable_label(order.algorithm.is_none(), NO_ALGORITHM).clicked();
            let picked = picker::algorithms(ui, registry, order.algorithm.as_deref().unwrap_or_default());
            if plain || picked.is_some() {
                order.algorithm = picked.map(str::to_owned);
                ui.close();
            }
        });
        menu_response.response
    });
}

/// Draws how much of the map is unknown.
fn unknown(ui: &mut Ui, order: &mut GeneratorRequest) {
    let help = "The cells farthest from the explorer are unknown, or from the first actor if there is no explorer.";
    ui.horizontal_wrapped(|ui| {
        named(ui, "Unknown", NAMES).on_hover_text(help);
        let share = match order.unknown {
            Unknown::Share(share) => Some((share * 100.0).round() as u32),
            _ => None,
        };
        let share_value = share.map_or(f64::from(SHARE) / 100.0, |hundredths| f64::from(hundredths) / 100.0);
        if share.is_some() {
            // Compares equal to the value of its segment.
            order.unknown = Unknown::Share(share_value);
        }
        let all = [
            (Unknown::Nothing, "nothing".to_owned(), ""),
            (Unknown::Far, "all that is not near".to_owned(), ""),
            (Unknown::Share(share_value), "a share".to_owned(), ""),
        ];
        segments(ui, &mut order.unknown, all);
        if let Some(mut hundredths) = share {
            let field = ui.add(DragValue::new(&mut hundredths).range(0..=100).suffix(" %").speed(0.3));
            if field.accessible_name("Share of the cells that is unknown").changed() {
                order.unknown = Unknown::Share(f64::from(hundredths) / 100.0);
            }
        }
    });
}
