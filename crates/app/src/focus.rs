//! The keyboard's place in the window: a ring that shows it, sight that follows it, and the way from panel to panel.
//!
//! egui moves the focus by Tab, but draws it as if the widget were pressed and leaves it where it may be out of sight. Here
//! one ring does for every widget, one rule brings it into sight, and F6 goes to the map and from panel to panel.

use super::canvas::keyboard;
use super::panels::timeline;
use super::view::View;
use crate::debugger::window::PanelId;
use egui::accesskit::{Action, ActionRequest, TreeId};
use egui::{Context, CornerRadius, Event, EventFilter, Id, Key, Modifiers, Popup, Rect, Sense, Stroke, StrokeKind, Ui};

/// How much of a panel Page Up and Page Down move, as a share of its height.
const PAGE: f32 = 0.8;
/// The same for an arrow, in points.
const LINE: f32 = 40.0;

/// In how many frames the focus is given back after a dialog: egui keeps it from what lay below for one more.
const TRIES: u8 = 3;

/// Who listens to plain keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keyboard {
    /// Nobody in particular, or what takes the arrows as time: the timeline, or a panel as a whole.
    Free,
    /// The map.
    Map,
    /// A text field.
    Text,
    /// A button or another widget: arrows, Enter and Space are its own.
    Widget,
    /// A list: so are Home and End, Page Up and Page Down.
    List,
}

/// Who has the keyboard.
pub(super) fn keyboard(ctx: &Context) -> Keyboard {
    match ctx.memory(egui::Memory::focused) {
        None => Keyboard::Free,
        Some(id) if id == keyboard::id() => Keyboard::Map,
        Some(id) if id == timeline::id() || is_panel(id) => Keyboard::Free,
        Some(_) if ctx.text_edit_focused() => Keyboard::Text,
        Some(id) if ctx.data(|d| d.get_temp::<Id>(list_id())) == Some(id) => Keyboard::List,
        Some(_) => Keyboard::Widget,
    }
}

/// Says that what has the focus is a list: it takes the keys that go along it.
pub(super) fn is_list(ui: &Ui, id: Id) {
    let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|m| m.set_focus_lock_filter(id, filter));
    ui.data_mut(|d| d.insert_temp(list_id(), id));
}

fn list_id() -> Id {
    Id::unique("list with the keyboard")
}

/// Takes Enter where it means the dialog: while a button has the focus it means that button.
pub(super) fn enter(ctx: &Context) -> bool {
    matches!(keyboard(ctx), Keyboard::Free | Keyboard::Text)
        && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter))
}

/// A widget as it was drawn last; none amid a click, for then egui takes the focus from a widget that is asked for and was not
/// clicked.
fn widget(ctx: &Context, id: Id) -> Option<egui::Response> {
    if ctx.input(|i| i.pointer.any_pressed() || i.pointer.any_click()) { None } else { ctx.read_response(id) }
}

/// Gives the focus to a field where nothing has it.
pub(super) fn first(field: &egui::Response) {
    if field.ctx.memory(|m| m.focused().is_none()) {
        field.request_focus();
    }
}

/// A panel as a whole, for the keyboard.
fn place(panel: PanelId) -> Id {
    Id::unique(("panel with the keyboard", panel.id()))
}

fn is_panel(id: Id) -> bool {
    PanelId::ALL.into_iter().any(|panel| place(panel) == id)
}

/// What the keyboard does in a panel, before its content: it may have been sent there, and Page Up and Page Down scroll it.
pub(super) fn in_panel(ui: &mut Ui, view: &mut View, panel: PanelId) {
    view.panels.push(panel);
    let (id, rect) = (place(panel), ui.max_rect());
    let sent = view.focus_panel == Some(panel);
    let whole = ui.memory(|m| m.has_focus(id));
    if sent || whole {
        let response = ui.interact(rect, id, Sense::focusable_noninteractive());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Pane, true, panel.title()));
        if sent {
            view.focus_panel = None;
            response.request_focus();
        }
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|m| m.set_focus_lock_filter(id, arrows));
    }
    let within = ui.memory(egui::Memory::focused).and_then(|focused| widget(ui.ctx(), focused));
    let within = within.is_some_and(|widget| widget.layer_id == ui.layer_id() && rect.contains(widget.rect.center()));
    if sent || whole || within {
        view.panel_at_hand = Some(panel);
        if keyboard(ui.ctx()) != Keyboard::List {
            page(ui, rect.height());
        }
    }
}

/// Scrolls what comes next by the keys that turn pages.
pub(super) fn page(ui: &Ui, height: f32) {
    let free = ui.memory(|m| m.focused().is_none());
    let by = ui.input_mut(|i| {
        let mut times = |key| i.count_and_consume_key(Modifiers::NONE, key) as f32;
        let pages = times(Key::PageDown) - times(Key::PageUp);
        // In a dialog without a focus the arrows and Home and End have nothing else to do.
        let lines = if free { times(Key::ArrowDown) - times(Key::ArrowUp) } else { 0.0 };
        let ends = if free { times(Key::End) - times(Key::Home) } else { 0.0 };
        pages * height * PAGE + lines * LINE + ends * 1e6
    });
    if by != 0.0 {
        ui.scroll_with_delta(egui::vec2(0.0, -by));
    }
}

/// The panel after the one that has the keyboard, or before it; the map comes first.
pub(super) fn next_panel(ctx: &Context, view: &mut View, back: bool) {
    let mut all = vec![PanelId::Map];
    all.extend(view.panels.iter().copied().filter(|&panel| panel != PanelId::Map));
    let now = if keyboard(ctx) == Keyboard::Map { Some(PanelId::Map) } else { view.panel_at_hand };
    let now = now.and_then(|panel| all.iter().position(|&one| one == panel));
    let next = match (now, back) {
        (None, false) => 0,
        (None, true) => all.len() - 1,
        (Some(k), false) => (k + 1) % all.len(),
        (Some(k), true) => (k + all.len() - 1) % all.len(),
    };
    view.focus_panel = all.get(next).copied();
    ctx.request_repaint();
}

/// What is kept from frame to frame.
#[derive(Clone, Copy, Default)]
struct Kept {
    /// What had the focus in the last frame.
    last: Option<Id>,
    /// What had it before a dialog or a menu opened.
    before: Option<Id>,
    /// Whether one was open.
    open: bool,
    /// In how many more frames it is given back.
    tries: u8,
    /// It has just come to a widget that is not wholly in sight.
    follow: bool,
    /// It is in a panel other than the map.
    in_panel: bool,
}

impl Kept {
    fn id() -> Id {
        Id::unique("focus kept")
    }
}

/// Whether Page Up and Page Down scroll a panel: one had the keyboard in the last frame.
pub(super) fn pages(ctx: &Context) -> bool {
    ctx.data(|d| d.get_temp::<Kept>(Kept::id())).is_some_and(|kept| kept.in_panel)
}

/// Before a frame is drawn: what has just come to have the focus is brought into sight.
pub(super) fn follow(ctx: &Context) {
    let kept = ctx.data(|d| d.get_temp::<Kept>(Kept::id())).unwrap_or_default();
    if let Some(id) = kept.last.filter(|_| kept.follow) {
        let request = ActionRequest {
            action: Action::ScrollIntoView,
            target_tree: TreeId::ROOT,
            target_node: id.accesskit_id(),
            data: None,
        };
        ctx.input_mut(|i| i.events.push(Event::AccessKitActionRequest(request)));
    }
}

/// After a frame is drawn: the ring round what has the focus; what had it before a dialog or a menu has it again.
pub(super) fn show(ctx: &Context, view: &View) {
    let mut kept = ctx.data(|d| d.get_temp::<Kept>(Kept::id())).unwrap_or_default();
    let open = view.dialog.is_some() || Popup::is_any_open(ctx);
    let mut focused = ctx.memory(egui::Memory::focused);
    if kept.open && !open {
        kept.tries = TRIES;
    }
    kept.open = open;
    if !open && kept.tries > 0 {
        kept.tries -= 1;
        ctx.request_repaint();
        if let Some(id) = kept.before.filter(|_| focused.is_none()) {
            ctx.memory_mut(|m| m.request_focus(id));
            focused = Some(id);
        }
    } else if !open {
        kept.before = focused;
    }
    let widget = focused.and_then(|id| widget(ctx, id));
    let moved = focused != kept.last;
    (kept.last, kept.follow) = (focused, false);
    if let Some(widget) = widget {
        let seen = widget.interact_rect.expand(1.0).contains_rect(widget.rect);
        // What a menu offers lies over what could be scrolled.
        kept.follow = moved && !seen && widget.id != keyboard::id() && !Popup::is_any_open(ctx);
        // The map and text fields show it themselves.
        if !ctx.text_edit_focused() && widget.id != keyboard::id() {
            let clip = Rect::from_min_max(widget.interact_rect.min, widget.interact_rect.max).expand(3.0);
            let painter = ctx.layer_painter(widget.layer_id).with_clip_rect(clip);
            let rect = widget.rect.intersect(clip.shrink(2.0));
            for stroke in [Stroke::new(4.0, view.theme.halo), Stroke::new(2.0, view.theme.brackets)] {
                painter.rect_stroke(rect, CornerRadius::same(6), stroke, StrokeKind::Middle);
            }
        }
    }
    if moved {
        ctx.request_repaint();
    }
    kept.in_panel = view.panel_at_hand.is_some();
    ctx.data_mut(|d| d.insert_temp(Kept::id(), kept));
}
