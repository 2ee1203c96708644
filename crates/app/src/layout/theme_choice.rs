//! Chooses the theme: the one that the user wants, or until then light or dark as the system wishes.

use crate::App;
use crate::style::style;
use crate::style::theme::ThemeName;
use egui::Context;

impl App {
    /// Switches to a theme that the user has chosen.
    pub(super) fn choose_theme(&mut self, ctx: &Context, name: ThemeName) {
        self.view.settings.follows_system_theme = false;
        self.set_theme(ctx, name);
    }

    /// Switches to the system's wish for light or dark, if the window follows it.
    pub(crate) fn follow_system_theme(&mut self, ctx: &Context) {
        let Some(system) = ctx.system_theme().filter(|_| self.view.settings.follows_system_theme) else { return };
        let name = if system == egui::Theme::Light { ThemeName::Light } else { ThemeName::Dark };
        if name != self.view.settings.theme {
            self.set_theme(ctx, name);
        }
    }

    fn set_theme(&mut self, ctx: &Context, name: ThemeName) {
        self.view.set_theme(name);
        style(ctx, &self.view.theme);
    }
}
