//! The window as elements of a page that screen readers read.

use egui::{Key as Button, Modifiers};
use egui_kittest::Harness;
use gridscope::app::App;
use gridscope::app::host::reading::{Change, Element, Key, Reader, event};
use gridscope::debugger::SessionCommand;
use gridscope_window_tests::{key, lesson, window};
use std::collections::HashMap;

/// The elements of a page, kept up to date as a page does it.
#[derive(Default)]
struct Page {
    elements: HashMap<Key, Element>,
    focus: Option<Key>,
    said: Vec<String>,
}

impl Page {
    /// Takes in what has changed. Returns how many elements were touched.
    fn update(&mut self, h: &Harness<'_, App>) -> usize {
        let changes: Vec<Change> = h.ctx.plugin::<Reader>().lock().take();
        let mut touched = 0;
        self.said.clear();
        for change in changes {
            touched += change.changed.len() + change.gone.len();
            for element in change.changed {
                self.elements.insert(element.id.expect("an id"), element);
            }
            for id in change.gone {
                self.elements.remove(&id).expect("an element that was there");
            }
            self.focus = change.focus;
            self.said.extend(change.said);
        }
        touched
    }

    fn find(&self, role: &str, name: &str) -> &Element {
        let mut all = self.elements.values().filter(|element| element.role == role && element.name == name);
        all.next().unwrap_or_else(|| panic!("no {role} {name:?}"))
    }
}

fn read(mut h: Harness<'static, App>) -> (Harness<'static, App>, Page) {
    h.ctx.add_plugin(Reader::default());
    h.run_steps(1);
    let mut page = Page::default();
    page.update(&h);
    (h, page)
}

fn act(h: &mut Harness<'_, App>, element: &Element, action: &str, value: &str) {
    let Some(Key(id)) = element.id else { panic!("an id") };
    let number = matches!(element.role, "slider" | "spinbutton");
    h.input_mut().events.push(event(&id.to_string(), action, value, number).expect("an action"));
    h.run_steps(3);
}

#[test]
fn every_control_has_a_name_role_and_bounds() {
    let (_, page) = read(window("hello"));
    let controls = ["button", "checkbox", "radio", "slider", "spinbutton", "textbox", "combobox", "tab", "img"];
    let wrong: Vec<&Element> = page
        .elements
        .values()
        .filter(|e| controls.contains(&e.role) && (e.name.is_empty() || e.bounds[2] < 1 || e.bounds[3] < 1))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let time = page.find("slider", "Timeline");
    assert_eq!((time.now, time.min, time.max), (Some(723.0), Some(0.0), Some(824.0)));
    assert_eq!(page.find("button", "Arrangement: Debug").on, Some("true"));
    assert!(page.elements.values().any(|e| e.role == "text" && e.name.starts_with("Tie at (14,12): from (13,11)")));
    // Each element but the first is in exactly one other.
    let mut held: Vec<Key> = page.elements.values().flat_map(|e| e.children.iter().copied()).collect();
    assert_eq!(held.len() + 1, page.elements.len());
    held.sort_by_key(|id| id.0);
    held.dedup();
    assert_eq!(held.len() + 1, page.elements.len());
}

/// A page touches only what has changed, and nothing while nothing changes.
#[test]
fn only_changes_are_reported() {
    let (mut h, mut page) = read(lesson("hello"));
    assert!(page.elements.len() > 40 && page.said.iter().any(|said| said.starts_with("Tie at (14,12)")));
    h.run_steps(3);
    assert_eq!(page.update(&h), 0);
    key(&mut h, Modifiers::NONE, Button::ArrowRight);
    let touched = page.update(&h);
    assert!(touched > 0 && touched <= page.elements.len() * 2 / 3, "{touched} of {}", page.elements.len());
    let said: Vec<&String> = page.said.iter().collect();
    assert!(said.len() == 1 && said[0].starts_with("Opened (12,12) from (13,11)"), "{said:?}");
    assert_eq!(page.find("slider", "Timeline").now, Some(724.0));
    // While a run plays, its sentences would never stop.
    h.state_mut().session_mut().apply(&SessionCommand::PlayPause);
    h.run_steps(3);
    page.update(&h);
    assert!(page.said.is_empty(), "{:?}", page.said);
}

#[test]
fn actions_on_accessible_elements_act_in_the_window() {
    let (mut h, mut page) = read(lesson("hello"));
    act(&mut h, page.find("button", "Step forward"), "click", "");
    assert_eq!(h.state().session().moment().0, 724);
    act(&mut h, page.find("slider", "Timeline"), "set", "40");
    assert_eq!(h.state().session().moment().0, 40);
    act(&mut h, page.find("slider", "Timeline"), "increment", "");
    assert!(h.state().session().moment().0 > 40);
    act(&mut h, page.find("button", "Play"), "focus", "");
    page.update(&h);
    assert_eq!(page.focus, page.find("button", "Play").id);
    // A dialog is there while it is open.
    key(&mut h, Modifiers::COMMAND, Button::P);
    h.run_steps(2);
    page.update(&h);
    let field = page.elements.values().find(|e| e.role == "textbox").expect("a field").clone();
    act(&mut h, &field, "set", "next tie");
    page.update(&h);
    let field = page.elements.values().find(|e| e.role == "textbox").expect("a field");
    assert_eq!(field.value.as_deref(), Some("next tie"));
    key(&mut h, Modifiers::NONE, Button::Escape);
    h.run_steps(2);
    page.update(&h);
    assert!(!page.elements.values().any(|e| e.role == "textbox"));
}

#[test]
fn only_known_actions_become_events() {
    assert!(event("12", "click", "", false).is_some());
    for (id, action, value, number) in
        [("x", "click", "", false), ("12", "fly", "", false), ("12", "set", "much", true), ("12", "set", "NaN", true)]
    {
        assert!(event(id, action, value, number).is_none(), "{id} {action} {value}");
    }
}

/// The page receives JSON with ids as text, because JavaScript rounds them.
#[test]
fn accessible_element_is_serialised_without_empty_fields() {
    let element = Element { id: Some(Key(u64::MAX)), role: "text", name: "Play".into(), ..Element::default() };
    let text = serde_json::to_string(&element).expect("JSON");
    assert_eq!(text, r#"{"id":"18446744073709551615","role":"text","name":"Play","bounds":[0,0,0,0]}"#);
}
