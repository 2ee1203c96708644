//! Carries out commands. Each command has one match arm; longer ones call functions in other files.

use super::Session;
use crate::document::Document;
use crate::session::command::effect::Changes;
use crate::session::command::{Brush, Mode, SessionCommand, Tool};
use gridscope_trace::scene::{Scene, TileDetail};
use gridscope_trace::terrain::Tile;
use gridscope_trace::trace::breakpoint::Condition;

impl Session {
    fn set_brush_size(&mut self, size: u16) {
        self.hand.brush_size = size.clamp(1, 7) | 1;
    }

    /// Carries out a command and its short tasks on the calling thread. When this returns, files are written and
    /// questions are answered. Recordings, experiments and searches wait for [`Session::settle`].
    pub fn apply(&mut self, command: &SessionCommand) {
        self.perform(command);
        self.finish_short();
    }

    /// Carries out a command and leaves all its tasks to the caller's executor. If the command jumps in time, remembers
    /// the moment before the jump.
    pub fn perform(&mut self, command: &SessionCommand) {
        self.work.recent.note(command);
        let before = self.moment().0;
        let opened = self.scene_number;
        let generation = self.generation;
        if !self.ends_motion(command) {
            self.carry_out(command);
        }
        if let Some(text) = self.document.refused.take() {
            self.fail(text);
        }
        if self.scene_number != opened {
            self.forget_jumps();
        } else if self.generation == generation {
            self.note_jump(command, before);
        }
    }

    pub(super) fn carry_out(&mut self, command: &SessionCommand) {
        let effect = command.effect();
        if self.shows_log_only() && effect.changes == Changes::Run {
            let why = "This is a log: it shows what a program did, and cannot be run again. Choose an algorithm to run one \
                       of ours on its map.";
            return self.notify(why);
        }
        // Any other change of the map ends the stroke.
        if self.opened.stroke.is_some()
            && !matches!(command, SessionCommand::StrokeTo(_))
            && (effect.puts_down || effect.changes == Changes::Run)
        {
            self.stroke_end();
        }
        // The pasted piece has its own stroke, so put it down before another edit begins.
        if self.floats() && effect.puts_down {
            self.put_down();
        }
        self.carry_out_now(command);
        self.opened.selection = self.opened.selection.and_then(|area| area.within(self.scene().size()));
    }

    fn carry_out_now(&mut self, command: &SessionCommand) {
        match command {
            SessionCommand::JumpBack => self.jump(true),
            SessionCommand::JumpForward => self.jump(false),
            SessionCommand::New(map) => match map.scene() {
                Ok(scene) => self.open(scene, None),
                Err(error) => self.fail(error.to_string()),
            },
            SessionCommand::Generate(id) => self.generate(id),
            SessionCommand::OpenPreset(id) => match crate::presets::find(id).map(crate::presets::Preset::scene) {
                Some(Ok(scene)) => self.open(scene, None),
                Some(Err(error)) => self.fail(error.to_string()),
                None => self.fail(format!("there is no preset {id:?}")),
            },
            SessionCommand::Make(_)
            | SessionCommand::Open(_)
            | SessionCommand::OpenMap(_)
            | SessionCommand::OpenLink(_)
            | SessionCommand::ReadAgain(_)
            | SessionCommand::CompareWith(_) => self.take(command),
            SessionCommand::RememberTiles(source) => self.remember_tiles(source),
            SessionCommand::SaveAs(path) => self.save_as(path),
            SessionCommand::PasteText(text) => self.paste(text),
            SessionCommand::Undo => self.undo_or_redo(Document::undo),
            SessionCommand::Redo => self.undo_or_redo(Document::redo),
            SessionCommand::StrokeBegin(cell) => self.stroke_begin(*cell),
            SessionCommand::StrokeTo(cell) => self.stroke_to(*cell),
            SessionCommand::StrokeEnd => self.stroke_end(),
            SessionCommand::LineFromLast(cell) => self.line_from_last(*cell),
            SessionCommand::DragBegin(cell) => self.drag_begin(*cell),
            SessionCommand::Intervene(line) => self.intervene(line),
            SessionCommand::LookThrough(eyes) => {
                self.every_run().for_each(|run| run.replay.look_through(*eyes));
                self.look_through_own_eyes();
                self.generation += 1;
            }
            SessionCommand::Pick(cell) => self.pick(*cell),
            SessionCommand::PutActor(kind, cell) => self.put_actor(*kind, *cell),
            SessionCommand::SetActor(i, new) => {
                let mut actors = self.scene().actors.clone();
                if let Some(old) = actors.get_mut(*i) {
                    old.clone_from(new);
                    let mut scene = self.scene().clone();
                    scene.actors.clone_from(&actors);
                    match scene.validate() {
                        Ok(()) => self.edit(|d| d.set_actors(actors, Some(&format!("actor {i}")))),
                        Err(error) => self.fail(error.to_string()),
                    }
                }
            }
            SessionCommand::SetDetail(cell, detail) => {
                let mut scene = self.scene().clone();
                if *detail == TileDetail::default() {
                    scene.details.remove(cell);
                } else {
                    scene.details.insert(*cell, detail.clone());
                }
                self.replace(scene);
            }
            SessionCommand::Resize(..)
            | SessionCommand::Crop
            | SessionCommand::SelectArea(_)
            | SessionCommand::SelectAll
            | SessionCommand::CopyArea
            | SessionCommand::CutArea
            | SessionCommand::ClearArea
            | SessionCommand::MoveArea(..)
            | SessionCommand::MirrorArea(_)
            | SessionCommand::TurnArea(_)
            | SessionCommand::PutDown
            | SessionCommand::DiscardOrStop => self.area_command(command),
            SessionCommand::Describe(title, notes) => {
                let mut scene = self.scene().clone();
                (scene.title, scene.notes) = (title.clone(), notes.clone());
                self.document.replace(scene);
            }
            SessionCommand::Replace(scene) => {
                self.replace(Scene::clone(scene));
            }
            SessionCommand::SetMode(mode) => self.hand.mode = *mode,
            SessionCommand::ToggleMode => {
                self.hand.mode = if self.hand.mode == Mode::Edit { Mode::Inspect } else { Mode::Edit };
            }
            SessionCommand::SetTool(tool) => (self.hand.tool, self.hand.mode) = (*tool, Mode::Edit),
            SessionCommand::SetBrush(brush) => {
                (self.hand.brush, self.hand.mode) = (*brush, Mode::Edit);
                if matches!(self.hand.tool, Tool::Erase | Tool::Eyedropper | Tool::Select) {
                    self.hand.tool = Tool::Brush;
                }
                if let Brush::Weight(weight) = brush {
                    self.hand.weight = *weight;
                }
            }
            SessionCommand::TakeWeight => self.carry_out(&SessionCommand::SetBrush(Brush::Weight(self.hand.weight))),
            SessionCommand::SetBrushSize(size) => self.set_brush_size(*size),
            SessionCommand::LargerBrush => self.set_brush_size(self.hand.brush_size.saturating_add(2)),
            SessionCommand::SmallerBrush => self.set_brush_size(self.hand.brush_size.saturating_sub(2)),
            SessionCommand::TileKey(n) if matches!(self.hand.brush, Brush::Weight(_)) => {
                let digit = (*n).clamp(1, 9) as u8;
                self.carry_out(&SessionCommand::SetBrush(Brush::Weight(digit.into())));
            }
            SessionCommand::TileKey(n) => {
                if let Some(&tile) = n.checked_sub(1).and_then(|n| Tile::ALL.get(n)) {
                    self.carry_out(&SessionCommand::SetBrush(Brush::Tile(tile)));
                }
            }
            SessionCommand::Attach(program) => self.attach(program),
            SessionCommand::SetAlgorithm(id) => {
                self.leave_source();
                self.set_algorithm(id);
            }
            SessionCommand::SetParam(name, value) => {
                let mut run = self.scene().run.clone();
                if value.is_null() {
                    run.params.0.remove(name);
                } else {
                    run.params.set(name, value.clone());
                }
                self.edit(|d| d.set_run(run, Some(name)));
            }
            SessionCommand::SetSeed(seed) => self.set_seed(*seed),
            SessionCommand::RestoreSavedRun => self.restore_saved_run(),
            SessionCommand::NextSeed => self.set_seed(self.scene().run.seed.wrapping_add(1)),
            SessionCommand::Rerun => self.opened.stale = true,
            SessionCommand::RecordFromHere => self.record_from_here(),
            SessionCommand::Cancel => self.cancel_recording(),
            SessionCommand::ToggleCompare => {
                if self.opened.previous.is_none() {
                    self.notify("There is no run B yet: change something, and the previous run becomes run B.");
                } else {
                    self.opened.comparing = !self.opened.comparing;
                    self.seek(self.moment().0);
                }
            }
            SessionCommand::TogglePredict => self.toggle_predict(),
            SessionCommand::Guess(cell) => self.guess(*cell),
            SessionCommand::NextQuestion => self.next_question(),
            SessionCommand::AddSlide => self.add_slide(),
            SessionCommand::ToSlide(slide) => self.show_slide(*slide),
            SessionCommand::PlaySlide => self.play_slide(),
            SessionCommand::DraftReply(reply) => self.draft_reply(reply.clone()),
            SessionCommand::DrawOn(cell) => self.draw_on(*cell),
            SessionCommand::ShowAnswer => self.show_answer(),
            SessionCommand::AskAgain => self.ask_slide_again(),
            SessionCommand::RestoreReplies(replies) => self.restore_replies(replies),
            SessionCommand::SetSlide(i, new) => self.slides(Some(*i), |all| {
                if let Some(old) = all.get_mut(*i) {
                    old.clone_from(new);
                }
            }),
            SessionCommand::SetQuestion(question) => {
                let mut run = self.scene().run.clone();
                run.question.clone_from(question);
                self.document.set_run(run, None);
            }
            SessionCommand::OpenAt(at) => {
                let mut run = self.scene().run.clone();
                run.at = *at;
                self.document.set_run(run, None);
            }
            SessionCommand::SetExercise(exercise) => {
                let mut run = self.scene().run.clone();
                run.exercise.clone_from(exercise);
                // While a solution is recorded, the map on the screen is not the one that students get.
                run.exercise.give(&self.opened.given.as_deref().unwrap_or(self.scene()).tiles);
                // The exercise is checked when the run is recorded again.
                self.edit(|document| document.set_run(run, None));
            }
            SessionCommand::Solution(step) => self.solution_step(*step),
            SessionCommand::RemoveSlide(slide) => self.remove_slide(*slide),
            SessionCommand::Begin(task) => self.work.tasks.begin(task.clone()),
            SessionCommand::CancelWork => self.work.tasks.cancel(),
            SessionCommand::ShowBothViews(a, b) => self.show_both_views(*a, *b),
            SessionCommand::SaveTable(path) => self.save_table(path),
            SessionCommand::TakeSmall => match &self.work.tasks.smaller {
                Some(smaller) => {
                    let scene = smaller.scene.clone();
                    self.drop_small();
                    self.carry_out(&SessionCommand::Replace(Box::new(scene)));
                }
                None => self.notify("No map was shrunk yet."),
            },
            SessionCommand::AddRun(other) => self.add_run(other.clone()),
            SessionCommand::SetRunDifferences(i, other) => self.set_run_differences(*i, other),
            SessionCommand::SetRunName(i, name) => self.set_run_name(*i, name),
            SessionCommand::RemoveRun(i) => self.remove_run(*i),
            SessionCommand::RemoveOtherRun(i) => {
                if *i < self.opened.other_runs.len() {
                    self.opened.other_runs.remove(*i);
                    self.generation += 1;
                }
            }
            SessionCommand::GoToDivergence(other) => self.go_to_parting(*other),
            SessionCommand::PlayPause => {
                let (cursor, len) = self.moment();
                if !self.shown.playback.playing && cursor == len && len > 0 {
                    self.seek(self.shown.playback.range.filter(|_| self.shown.playback.looping).map_or(0, |r| r.0));
                }
                self.shown.playback.playing = !self.shown.playback.playing && len > 0;
            }
            SessionCommand::Forward(stride) => self.stride(*stride, true),
            SessionCommand::Back(stride) => self.stride(*stride, false),
            SessionCommand::Out => self.out(),
            SessionCommand::Seek(at) | SessionCommand::Scrub(at) => {
                self.shown.playback.playing = false;
                self.seek(*at);
            }
            SessionCommand::Home => self.carry_out(&SessionCommand::Seek(0)),
            SessionCommand::End => self.carry_out(&SessionCommand::Seek(usize::MAX)),
            SessionCommand::Faster => self.shown.playback.change_speed(true),
            SessionCommand::Slower => self.shown.playback.change_speed(false),
            SessionCommand::SetSpeed(speed) => self.shown.playback.speed = speed.clamp(0.25, 1000.0),
            SessionCommand::ToggleLoop => {
                self.shown.playback.looping = !self.shown.playback.looping && self.shown.playback.range.is_some();
                if self.shown.playback.range.is_none() {
                    self.notify("There is no range to loop yet: Shift+drag on the timeline, or Loop from here and Loop to here.");
                }
            }
            SessionCommand::SetRange(range) => {
                self.shown.playback.range = range.filter(|r| r.0 < r.1);
                self.shown.playback.looping = self.shown.playback.range.is_some();
            }
            SessionCommand::LoopFrom => {
                let (at, len) = self.moment();
                let end = self.shown.playback.range.map_or(len, |range| range.1).max(at);
                self.carry_out(&SessionCommand::SetRange(Some((at, if end > at { end } else { len }))));
            }
            SessionCommand::LoopTo => {
                let (at, _) = self.moment();
                let start = self.shown.playback.range.map_or(0, |range| range.0);
                self.carry_out(&SessionCommand::SetRange(Some((if start < at { start } else { 0 }, at))));
            }
            SessionCommand::Select(cell) => self.select(*cell),
            SessionCommand::SelectMover(mover) => self.select_mover(*mover),
            SessionCommand::GoToConflict(index) => self.go_to_conflict(*index),
            SessionCommand::WhyNot(cell) => self.ask_why_not(&[*cell]),
            SessionCommand::WhyNotPath(path) => self.ask_why_not(path),
            SessionCommand::WhyNotHere => match self.shown.hovered.or(self.shown.selected) {
                Some(cell) => self.ask_why_not(&[cell]),
                None => self.notify("Point at a cell, or select one, to ask why it did not win."),
            },
            SessionCommand::BreakAt(cell) => self.toggle_break(&Condition::at_cell(*cell)),
            SessionCommand::BreakHere => match self.shown.hovered.or(self.shown.selected) {
                Some(cell) => self.toggle_break(&Condition::at_cell(cell)),
                None => self.notify("Point at a cell, or select one, to break there."),
            },
            SessionCommand::AddBreakpoint(condition) => {
                if !self.shown.breakpoints.iter().any(|b| b.condition == *condition) {
                    self.toggle_break(condition);
                }
            }
            SessionCommand::RemoveBreakpoint(i) => {
                if *i < self.shown.breakpoints.len() {
                    self.shown.breakpoints.remove(*i);
                }
            }
            SessionCommand::ToggleBreakpoint(i) => {
                self.tune_break(*i, |b| b.enabled = !b.enabled);
            }
            SessionCommand::NoteOnly(i, notes) => self.tune_break(*i, |b| b.notes = *notes),
            SessionCommand::BreakOnNth(i, nth) => self.tune_break(*i, |b| {
                b.nth = *nth;
                b.lose_hits();
            }),
            SessionCommand::LookFor(wanted) => self.look_for(wanted),
            SessionCommand::ChooseKind(kind) => self.shown.chosen_kind.clone_from(kind),
            SessionCommand::SetLayer(layer) => self.shown.layer = (*layer).min(self.layers().len().saturating_sub(1)),
        }
    }
}
