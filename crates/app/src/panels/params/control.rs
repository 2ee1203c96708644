//! The control for a parameter, by its kind.

use crate::style::menu_of_values;
use egui::{Checkbox, Color32, DragValue, Response, Slider, TextStyle, Ui};
use gridscope_trace::params::{Default as D, Kind, Param};
use serde_json::Value;

/// Room for the padding and the arrow of a menu of values, in points.
const ARROW: f32 = 36.0;

/// Returns a word as in files: digits become a number.
pub(in crate::panels) fn word(word: &str) -> Value {
    word.parse::<i64>().map_or_else(|_| word.into(), Value::from)
}

/// Formats a value as text, so that `8` and `"8"`, or `1` and `1.0`, are equal.
pub(in crate::panels) fn plain(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Number(n) => n.as_f64().map_or_else(|| n.to_string(), |x| x.to_string()),
        other => other.to_string(),
    }
}

/// Draws the control of a parameter. Numbers for each direction are returned in `four`, because they need a line of
/// their own.
pub(crate) fn control(
    ui: &mut Ui,
    param: &Param,
    value: Option<&Value>,
    wanted: &mut Option<Value>,
    four: &mut Option<[i64; 4]>,
) -> Response {
    match (param.kind, value) {
        (Kind::Int(..) | Kind::Real(..) | Kind::Flag | Kind::PerDirection(_), None) => {
            let first = match param.kind {
                Kind::Int(low, _) => low.into(),
                Kind::Real(low, _) => low.into(),
                Kind::Flag => true.into(),
                _ => 0.into(),
            };
            let response = ui.button("auto");
            if response.clicked() {
                *wanted = Some(first);
            }
            response
        }
        (Kind::Int(low, high), Some(value)) => {
            let mut n = whole(value);
            let response = number(ui, &mut n, low, high);
            if response.changed() {
                *wanted = Some(n.into());
            }
            response
        }
        (Kind::Real(low, high), Some(value)) => {
            let mut x = value.as_f64().unwrap_or(low);
            // The box comes first, because the parameter's label belongs to it. The slider only moves it.
            let drag = DragValue::new(&mut x).range(low..=high).speed((high - low).min(10.0) / 200.0);
            let response = ui.add(drag.max_decimals(3).update_while_editing(false));
            let wide = low > 0.0 && high / low >= 50.0;
            let room = ui.available_width() - 12.0;
            let mut slid = false;
            if room >= 20.0 {
                ui.spacing_mut().slider_width = room.min(140.0);
                let slider = ui.add(Slider::new(&mut x, low..=high).logarithmic(wide).show_value(false));
                slid = slider.accessible_name(format!("{} slider", param.name)).changed();
            }
            if response.changed() || slid {
                let x = (x * 1000.0).round() / 1000.0;
                *wanted = Some(x.into());
            }
            response
        }
        (Kind::Flag, Some(value)) => {
            let mut on = value.as_bool().unwrap_or_else(|| matches!(value.as_str(), Some("on" | "yes" | "true")));
            let response = ui.add(Checkbox::without_text(&mut on));
            if response.changed() {
                *wanted = Some(on.into());
            }
            response
        }
        (Kind::Choice(words), value) => {
            let now = value.map(plain);
            // As wide as its longest word.
            let font = TextStyle::Button.resolve(ui.style());
            let width = |text: &str| {
                ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x + ARROW
            };
            let widest = words.iter().map(|word| width(param.label(word))).fold(width("auto"), f32::max);
            let list = menu_of_values(param.name).width(widest.min(ui.available_width() - 8.0).max(1.0)).truncate();
            let label = now.as_deref().map_or("auto", |now| param.label(now));
            let menu_output = list.selected_text(label).show_ui(ui, |ui| {
                if param.default == D::Auto && ui.selectable_label(now.is_none(), "auto").clicked() {
                    *wanted = Some(Value::Null);
                    ui.close();
                }
                for &choice in words {
                    let label = param.label(choice);
                    let row = ui.selectable_label(now.as_deref() == Some(choice), label);
                    if row.on_hover_text(format!("{} = {choice} in files", param.name)).clicked() {
                        *wanted = Some(word(choice));
                        ui.close();
                    }
                }
            });
            menu_output.response
        }
        (Kind::PerDirection(high), Some(value)) => {
            let list = value.as_array().map(|a| std::array::from_fn(|i| a.get(i).map_or(0, whole)));
            let mut all = list.map_or_else(|| whole(value), |l: [i64; 4]| l[0]);
            let response = ui.add_enabled_ui(list.is_none(), |ui| number(ui, &mut all, 0, high)).inner;
            if response.changed() {
                *wanted = Some(all.into());
            }
            let each =
                ui.selectable_label(list.is_some(), "e w s n").accessible_name(format!("{} by direction", param.name));
            if each.on_hover_text("One number for each direction of the step: east, west, south, north.").clicked() {
                *wanted = Some(if list.is_some() { all.into() } else { vec![all; 4].into() });
            }
            *four = list;
            response
        }
    }
}

fn whole(value: &Value) -> i64 {
    value.as_i64().or_else(|| value.as_f64().map(|x| x as i64)).unwrap_or(0)
}

fn number(ui: &mut Ui, n: &mut i64, low: i64, high: i64) -> Response {
    let speed = ((high - low) as f64 / 2000.0).clamp(0.05, 50.0);
    ui.add(DragValue::new(n).range(low..=high).speed(speed).update_while_editing(false))
}

/// Draws four numbers, named by the direction of the step. Returns them as a value if one has changed.
pub(in crate::panels) fn by_direction(ui: &mut Ui, name: &str, mut each: [i64; 4], most: i64) -> Option<Value> {
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        for (n, dir) in each.iter_mut().zip(["e", "w", "s", "n"]) {
            let response = ui.add(
                DragValue::new(n).range(0..=most).prefix(format!("{dir} ")).speed(0.2).update_while_editing(false),
            );
            changed |= response.accessible_name(format!("{name} {dir}")).changed();
        }
    });
    changed.then(|| each.to_vec().into())
}
