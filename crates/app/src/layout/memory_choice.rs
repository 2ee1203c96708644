//! Chooses the memory for runs: that of the settings, unless the command line sets it.

use crate::App;
use crate::debugger::session::command::SessionCommand;
use crate::debugger::session::run_memory::RunMemory;
use crate::formats::limits::mebibytes;

impl App {
    /// Sets and keeps the memory for runs. A run that was cut is recorded again.
    pub(super) fn set_run_memory(&mut self, ctx: &egui::Context, gib: Option<u16>) {
        self.view.settings.run_memory = gib;
        let before = self.session.run_memory().budget();
        self.use_run_memory();
        let now = self.session.run_memory().budget();
        let size = mebibytes(now.memory as u64);
        if self.session.run_memory().given.is_some() {
            self.toasts
                .info(format!("The command line set {size} for this window; the setting counts from the next start."));
            return;
        }
        self.toasts.info(format!("A run may take {size}."));
        if self.session.is_cut() && now.memory > before.memory {
            self.perform(ctx, SessionCommand::Rerun.into(), false);
        }
    }

    /// Passes the memory for runs from the settings to the session.
    pub(crate) fn use_run_memory(&mut self) {
        let setting = self.view.settings.run_memory.map(|gib| usize::from(gib).saturating_mul(1 << 30));
        self.session.set_run_memory(RunMemory { setting, ..self.session.run_memory() });
    }
}
