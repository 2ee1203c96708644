//! The commands that only a window can carry out.

use crate::session::window::{Arrangement, HelpPage, PanelId, ThemeName};
use gridscope_trace::Cell;

/// A command that only a window can carry out: dialogs, the clipboard, panels, and how the map is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WindowCommand {
    // File
    /// Opens the dialog for a new map.
    AskNew,
    /// Opens the dialog for a generated scene.
    AskGenerate,
    /// Asks the user for a file to open.
    AskOpen,
    /// Asks the user for a folder whose scenes are listed beside the lessons.
    AskFolder,
    /// Opens unsaved work that another window left.
    OpenLeft,
    /// Asks what the tiles and objects of the open map mean.
    AskTiles,
    /// Opens the dialog with the searches of the MovingAI scenario beside the map.
    AskSearch,
    /// Saves to the path of the document. Asks for a path if there is none.
    Save,
    /// Asks the user where to save.
    AskSaveAs,
    /// Opens the dialog Export.
    AskExport,
    /// Opens the export dialog for a map, with this format chosen.
    AskExportMap(Option<&'static str>),
    /// Opens the export dialog for a page that plays.
    AskExportPage,
    /// Fetches the rest of the program again, in a page.
    FetchProgram,
    /// Closes the window.
    Quit,

    // Edit
    /// Copies the map as text, or the selected area if the mode is Edit.
    CopyText,
    /// Copies the expansions as a Markdown table.
    CopyMarkdown,
    /// Copies the map as comma-separated values.
    CopyCsv,
    /// Copies the map as a picture.
    CopyPicture,
    /// Copies a link to this moment: scene, parameters, seed and moment as a line of text.
    CopyLink,
    /// Copies the selected area as text, and clears it.
    CutArea,
    /// Requests the text on the clipboard, to paste it.
    AskPaste,
    /// Opens the dialog for the size of the map.
    AskResize,

    // Run
    /// Asks why one of two cells was expanded before the other. Without cells, the selected and the hovered cell are meant,
    /// or else the cell of the last question that lacked another, and the selected one.
    WhyBefore(Option<[Cell; 2]>),
    /// Asks the user for a file to compare with.
    AskCompareWith,
    /// Copies the table of the last experiment.
    CopyTable,
    /// Asks the user where to save the table of the last experiment.
    AskSaveTable,
    /// Copies the shrunk map as a test in Rust.
    CopySmallTest,
    /// Copies the shrunk map as text.
    CopySmallText,

    // Time
    /// Opens the dialog that asks for a moment.
    AskSeek,
    /// Shows the panel Events, with the keyboard in its search field.
    AskFind,

    // View
    /// Switches the colouring of differences between runs on or off.
    ToggleDifferences,
    /// Zooms until the whole map is visible.
    Fit,
    /// Zooms to cells of 32 points a side.
    ActualSize,
    /// Centres the hovered or selected cell, large enough for its numbers.
    ZoomToCell,
    /// Selects the cell of the sentence, and gives the map the keyboard.
    GoToSentence,
    /// Switches following on or off. It keeps the acting actor, or the cell of the last event, in view.
    ToggleFollow,
    /// Shows or hides the overview of the whole map.
    ToggleOverview,
    /// Shows or hides the grid lines.
    ToggleGrid,
    /// Shows or hides the numbers.
    ToggleNumbers,
    /// Shows or hides the numbers in the corners of large cells.
    ToggleCornerNumbers,
    /// Shows or hides the arrows.
    ToggleArrows,
    /// Switches the details of lessons on or off.
    ToggleDetails,
    /// Switches between the bare map and the full window.
    ToggleBareMap,
    /// Switches to another arrangement of the panels.
    Arrange(Arrangement),
    /// Shows all lessons.
    AskLesson,
    /// Opens the next lesson.
    NextLesson,
    /// Opens the first lesson of the route that is not done, at the slide where the reader left it.
    ContinueRoute,
    /// Switches between motion and cuts.
    ToggleLessMotion,
    /// Makes the text and everything else larger.
    LargerText,
    /// Makes the text and everything else smaller.
    SmallerText,
    /// Resets the text size to 100 %.
    UsualText,
    /// Switches full screen on or off.
    ToggleFullScreen,
    /// Switches to the next theme.
    NextTheme,
    /// Switches to this theme.
    SetTheme(ThemeName),
    /// Follows the system's wish for light or dark.
    FollowSystemTheme,
    /// Sets the memory for runs, in GiB, or to what suits the computer.
    SetRunMemory(Option<u16>),
    /// Brings a panel to the front, and opens it if it was closed.
    ShowPanel(PanelId),
    /// Gives the keyboard to the next panel. The map is the first one.
    NextPanel,
    /// Gives the keyboard to the previous panel.
    PreviousPanel,
    /// Resets the current arrangement to its layout at the first start.
    ResetLayout,
    /// Shows the command palette.
    Palette,
    /// Shows the list of all keys.
    KeySheet,
    /// Shows the dialog About.
    About,
    /// Shows the page with which the first start begins.
    StartPage,
    /// Begins the tour of the window.
    FirstSteps,
    /// Shows a page of the guide.
    Help(HelpPage),
    /// Copies the logger of a language.
    CopyLogger(usize),
    /// Copies the report of the last error in gridscope itself.
    CopyReport,
}
