//! Keyboard focus in the window: a ring that shows it, scrolling that follows it, and moving from panel to panel.
//!
//! egui moves the focus by Tab, but draws the widget as if it were pressed and may leave it out of sight. Here one ring
//! serves every widget, one rule scrolls it into sight, and F6 goes to the map and from panel to panel.

use crate::canvas::keyboard;
use crate::debugger::session::window::PanelId;
use crate::panels::timeline;
use crate::view::View;
use crate::view::structure::region;
use egui::accesskit::{Action, ActionRequest, Role, TreeId};
use egui::{Context, CornerRadius, Event, EventFilter, Id, Key, Modifiers, Popup, Rect, Sense, Stroke, StrokeKind, Ui};

/// Share of a panel's height that Page Up and Page Down scroll.
const PAGE: f32 = 0.8;
/// Distance that an arrow key scrolls, in points.
const LINE: f32 = 40.0;

/// Number of frames in which the focus is given back after a dialog. egui keeps it from the widgets below for one more
/// frame.
const TRIES: u8 = 3;

/// Receiver of plain keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keyboard {
    /// No widget, or one that leaves the arrows to move in time: the timeline, or a panel as a whole.
    Free,
    /// The map.
    Map,
    /// A text field.
    Text,
    /// A button or another widget, which uses arrows, Enter and Space itself.
    Widget,
    /// A list, which also uses Home, End, Page Up and Page Down.
    List,
}

/// Returns the receiver of plain keys.
pub(crate) fn keyboard(ctx: &Context) -> Keyboard {
    match ctx.memory(egui::Memory::focused) {
        None => Keyboard::Free,
        Some(id) if id == keyboard::id() => Keyboard::Map,
        Some(id) if id == timeline::id() || is_panel(id) => Keyboard::Free,
        Some(_) if ctx.text_edit_focused() => Keyboard::Text,
        Some(id) if ctx.data(|d| d.get_temp::<Id>(list_id())) == Some(id) => Keyboard::List,
        Some(_) => Keyboard::Widget,
    }
}

/// Marks the widget with the focus as a list, so that it gets the keys that move along it.
pub(crate) fn is_list(ui: &Ui, id: Id) {
    let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|m| m.set_focus_lock_filter(id, filter));
    ui.data_mut(|d| d.insert_temp(list_id(), id));
}

fn list_id() -> Id {
    Id::unique("list with the keyboard")
}

/// Consumes Enter if it is meant for the dialog. While a button has the focus, Enter presses that button.
pub(crate) fn enter(ctx: &Context) -> bool {
    matches!(keyboard(ctx), Keyboard::Free | Keyboard::Text)
        && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter))
}

/// Returns a widget as it was last drawn. Returns `None` during a click, because then reading a widget that was not
/// clicked makes egui take the focus from it.
fn widget(ctx: &Context, id: Id) -> Option<egui::Response> {
    if ctx.input(|i| i.pointer.any_pressed() || i.pointer.any_click()) { None } else { ctx.read_response(id) }
}

/// Focuses a field if nothing has the focus.
pub(crate) fn first(field: &egui::Response) {
    if field.ctx.memory(|m| m.focused().is_none()) {
        field.request_focus();
    }
}

/// Returns the id of a panel as a whole.
fn place(panel: PanelId) -> Id {
    Id::unique(("panel with the keyboard", panel.id()))
}

fn is_panel(id: Id) -> bool {
    PanelId::ALL.into_iter().any(|panel| place(panel) == id)
}

/// Handles the keyboard of a panel before its content is drawn. Takes the focus if it was sent here. Scrolls with Page
/// Up and Page Down.
pub(crate) fn in_panel(ui: &mut Ui, view: &mut View, panel: PanelId) {
    view.panels.push(panel);
    region(ui, Role::Region, &format!("{} panel", panel.title()));
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

/// Scrolls the next scroll area with Page Up and Page Down.
pub(crate) fn page(ui: &Ui, height: f32) {
    let free = ui.memory(|m| m.focused().is_none());
    let by = ui.input_mut(|i| {
        let mut times = |key| i.count_and_consume_key(Modifiers::NONE, key) as f32;
        let pages = times(Key::PageDown) - times(Key::PageUp);
        // In a dialog without a focus, the arrows, Home and End are free to scroll.
        let lines = if free { times(Key::ArrowDown) - times(Key::ArrowUp) } else { 0.0 };
        let ends = if free { times(Key::End) - times(Key::Home) } else { 0.0 };
        pages * height * PAGE + lines * LINE + ends * 1e6
    });
    if by != 0.0 {
        ui.scroll_with_delta(egui::vec2(0.0, -by));
    }
}

/// Sends the focus to the next panel, or to the previous one if `back` is set. The map comes first.
pub(crate) fn next_panel(ctx: &Context, view: &mut View, back: bool) {
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

/// Focus state that is kept between frames.
#[derive(Clone, Copy, Default)]
struct FocusMemory {
    /// The widget with the focus in the last frame.
    last: Option<Id>,
    /// The widget that had the focus before a dialog or a menu opened.
    before: Option<Id>,
    /// Whether a dialog or a menu was open.
    open: bool,
    /// Number of remaining frames in which the focus is given back.
    tries: u8,
    /// Whether the focus has just moved to a widget that is not fully visible.
    follow: bool,
    /// Whether a panel other than the map has the focus.
    in_panel: bool,
}

impl FocusMemory {
    fn id() -> Id {
        Id::unique("focus kept")
    }
}

/// Returns whether Page Up and Page Down scroll a panel, because one had the focus in the last frame.
pub(crate) fn pages(ctx: &Context) -> bool {
    ctx.data(|d| d.get_temp::<FocusMemory>(FocusMemory::id())).is_some_and(|kept| kept.in_panel)
}

/// Scrolls a newly focused widget into sight. Called before a frame is drawn.
pub(crate) fn follow(ctx: &Context) {
    let focus_memory = ctx.data(|d| d.get_temp::<FocusMemory>(FocusMemory::id())).unwrap_or_default();
    if let Some(id) = focus_memory.last.filter(|_| focus_memory.follow) {
        let request = ActionRequest {
            action: Action::ScrollIntoView,
            target_tree: TreeId::ROOT,
            target_node: id.accesskit_id(),
            data: None,
        };
        ctx.input_mut(|i| i.events.push(Event::AccessKitActionRequest(request)));
    }
}

/// Draws the ring around the focused widget, and gives the focus back after a dialog or a menu. Called after a frame is
/// drawn.
pub(crate) fn show(ctx: &Context, view: &View) {
    let mut focus_memory = ctx.data(|d| d.get_temp::<FocusMemory>(FocusMemory::id())).unwrap_or_default();
    let open = view.dialog.is_some() || Popup::is_any_open(ctx);
    let mut focused = ctx.memory(egui::Memory::focused);
    if focus_memory.open && !open {
        focus_memory.tries = TRIES;
    }
    focus_memory.open = open;
    if !open && focus_memory.tries > 0 {
        focus_memory.tries -= 1;
        ctx.request_repaint();
        if let Some(id) = focus_memory.before.filter(|_| focused.is_none()) {
            ctx.memory_mut(|m| m.request_focus(id));
            focused = Some(id);
        }
    } else if !open {
        focus_memory.before = focused;
    }
    let widget = focused.and_then(|id| widget(ctx, id));
    let moved = focused != focus_memory.last;
    (focus_memory.last, focus_memory.follow) = (focused, false);
    if let Some(widget) = widget {
        let is_in_view = widget.interact_rect.expand(1.0).contains_rect(widget.rect);
        // The entries of a menu are above whatever could be scrolled.
        focus_memory.follow = moved && !is_in_view && widget.id != keyboard::id() && !Popup::is_any_open(ctx);
        // The map and text fields show the focus themselves.
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
    focus_memory.in_panel = view.panel_at_hand.is_some();
    ctx.data_mut(|d| d.insert_temp(FocusMemory::id(), focus_memory));
}
