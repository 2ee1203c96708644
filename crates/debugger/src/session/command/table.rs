//! Names and keys of commands. Menus, palette, tooltips and the key sheet are built from [`TABLE`].

use crate::session::command::{Command, MirrorAxis, Mode, SessionCommand as S, Stride, Tool, WindowCommand as W};
use crate::session::window::{Arrangement, HelpPage, PanelId, help_rows, panel_rows};
use Command::{Session, Window};
use gridscope_trace::event::Word;

/// Place of a command in the menus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[words(title, capital)]
pub enum Group {
    /// Menu File.
    File,
    /// Menu File, below New: random scenes.
    #[word("New from generator")]
    Generators,
    /// Menu Edit.
    Edit,
    /// Menu Tools.
    Tools,
    /// Menu Selection: actions on an area of the map.
    Selection,
    /// Menu Run.
    Run,
    /// Menu Play: playback, start and end.
    Play,
    /// Menu Step: lengths of steps.
    Step,
    /// Menu Find: targets to search for.
    Find,
    /// Menu View: arrangements.
    View,
    /// Menu Map: the view of the map, and what is drawn on it.
    Map,
    /// Menu View, lower part: text size and colours.
    #[word("Text and colours")]
    Text,
    /// Menu Settings: memory for runs.
    Settings,
    /// Menu Panels: the scene and its run.
    Panels,
    /// Menu Measures: panels that count and compare.
    #[word("More panels")]
    Measures,
    /// Menu Help.
    Help,
}

/// Mode in which a key works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyMode {
    /// Both modes.
    Always,
    /// Only Edit.
    Edit,
    /// Only Inspect.
    Inspect,
    /// Both modes, if the log has numbered movers.
    WithMovers,
    /// Both modes, unless the log has numbered movers.
    WithoutMovers,
}

/// A command without arguments, with its title, help and keys.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// The command.
    pub command: Command,
    /// Title in menus and in the palette.
    pub title: &'static str,
    /// Tooltip, one sentence.
    pub help: &'static str,
    /// Place in the menus.
    pub group: Group,
    /// Keys, such as `Ctrl+Z` or `Shift+ArrowRight`.
    pub keys: &'static [&'static str],
    /// Mode in which the keys work.
    pub when: KeyMode,
}

macro_rules! table {
    (
        [$($panel:ident $id:literal $name:literal $menu:ident $about:literal $doc:literal;)*]
        [$($page:ident $path:literal $heading:literal $content:literal $page_doc:literal;)*]
        { $($group:ident $when:ident [$($key:literal),*] $title:literal $help:literal $command:expr;)* }
        { $($group2:ident $when2:ident [$($key2:literal),*] $title2:literal $help2:literal $command2:expr;)* }
    ) => {
        &[
            $(row(Group::$group, KeyMode::$when, &[$($key),*], $title, $help, $command),)*
            $(row(
                Group::$menu,
                KeyMode::Always,
                &[],
                concat!("Panel: ", $name),
                $about,
                Window(W::ShowPanel(PanelId::$panel)),
            ),)*
            $(row(
                Group::Help,
                KeyMode::Always,
                &[],
                $heading,
                $content,
                Window(W::Help(HelpPage::$page)),
            ),)*
            $(row(Group::$group2, KeyMode::$when2, &[$($key2),*], $title2, $help2, $command2),)*
        ]
    };
}

macro_rules! with_panels {
    ($pages:tt $($rest:tt)*) => {
        panel_rows! { table $pages $($rest)* }
    };
}

const fn row(
    group: Group,
    when: KeyMode,
    keys: &'static [&'static str],
    title: &'static str,
    help: &'static str,
    command: Command,
) -> Info {
    Info { command, title, help, group, keys, when }
}

/// All commands that can be run by name or key. The commands that show panels and pages of the guide come between the two
/// groups of rows.
pub static TABLE: &[Info] = help_rows! {
    with_panels
    {
        File Always ["Ctrl+N"] "New…" "An empty map of a size that you choose." Window(W::AskNew);
        Generators Always [] "From a generator…" "A ship, maze, cave, rooms or a dungeon: its size and seed, for which algorithm, and how much of it is unknown." Window(W::AskGenerate);
        Generators Always [] "New ship" "A deck of a ship with another seed each time: hallways, rooms, doors, windows, enemies." Session(S::Generate("ship"));
        Generators Always [] "New maze" "A perfect maze with another seed each time." Session(S::Generate("maze"));
        Generators Always [] "New cave" "A cave in one piece with another seed each time." Session(S::Generate("cave"));
        Generators Always [] "New rooms" "Rooms, corridors and doors with another seed each time." Session(S::Generate("rooms"));
        Generators Always [] "New dungeon" "Rooms wall to wall with another seed each time: prisoners in cells, guards on routes, a way out." Session(S::Generate("rooms-dungeon"));

        File Always ["Ctrl+L"] "Lessons…" "All lessons that come with the program, in groups, with pictures." Window(W::AskLesson);
        File Always ["Ctrl+Shift+N"] "Next lesson" "The lesson after this one, along the route or in its group of the library." Window(W::NextLesson);
        File Always [] "Continue the route" "The first lesson of the route that is not done, at the slide where you left it." Window(W::ContinueRoute);
        File Always ["Ctrl+O"] "Open…" "Opens a scene, a trace, or a map of another program: Tiled, LDtk, REXPaint, NumPy, CSV, PNG, ROS, MovingAI and more." Window(W::AskOpen);
        File Always [] "Folder of your scenes…" "Lists the scenes of a folder beside the lessons, from now on." Window(W::AskFolder);
        File Always ["Ctrl+S"] "Save" "Saves the scene." Window(W::Save);
        File Always ["Ctrl+Shift+S"] "Save as…" "Saves in the format of the name's extension." Window(W::AskSaveAs);
        File Always ["Ctrl+E"] "Export…" "A picture (PNG, SVG), an animation (GIF, APNG), the table of expansions (CSV, Markdown), a handout to print, a card to share." Window(W::AskExport);
        File Always ["Ctrl+Shift+E"] "Export map…" "The map for another program: Tiled, LDtk, Godot, REXPaint, NumPy, CSV, PNG, ROS, MovingAI, arrays of source code and more." Window(W::AskExportMap(None));
        File Always ["Ctrl+R"] "Read the file again" "Reads the map again from its file, as one edit: after a change in Tiled or another program." Session(S::ReadAgain(None));
        File Always [] "What the tiles mean…" "Shows what the tiles and objects of a map of another program mean here, and changes it." Window(W::AskTiles);
        File Always ["Ctrl+Q"] "Quit" "Closes the window." Window(W::Quit);

        Edit Always ["Ctrl+Z"] "Undo" "Undoes the last edit. Time has its own keys." Session(S::Undo);
        Edit Always ["Ctrl+Y", "Ctrl+Shift+Z"] "Redo" "Redoes the edit that was undone." Session(S::Redo);
        Edit Always ["Ctrl+C"] "Copy map as text" "Puts the map on the clipboard as text; while you draw, the area that is selected." Window(W::CopyText);
        Edit Always ["Ctrl+Shift+L"] "Copy link to this moment" "To share a moment: puts scene, parameters, seed and moment on the clipboard as one line. Paste it here, or open it with gridscope open." Window(W::CopyLink);
        Edit Always [] "Copy map as CSV" "Puts the names of the map's tiles on the clipboard, separated by commas, for a spreadsheet." Window(W::CopyCsv);
        Edit Always [] "Copy map as picture" "Puts a picture of the map on the clipboard: 16 pixels for the side of a cell." Window(W::CopyPicture);
        Edit Always [] "Copy expansions as Markdown" "Puts the expansions of the run on the clipboard as a Markdown table." Window(W::CopyMarkdown);
        Edit Always [] "Copy table of the experiment" "Puts the rows of the last experiment on the clipboard: a table with one row for each run." Window(W::CopyTable);
        Edit Always ["Ctrl+V"] "Paste map or link" "Replaces the map by the text on the clipboard; a link brings parameters and moment too. While you draw, a smaller map becomes a piece to put down." Window(W::AskPaste);
        Edit Always [] "Resize the map…" "Another width and height; which sides grow, and what would be lost." Window(W::AskResize);

        Tools Always [] "Edit or inspect" "Switches between painting the map and inspecting its cells." Session(S::ToggleMode);
        Tools Always [] "Inspect" "A click on a cell shows what it holds and who wrote it." Session(S::SetMode(Mode::Inspect));
        Tools Always ["Escape"] "Stop editing" "Discards what was pasted; if nothing was, stops a recording or other work that takes long; else clears the selection of an area or a mover; if there is none, goes back to Inspect." Session(S::DiscardOrStop);
        Tools Always ["P"] "Edit" "A click on a cell paints it." Session(S::SetMode(Mode::Edit));
        Tools Edit ["B"] "Brush" "Paints every cell that the pointer passes. The first cell decides: paint or erase." Session(S::SetTool(Tool::Brush));
        Tools Edit ["L"] "Line" "Paints a straight line." Session(S::SetTool(Tool::Line));
        Tools Edit ["R"] "Rectangle" "Paints a filled rectangle." Session(S::SetTool(Tool::Rectangle));
        Tools Edit ["F"] "Fill" "Paints all cells of the same tile that touch." Session(S::SetTool(Tool::Fill));
        Tools Edit ["I"] "Eyedropper" "Picks up the tile or actor of a cell. Alt+click does so with any tool." Session(S::SetTool(Tool::Eyedropper));
        Tools Edit ["E"] "Erase" "Turns cells into floor and removes actors." Session(S::SetTool(Tool::Erase));
        Tools Edit ["S"] "Select" "Selects a rectangle. Dragging it moves the tiles and actors inside." Session(S::SetTool(Tool::Select));
        Tools Edit ["W"] "Cost of a cell" "Sets what entering a cell costs: any number times the step. The keys 1 to 9 choose a digit." Session(S::TakeWeight);
        Tools Edit ["Shift+CloseBracket"] "Larger brush" "Makes brush and eraser 3, 5 or 7 cells wide." Session(S::LargerBrush);
        Tools Edit ["Shift+OpenBracket"] "Smaller brush" "Makes brush and eraser smaller, down to one cell." Session(S::SmallerBrush);

        Selection Edit ["Ctrl+A"] "Select all" "Selects the whole map." Session(S::SelectAll);
        Selection Edit ["Ctrl+X"] "Cut" "Copies what is selected as text and leaves floor behind." Window(W::CutArea);
        Selection Edit ["Delete", "Backspace"] "Clear selection" "Turns it into floor and removes the actors on it." Session(S::ClearArea);
        Selection Edit ["H"] "Mirror left to right" "Mirrors what is selected or pasted, with the directions in it, such as those of one-way windows." Session(S::MirrorArea(MirrorAxis::LeftRight));
        Selection Edit ["Shift+H"] "Mirror top to bottom" "Mirrors what is selected or pasted, with the directions in it, such as those of one-way windows." Session(S::MirrorArea(MirrorAxis::UpDown));
        Selection Edit ["X"] "Turn right" "Turns what is selected or pasted by a quarter, clockwise." Session(S::TurnArea(true));
        Selection Edit ["Shift+X"] "Turn left" "Turns what is selected or pasted by a quarter, anticlockwise." Session(S::TurnArea(false));
        Selection Edit ["Ctrl+Shift+ArrowLeft"] "Move left" "Moves what is selected or pasted by a cell." Session(S::MoveArea(-1, 0));
        Selection Edit ["Ctrl+Shift+ArrowRight"] "Move right" "Moves what is selected or pasted by a cell." Session(S::MoveArea(1, 0));
        Selection Edit ["Ctrl+Shift+ArrowUp"] "Move up" "Moves what is selected or pasted by a cell." Session(S::MoveArea(0, -1));
        Selection Edit ["Ctrl+Shift+ArrowDown"] "Move down" "Moves what is selected or pasted by a cell." Session(S::MoveArea(0, 1));
        Selection Edit ["Enter"] "Place selection" "Places what was pasted. So does a click beside it." Session(S::PutDown);
        Selection Always [] "Crop the map to the selection" "Removes everything outside. Whatever names a cell, such as a script or a breakpoint, is moved to match." Session(S::Crop);

        Run Always [] "Searches of this map…" "Start and goal from the MovingAI scenario that is open, or beside the map." Window(W::AskSearch);
        Run Always ["F5"] "Run again" "Records the run again." Session(S::Rerun);
        Run Always [] "Record from here" "Records the run again from this moment on, to see what comes after the event at which it was cut. Run again goes back to the whole run." Session(S::RecordFromHere);
        Run Always [] "Next seed" "Runs with the next seed of the dice." Session(S::NextSeed);
        Run Always [] "Stop recording" "Cancels the recording that is under way; so does Esc once it takes long." Session(S::Cancel);
        Run Always ["C"] "Compare with run B" "Shows the run before the last edit beside this one, on one clock." Session(S::ToggleCompare);
        Run Always ["D"] "To the first difference" "Goes to the first event at which this run and the one beside it differ." Session(S::GoToDivergence(0));
        Run Always [] "Compare with a file…" "Shows the run of a scene, a map or a trace beside this one." Window(W::AskCompareWith);
        Run Always [] "Cancel background work" "Stops an experiment, or the search for a smaller map; what it has found so far stays." Session(S::CancelWork);
        Run Always ["Q"] "Predict" "Stops before each choice and asks what comes next. Click the cell. Any tied cell is right." Session(S::TogglePredict);
        Run Inspect ["J"] "Next question" "Goes on to the next choice to predict." Session(S::NextQuestion);
        Run Inspect ["Y"] "Why not this cell" "Says why the hovered or selected cell did not win." Session(S::WhyNotHere);
        Run Inspect ["Shift+Y"] "Why this before that" "Says why the search expanded one of two cells first: the selected one, and the one that you point at or select next." Window(W::WhyBefore(None));
        Run Inspect ["B", "F9"] "Breakpoint here" "Stops at every event about the hovered or selected cell." Session(S::BreakHere);

        Play Always ["Space"] "Play or pause" "Plays the run; hold and drag pans the map." Session(S::PlayPause);
        Step Always ["ArrowRight", "Period"] "Step forward" "One event forward." Session(S::Forward(Stride::Event));
        Step Always ["ArrowLeft", "Comma"] "Step backward" "One event back: everything is as it was." Session(S::Back(Stride::Event));
        Step Always ["Shift+ArrowRight"] "Step forward by step" "To the next expansion or sample." Session(S::Forward(Stride::Step));
        Step Always ["Shift+ArrowLeft"] "Step backward by step" "To the expansion or sample before." Session(S::Back(Stride::Step));
        Find Always ["Ctrl+ArrowRight"] "Next hit" "To the next breakpoint, or event of the chosen kind." Session(S::Forward(Stride::Hit));
        Find Always ["Ctrl+ArrowLeft"] "Previous hit" "To the breakpoint or event of the chosen kind before." Session(S::Back(Stride::Hit));
        Find Always ["Ctrl+F"] "Find events…" "Searches for events by kind, cell, actor and words of their sentences: the panel Events." Window(W::AskFind);
        Find Always ["F3"] "Next found event" "To the next event that the search found." Session(S::Forward(Stride::Found));
        Find Always ["Shift+F3"] "Previous found event" "To the one before." Session(S::Back(Stride::Found));
        Play Always ["Alt+ArrowLeft"] "Back to where I was" "Undoes the last jump in time." Session(S::JumpBack);
        Play Always ["Alt+ArrowRight"] "Forward again" "Makes the jump again that was undone." Session(S::JumpForward);
        Find Always ["T"] "Next tie" "To the next moment at which something was equal." Session(S::Forward(Stride::Tie));
        Find Always ["Shift+T"] "Previous tie" "To the tie before." Session(S::Back(Stride::Tie));
        Play WithMovers ["N"] "Next conflict" "To the next time step at which two movers of the log are in each other's way." Session(S::Forward(Stride::Conflict));
        Play WithMovers ["Shift+N"] "Previous conflict" "To the conflict of movers before." Session(S::Back(Stride::Conflict));
        Find Always ["M"] "Add a slide here" "Adds this moment, with a note, to the slides of the lesson." Session(S::AddSlide);
        Find Always ["CloseBracket"] "Next slide" "To the next slide of the lesson." Session(S::Forward(Stride::Slide));
        Find Always ["OpenBracket"] "Previous slide" "To the slide before." Session(S::Back(Stride::Slide));
        Step Always ["PageDown"] "Next phase" "To the beginning of the next phase." Session(S::Forward(Stride::Phase));
        Step Always ["PageUp"] "Previous phase" "To the beginning of this phase or the one before." Session(S::Back(Stride::Phase));
        Step Always ["Ctrl+PageDown"] "Next turn" "To the next turn, or other outermost phase." Session(S::Forward(Stride::Turn));
        Step Always ["Ctrl+PageUp"] "Previous turn" "To the beginning of this turn or the one before." Session(S::Back(Stride::Turn));
        Step Always ["Shift+PageDown"] "Next actor" "To where the next actor begins to act." Session(S::Forward(Stride::Actor));
        Step Always ["Shift+PageUp"] "Previous actor" "To where this actor began to act, or the one before." Session(S::Back(Stride::Actor));
        Find Always ["V"] "Next visible change" "Skips all events that do not change how the map looks." Session(S::Forward(Stride::Visible));
        Find Always ["Shift+V"] "Previous visible change" "Back to just before the map last changed how it looks." Session(S::Back(Stride::Visible));
        Find Inspect ["W"] "Next write of this cell" "To the next event that writes the hovered or selected cell." Session(S::Forward(Stride::Write));
        Find Inspect ["Shift+W"] "Previous change of this cell" "Runs back to the event that wrote the hovered or selected cell." Session(S::Back(Stride::Write));
        Step Inspect ["O", "F10"] "Step over" "To the next step, over its details." Session(S::Forward(Stride::Step));
        Step Inspect ["I"] "Step into" "To the next event, details too." Session(S::Forward(Stride::Event));
        Step Inspect ["U", "Shift+F11"] "Step out" "To the end of this phase." Session(S::Out);
        Play Always ["Home"] "To the start" "Before the first event." Session(S::Home);
        Play Always ["End"] "To the end" "After the last event." Session(S::End);
        Play Always ["Ctrl+G"] "Go to event…" "To a moment by its number." Window(W::AskSeek);
        Play Always ["ArrowUp"] "Faster" "Plays twice as fast." Session(S::Faster);
        Play Always ["ArrowDown"] "Slower" "Plays half as fast." Session(S::Slower);
        Play Inspect ["L"] "Loop the range" "Plays a range again and again: one chosen by Shift+drag on the timeline, or by Loop from here and Loop to here." Session(S::ToggleLoop);
        Play Inspect [] "Loop from here" "The range that is looped begins at this moment." Session(S::LoopFrom);
        Play Inspect [] "Loop to here" "The range that is looped ends at this moment." Session(S::LoopTo);

        Map Always ["0"] "Fit the map" "Zooms until the whole map is seen." Window(W::Fit);
        Map Always ["Ctrl+0"] "Actual size" "Zooms to cells of 32 points a side." Window(W::ActualSize);
        Map Always ["Shift+0"] "Zoom to the cell" "The hovered or selected cell in the middle, large enough for its numbers." Window(W::ZoomToCell);
        Map Always ["K"] "To the cell of the sentence" "Selects the cell that the sentence is about and gives the map the keyboard, so that the arrows go on from there." Window(W::GoToSentence);
        Map Always ["Shift+F"] "Follow the actor" "Keeps the acting character, or the cell of the last event, in view." Window(W::ToggleFollow);
        Map Always [] "Overview" "Shows or hides the small picture of the whole map, if the map is larger than the view." Window(W::ToggleOverview);
        Map Always ["G"] "Grid lines" "Shows or hides the lines between cells." Window(W::ToggleGrid);
        Map WithoutMovers ["N"] "Numbers" "Shows or hides the numbers of the layer." Window(W::ToggleNumbers);
        Map WithoutMovers ["Shift+N"] "Numbers in corners" "Shows or hides g, h, f and the order of expansion in the corners of large cells." Window(W::ToggleCornerNumbers);
        Map Always ["A"] "Arrows" "Shows or hides the arrows to parents." Window(W::ToggleArrows);
        Map Always [] "Differences" "Switches the colouring of cells that differ between runs side by side on or off." Window(W::ToggleDifferences);
        View Always ["Ctrl+1"] "Learn" "The lesson beside the map: to read and follow." Window(W::Arrange(Arrangement::Learn));
        View Always ["Ctrl+2"] "Debug" "Listing, cell, open list, ties and curves: to find out why." Window(W::Arrange(Arrangement::Debug));
        View Always ["Ctrl+3"] "Edit the map" "Tools, tiles and parameters: to draw maps." Window(W::Arrange(Arrangement::Edit));
        View Always ["Ctrl+4"] "Present" "The map and large text: for a projector." Window(W::Arrange(Arrangement::Present));
        View Always ["Shift+D"] "Details" "In Learn: the sentence, the player and all marks below and on the map. Remembered for all lessons." Window(W::ToggleDetails);
        View Always ["Z"] "Bare map" "The map with its sentence, and nothing else, as a clean picture; the same command brings everything back." Window(W::ToggleBareMap);
        View Always ["F11"] "Full screen" "Switches full screen on or off." Window(W::ToggleFullScreen);
        Text Always ["Ctrl+Plus", "Ctrl+Equals"] "Larger text" "Makes everything larger, up to twice the usual size." Window(W::LargerText);
        Text Always ["Ctrl+Minus"] "Smaller text" "Makes everything smaller, down to 80 %." Window(W::SmallerText);
        Text Always ["Ctrl+Shift+0"] "Usual text size" "100 %." Window(W::UsualText);
        Text Always [] "Less motion" "Slides and the start page cut to their moments instead of playing." Window(W::ToggleLessMotion);
        Text Always [] "Theme of the system" "Light or dark, as your system wishes, and changes with it." Window(W::FollowSystemTheme);
        Text Always [] "Next theme" "Goes to the next theme: light, dark, or one for colour-blind people." Window(W::NextTheme);

        Settings Always [] "Memory for runs: usual" "A run may take a quarter of this computer's memory, and at least 1 GiB. A run that takes more is cut." Window(W::SetRunMemory(None));
        Settings Always [] "Memory for runs: 1 GiB" "Some 30 million events of a search." Window(W::SetRunMemory(Some(1)));
        Settings Always [] "Memory for runs: 2 GiB" "Some 60 million events of a search." Window(W::SetRunMemory(Some(2)));
        Settings Always [] "Memory for runs: 4 GiB" "Some 120 million events of a search." Window(W::SetRunMemory(Some(4)));
        Settings Always [] "Memory for runs: 8 GiB" "Some 240 million events of a search." Window(W::SetRunMemory(Some(8)));
        Settings Always [] "Memory for runs: 16 GiB" "Some 480 million events of a search." Window(W::SetRunMemory(Some(16)));
        Settings Always [] "Memory for runs: 32 GiB" "Some 960 million events of a search." Window(W::SetRunMemory(Some(32)));

        Help Always [] "First steps" "Eight short stops in this window: what is where, and what to try." Window(W::FirstSteps);
        Help Always [] "Start page" "The four doors and the recent files, as at the first start." Window(W::StartPage);
    }
    {
        View Always ["F6"] "Next panel" "Moves the keyboard focus to the map, then from panel to panel. Tab moves within a panel, Page Up and Page Down scroll it." Window(W::NextPanel);
        View Always ["Shift+F6"] "Previous panel" "Moves the keyboard focus to the previous panel." Window(W::PreviousPanel);
        View Always [] "Reset this arrangement" "Puts its panels where they were at the first start." Window(W::ResetLayout);

        Help Always ["Ctrl+P", "Ctrl+K"] "Command palette" "Finds a command by its name." Window(W::Palette);
        Help Always ["?", "F1"] "Keys" "Lists all keys." Window(W::KeySheet);
        Help Always [] "Copy report" "Copies what a bug report needs after an error in the program itself." Window(W::CopyReport);
        Help Always [] "About gridscope" "What gridscope is, and its version." Window(W::About);
    }
};

/// Returns the table row of a command, if it has one.
pub fn info<C>(command: &C) -> Option<&'static Info>
where
    Command: PartialEq<C>,
{
    TABLE.iter().find(|row| row.command == *command)
}
