//! `experiment --plot`: a page with plots, drawn by a program that can draw.

use super::place::FileOrStream;
use super::{CliError, complain, output};
use crate::debugger::lab::experiment::{DrawPlots, PlotFormat, Plots, Table};

#[derive(clap::Args)]
pub(super) struct PlotArgs {
    /// Draw plots on a page, .svg or .pdf: each value against the first with the diagonal, cactus, and success over work
    #[arg(long, value_name = "FILE.svg|FILE.pdf")]
    pub(super) plot: Option<FileOrStream>,
    /// Number of the outcome that the plots show as work, such as expanded [default: the first that varies]
    #[arg(long, value_name = "NAME", requires = "plot")]
    measure: Option<String>,
}

impl PlotArgs {
    /// Returns the format of the file, if there is one. `draws` is whether the caller can draw.
    pub(super) fn format(&self, draws: bool) -> Result<Option<PlotFormat>, CliError> {
        let Some(file) = &self.plot else { return Ok(None) };
        if !draws {
            let why = "--plot draws with the window, and this gridscope was built without it; expected --csv";
            return Err(CliError::Input(why.to_owned()));
        }
        let is = |extension: &str| file.path().extension().is_some_and(|own| own.eq_ignore_ascii_case(extension));
        match (is("svg"), is("pdf")) {
            (true, _) => Ok(Some(PlotFormat::Svg)),
            (_, true) => Ok(Some(PlotFormat::Pdf)),
            _ => Err(CliError::Input(format!("{file}: expected a file .svg or .pdf for the plots"))),
        }
    }

    /// Returns the plots of a table.
    pub(super) fn plots(&self, title: &str, table: &Table) -> Result<Plots, CliError> {
        let plots = Plots::new(&table.what, &table.measures, &table.rows, self.measure.as_deref());
        let plots = plots.map_err(|error| CliError::Input(format!("--plot: {error}")))?;
        Ok(Plots { title: title.to_owned(), ..plots })
    }

    /// Returns the file to draw.
    pub(super) fn file(self, plots: Plots, format: PlotFormat) -> Option<Box<PlotFile>> {
        Some(Box::new(PlotFile { plots, file: self.plot?, format }))
    }
}

/// Plots that are still to be drawn.
pub struct PlotFile {
    plots: Plots,
    file: FileOrStream,
    format: PlotFormat,
}

impl PlotFile {
    /// Draws and writes the file. Returns the exit code.
    pub fn finish(self, draw: DrawPlots) -> u8 {
        let page_bytes = draw(&self.plots, self.format).map_err(|error| CliError::Input(error.to_string()));
        let outcome = page_bytes.and_then(|bytes| output::write_file(self.file.path(), |out| out.write_all(&bytes)));
        outcome.map_or_else(|error| complain(&error.to_string()), |()| 0)
    }
}
