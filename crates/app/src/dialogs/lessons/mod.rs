//! The lessons page: the lesson that comes next, the route in its parts, and the library with its search.

mod card;
mod entry;
mod library;
mod others;
mod route_page;
mod selection;

use crate::debugger::{Command, Session};
use crate::panels::menu;
use crate::style::fonts;
use crate::view::{Dialog, View, structure};
pub(crate) use card::PICTURE;
use egui::{
    Context, Event, FocusDirection, Frame, Id, Key, Margin, Modifiers, RichText, ScrollArea, Sense, Ui, UiBuilder,
};
pub(crate) use entry::Entry;
pub(crate) use entry::LessonSource;
use library::Filters;
use selection::Selection;

/// State of the page between frames, until it is closed.
#[derive(Clone, Default)]
struct State {
    selection: Selection,
    filters: Filters,
}

/// State that the parts of the page share.
struct Page<'a> {
    session: &'a Session,
    view: &'a mut View,
    selection: Selection,
}

impl Page<'_> {
    /// Returns the built-in lessons.
    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.view.lessons.get().into_iter().flatten()
    }
}

/// Draws the page. Returns its state if it stays open.
pub(super) fn show(
    ctx: &Context,
    session: &Session,
    view: &mut View,
    mut query: String,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    view.lessons.get_or_init(|| entry::built_in(session.registry()));
    let mut screen = ctx.content_rect();
    // The bar at the top stays.
    screen.min.y += menu::height(view);
    let is_closed = ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape));
    let id = Id::unique("lessons page");
    let State { mut selection, mut filters } = ctx.data(|d| d.get_temp(id)).unwrap_or_default();
    selection.take_keys(ctx);
    // Typed letters begin a search, and Tab begins at the search field.
    let is_typed = |ctx: &Context| ctx.input(|i| i.events.iter().any(|e| matches!(e, Event::Text(_))));
    if ctx.memory(|m| m.focused().is_none())
        && (is_typed(ctx) || ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Tab)))
    {
        ctx.memory_mut(|m| {
            m.request_focus(library::field());
            m.move_focus(FocusDirection::None);
        });
    }
    let area = egui::Area::new(Id::unique("lessons")).order(egui::Order::Foreground).fixed_pos(screen.min);
    let opened = area
        .show(ctx, |ui| {
            ui.set_min_size(screen.size());
            ui.painter().rect_filled(screen, 0.0, view.theme.canvas);
            // Keeps the pointer from the widgets below.
            ui.interact(screen, ui.scope_id().with("ground"), Sense::click_and_drag());
            let margin = match screen.width() {
                wide if wide >= 1400.0 => 64,
                wide if wide >= 1200.0 => 48,
                wide if wide >= 700.0 => 32,
                _ => 16,
            };
            let mut inner = ui.new_child(UiBuilder::new().max_rect(screen));
            ScrollArea::vertical()
                .id_salt("lessons page")
                .auto_shrink(false)
                .show(&mut inner, |ui| {
                    Frame::new()
                        .inner_margin(Margin::symmetric(margin, 28))
                        .show(ui, |ui| {
                            let before = (query.clone(), filters.clone());
                            let mut page =
                                Page { session, view: &mut *view, selection: std::mem::take(&mut selection) };
                            if !library::replaces_route(&query, &filters) {
                                route_page::next_lesson(ui, &mut page);
                                route_page::parts(ui, &mut page);
                            }
                            library::show(ui, &mut page, &mut query, &mut filters);
                            library::own(ui, &mut page, &query, &filters);
                            if before != (query.clone(), filters.clone()) {
                                // A new search starts with its first result.
                                page.selection.restart(library::replaces_route(&query, &filters));
                            }
                            let opened = page.selection.opened.take();
                            selection = page.selection;
                            opened
                        })
                        .inner
                })
                .inner
        })
        .inner;
    if is_closed || opened.is_some() {
        // The page opens as it was first.
        ctx.data_mut(|d| d.remove::<State>(id));
        out.extend(opened);
        return None;
    }
    ctx.data_mut(|d| d.insert_temp(id, State { selection, filters }));
    Some(Dialog::Lessons(query))
}

/// Draws the heading of a part of the page, and a few words about it.
fn heading(ui: &mut Ui, view: &View, title: &str, about: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        structure::heading(&ui.label(RichText::new(title).font(fonts::semibold(20.0)).color(view.theme.strong)), 2);
        ui.label(RichText::new(about).font(fonts::text(13.0)).color(view.theme.weak));
    });
}
