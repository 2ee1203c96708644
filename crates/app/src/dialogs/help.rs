//! The guide: a list of its pages, and the text of one.

use super::Dialog;
use crate::debugger::session::window::HelpPage;
use crate::debugger::{Command, WindowCommand};
use crate::dialogs::guide;
use crate::style::fonts::{self, Icon};
use crate::view::View;
use crate::view::structure::heading;
use egui::mutex::Mutex;
use egui::{Button, Context, Frame, Id, Margin, Modal, RichText, ScrollArea, Ui, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use std::sync::Arc;

/// Width of the list of pages, in points.
const LIST: f32 = 208.0;
/// Maximum width of a line of text, in points. A table may be wider.
const LINE: f32 = 760.0;

/// Draws the guide. Returns its state if it stays open.
pub(super) fn show(ctx: &Context, view: &mut View, page: HelpPage, out: &mut Vec<Command>) -> Option<Dialog> {
    let theme = view.theme.clone();
    let screen = ctx.content_rect();
    let frame = Frame::popup(&ctx.global_style()).inner_margin(0.0).corner_radius(8.0);
    let size = (screen.size() - vec2(48.0, 48.0)).min(vec2(LIST + LINE + 64.0, 900.0)).max(vec2(200.0, 160.0));
    let (mut to, mut close) = (page, false);
    let modal_response = Modal::new(Id::unique("help")).frame(frame).show(ctx, |ui| {
        ui.set_min_size(size);
        ui.set_max_size(size);
        let narrow = view.narrow.is_some();
        let layout = if narrow {
            egui::Layout::top_down(egui::Align::LEFT)
        } else {
            egui::Layout::left_to_right(egui::Align::TOP)
        };
        ui.with_layout(layout, |ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
            let list = Frame::new().fill(theme.panel).inner_margin(Margin::same(12));
            list.show(ui, |ui| {
                let high = if narrow { size.y * 0.3 } else { size.y } - 24.0;
                ui.set_width(if narrow { size.x } else { LIST } - 24.0);
                ui.set_height(high);
                ui.vertical(|ui| close = pages(ui, view, page, (&mut to, out)));
            });
            Frame::new().inner_margin(Margin::symmetric(20, 14)).show(ui, |ui| {
                ui.vertical(|ui| body(ui, view, page, (&mut to, out)));
            });
        });
    });
    (!close && !modal_response.should_close()).then_some(Dialog::Help(to))
}

/// Draws the list of pages. Returns whether the guide is closed.
fn pages(ui: &mut Ui, view: &View, page: HelpPage, (to, out): (&mut HelpPage, &mut Vec<Command>)) -> bool {
    let theme = &view.theme;
    let mut close = false;
    ScrollArea::vertical().id_salt("pages of the guide").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        heading(&ui.label(RichText::new("Help").font(fonts::semibold(16.0)).color(theme.strong)), 1);
        ui.add_space(8.0);
        let row = |title: &str, here: bool| {
            Button::selectable(here, (RichText::new(title), egui::Atom::grow())).min_size(vec2(LIST - 24.0, 28.0))
        };
        for one in HelpPage::ALL {
            if ui.add(row(one.title(), one == page)).clicked() {
                *to = one;
            }
        }
        ui.add_space(10.0);
        let more = [
            ("First steps", WindowCommand::FirstSteps),
            ("Keys", WindowCommand::KeySheet),
            ("Lessons", WindowCommand::AskLesson),
            ("About gridscope", WindowCommand::About),
        ];
        for (title, command) in more {
            if ui.add(row(title, false)).clicked() {
                out.push(command.into());
                close = true;
            }
        }
        ui.add_space(10.0);
        close |= ui.add(row("Close", false)).clicked();
    });
    close
}

/// Draws the text of a page.
fn body(ui: &mut Ui, view: &mut View, page: HelpPage, (to, out): (&mut HelpPage, &mut Vec<Command>)) {
    if page == HelpPage::OwnProgram && !view.guide.loggers.is_empty() {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Copy a logger").color(view.theme.weak));
            for (k, logger) in view.guide.loggers.iter().enumerate() {
                let help = format!("Copies {}: save it beside your program.", logger.name);
                let button =
                    ui.button(logger.language).accessible_name(format!("Copy the logger for {}", logger.language));
                if button.on_hover_text(help).clicked() {
                    out.push(WindowCommand::CopyLogger(k).into());
                }
            }
        });
        ui.add_space(8.0);
    }
    match view.guide.text(page) {
        None => {
            view.guide.want(page);
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(format!("{} is being fetched…", page.title()));
            });
        }
        Some(Err(why)) => {
            ui.horizontal_wrapped(|ui| {
                Icon::WARNING.show(ui, 16.0, view.theme.wrong);
                ui.label(format!("{} cannot be shown: {why}", page.title()));
            });
        }
        // Each page keeps its own position.
        Some(Ok(text)) => {
            ScrollArea::both().id_salt(("guide", page.path())).auto_shrink(false).show(ui, |ui| {
                ui.set_max_width(ui.available_width().min(LINE));
                ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
                if let Some(page) = markdown(ui, page, text) {
                    *to = page;
                }
            });
        }
    }
}

/// Draws Markdown. Returns the page whose link was clicked.
fn markdown(ui: &mut Ui, page: HelpPage, text: &str) -> Option<HelpPage> {
    /// The state of the drawing, and the text with its links.
    type Kept = Arc<Mutex<(CommonMarkCache, String)>>;
    let id = Id::unique(("guide text", page.path()));
    let cached_text: Kept = ui.data_mut(|d| {
        Arc::clone(d.get_temp_mut_or_insert_with(id, || {
            let mut cache = CommonMarkCache::default();
            for page in HelpPage::ALL {
                cache.add_link_hook(guide::address(page));
            }
            Arc::new(Mutex::new((cache, guide::with_links(text))))
        }))
    });
    let (cache, text) = &mut *cached_text.lock();
    CommonMarkViewer::new().show(ui, cache, text);
    HelpPage::ALL.into_iter().find(|&page| cache.get_link_hook(&guide::address(page)) == Some(true))
}
