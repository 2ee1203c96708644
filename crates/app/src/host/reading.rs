//! The window for screen readers that read a page: what egui says about itself, as elements of a document.
//!
//! On a desktop, egui's accessibility tree goes to the system. In a browser, nothing receives it. So a page shows
//! [`Element`]s beside the canvas, which are not painted, and sends back what is done with them. Only elements that have
//! changed are reported.

use egui::accesskit::{Action, ActionData, ActionRequest, Live, Node, NodeId, Role, Toggled, TreeId, TreeUpdate};
use egui::{Context, Event, FullOutput};
use serde::{Serialize, Serializer};
use std::collections::{HashMap, HashSet};

/// Identity of an element, the same in every frame. It is written as text, because JavaScript rounds large numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key(pub u64);

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// An element of the page that stands for a part of the window. Its fields are named like the attributes of ARIA.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Element {
    /// Identity.
    pub id: Option<Key>,
    /// Role in ARIA. `text` for words without a role.
    pub role: &'static str,
    /// Name, or the words themselves.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Text of a field, or what an image shows now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Number of a slider or a number box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<f64>,
    /// Smallest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Level of a heading, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// Whether it is on: `true`, `false` or `mixed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<&'static str>,
    /// Whether it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    /// Whether it cannot be used now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// Left, top, width and height in points, from the corner of the parent.
    pub bounds: [i32; 4],
    /// The elements in it, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Key>,
}

/// Changes since the last report.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Change {
    /// The element that holds all others. Its name is that of the window.
    pub root: Option<Key>,
    /// Number of the screen's pixels in a point.
    pub scale: f64,
    /// The element with the keyboard, unless none has it.
    pub focus: Option<Key>,
    /// New elements, and those that have changed.
    pub changed: Vec<Element>,
    /// Elements that are gone.
    pub gone: Vec<Key>,
    /// Sentences to be read aloud, such as that of the moment.
    pub said: Vec<String>,
}

/// The elements as they were reported last.
#[derive(Default)]
pub struct Reading {
    known: HashMap<Key, Element>,
    focus: Option<Key>,
    said: Vec<String>,
}

impl Reading {
    /// Translates egui's tree. Returns what has changed, if anything has.
    pub(crate) fn update(&mut self, tree: &TreeUpdate) -> Option<Change> {
        let root = tree.tree.as_ref()?.root;
        let nodes: HashMap<NodeId, &Node> = tree.nodes.iter().map(|(id, node)| (*id, node)).collect();
        let scale = nodes.get(&root).and_then(|node| node.transform()).map_or(1.0, |scale| scale.as_coeffs()[0]);
        let mut change = Change { root: Some(key(root)), scale, ..Change::default() };
        let mut visited_nodes = HashSet::with_capacity(self.known.len());
        let mut stack = vec![(root, [0.0, 0.0])];
        while let Some((id, corner)) = stack.pop() {
            let Some(node) = nodes.get(&id) else { continue };
            // A tree that names a node twice would make the page move it back and forth.
            if !visited_nodes.insert(key(id)) {
                continue;
            }
            let own = node.bounds().map_or(corner, |b| [b.x0, b.y0]);
            let mut children = Vec::new();
            if !holds_letters(node.role()) {
                visible(&nodes, node, &mut children);
            }
            stack.extend(children.iter().map(|&child| (child, own)));
            let element = element(&nodes, (id, node), corner, children);
            if self.known.get(&key(id)) != Some(&element) {
                change.changed.push(element.clone());
                self.known.insert(key(id), element);
            }
        }
        change.gone.extend(self.known.keys().filter(|id| !visited_nodes.contains(id)));
        change.gone.iter().for_each(|id| _ = self.known.remove(id));
        change.focus = Some(key(tree.focus)).filter(|focus| tree.focus != root && visited_nodes.contains(focus));
        let live = tree.nodes.iter().filter(|(_, node)| node.live().is_some_and(|live| live != Live::Off));
        let live_texts: Vec<String> =
            live.map(|(_, node)| words(&nodes, node)).filter(|words| !words.is_empty()).collect();
        change.said.extend(live_texts.iter().filter(|words| !self.said.contains(words)).cloned());
        self.said = live_texts;
        let moved = std::mem::replace(&mut self.focus, change.focus) != change.focus;
        let is_new = moved || !(change.changed.is_empty() && change.gone.is_empty() && change.said.is_empty());
        is_new.then_some(change)
    }
}

const fn key(id: NodeId) -> Key {
    Key(id.0)
}

/// Returns whether the children of a node are its lines of letters.
const fn holds_letters(role: Role) -> bool {
    matches!(role, Role::TextInput | Role::MultilineTextInput | Role::Label | Role::Heading)
}

/// Returns the role in ARIA, or `None` if a node only groups others without saying so.
const fn role_of(role: Role) -> Option<&'static str> {
    Some(match role {
        Role::Button | Role::DefaultButton | Role::ColorWell => "button",
        Role::Link => "link",
        Role::CheckBox => "checkbox",
        Role::RadioButton => "radio",
        Role::Slider => "slider",
        Role::SpinButton => "spinbutton",
        Role::TextInput => "textbox",
        Role::MultilineTextInput => "multiline",
        Role::ComboBox => "combobox",
        Role::Image | Role::Canvas => "img",
        Role::ProgressIndicator => "progressbar",
        Role::Tab => "tab",
        Role::Dialog | Role::AlertDialog => "dialog",
        Role::Heading => "heading",
        Role::Window => "group",
        Role::Pane | Role::Region => "region",
        Role::Main => "main",
        Role::Banner => "banner",
        Role::Complementary => "complementary",
        Role::Label => "text",
        _ => return None,
    })
}

/// Returns what a node says: its name, or else its value.
fn words(nodes: &HashMap<NodeId, &Node>, node: &Node) -> String {
    let own = node.label().or_else(|| if node.role() == Role::Label { node.value() } else { None });
    if let Some(own) = own {
        return own.to_owned();
    }
    let by = node.labelled_by().iter().filter_map(|id| nodes.get(id));
    let parts: Vec<&str> = by.filter_map(|label| label.label().or_else(|| label.value())).collect();
    parts.join(" ")
}

/// Collects the nodes below a node that become elements. Nodes that say nothing are replaced by their children.
fn visible(nodes: &HashMap<NodeId, &Node>, node: &Node, all: &mut Vec<NodeId>) {
    let mut stack: Vec<NodeId> = node.children().iter().rev().copied().collect();
    // Each node is visited once, even in a tree with a loop.
    let mut left = nodes.len();
    while let Some(id) = stack.pop() {
        let Some(child) = nodes.get(&id).filter(|_| left > 0) else { continue };
        left -= 1;
        // A text or a region without words says nothing.
        let says = role_of(child.role())
            .is_some_and(|role| !matches!(role, "text" | "region") || !words(nodes, child).is_empty());
        if says && !child.is_hidden() {
            all.push(id);
        } else if !child.is_hidden() && !holds_letters(child.role()) {
            stack.extend(child.children().iter().rev());
        }
    }
}

fn element(
    nodes: &HashMap<NodeId, &Node>,
    (id, node): (NodeId, &Node),
    corner: [f64; 2],
    children: Vec<NodeId>,
) -> Element {
    let bounds = node.bounds().map_or([0; 4], |b| {
        [b.x0 - corner[0], b.y0 - corner[1], b.x1 - b.x0, b.y1 - b.y0].map(|length| length.round() as i32)
    });
    let on = node.toggled().map(|toggled| match toggled {
        Toggled::True => "true",
        Toggled::False => "false",
        Toggled::Mixed => "mixed",
    });
    Element {
        id: Some(key(id)),
        role: role_of(node.role()).unwrap_or("group"),
        name: words(nodes, node),
        value: node.value().filter(|_| node.role() != Role::Label).map(str::to_owned),
        now: node.numeric_value().filter(|x| x.is_finite()),
        min: node.min_numeric_value().filter(|x| x.is_finite()),
        max: node.max_numeric_value().filter(|x| x.is_finite()),
        level: node.level().map(|level| level + 1).filter(|_| node.role() == Role::Heading),
        on: on.or_else(|| node.is_selected().map(|selected| if selected { "true" } else { "false" })),
        // ARIA asks for this state of a list that opens.
        expanded: node.is_expanded().or_else(|| (node.role() == Role::ComboBox).then_some(false)),
        disabled: node.is_disabled(),
        bounds,
        children: children.into_iter().map(key).collect(),
    }
}

/// Returns the event for something that was done with an element: `click`, `focus`, `increment`, `decrement`, or `set`
/// with a number or a text. Returns `None` for anything else.
pub fn event(id: &str, action: &str, value: &str, is_number: bool) -> Option<Event> {
    let (action, data) = match action {
        "click" => (Action::Click, None),
        "focus" => (Action::Focus, None),
        "increment" => (Action::Increment, None),
        "decrement" => (Action::Decrement, None),
        "set" if is_number => {
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite())?;
            (Action::SetValue, Some(ActionData::NumericValue(number)))
        }
        "set" => (Action::SetValue, Some(ActionData::Value(value.into()))),
        _ => return None,
    };
    let target_node = NodeId(id.parse().ok()?);
    Some(Event::AccessKitActionRequest(ActionRequest { action, target_tree: TreeId::ROOT, target_node, data }))
}

/// The plugin that translates egui's tree after each frame. It also makes egui build the tree.
#[derive(Default)]
pub struct Reader {
    reading: Reading,
    waiting: Vec<Change>,
}

impl Reader {
    /// Returns the changes since the last call, in order.
    pub fn take(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.waiting)
    }
}

impl egui::Plugin for Reader {
    fn debug_name(&self) -> &'static str {
        "reading aloud"
    }

    fn setup(&mut self, ctx: &Context) {
        ctx.enable_accesskit();
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        let update = output.platform_output.accesskit_update.as_ref();
        self.waiting.extend(update.and_then(|tree| self.reading.update(tree)));
    }
}
