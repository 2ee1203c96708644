//! How submissions are judged: each file by a process, by the logs of a program, or by an exercise.

use super::Args;
use crate::CliError;
use crate::debugger::grade::{self, Played, SEARCH, Verdict};
use crate::formats::{ArrayMeaning, Options};
use crate::input::Source;
use crate::outside::judge::{Judge, Judged};
use crate::outside::program::{Shell, StdinFormat};
use gridscope_trace::terrain::Walk;
use gridscope_trace::{Actor, ActorKind, Cell, Progress, Registry, Scene};
use serde_json::{Map, Value, json};
use std::path::Path;

/// How submissions are judged.
pub(super) enum Grader {
    Python { judge: Judge, request: Value },
    Program { shell: Shell, maps: Vec<Scene>, given: usize },
    Exercise { lesson: Box<Scene> },
}

impl Grader {
    /// Judges one file.
    ///
    /// # Errors
    /// Returns a sentence if nothing can be graded: the rules or a map are at fault, not the file.
    pub(super) fn verdict(&self, registry: &Registry, path: &Path, progress: &Progress) -> Result<Verdict, String> {
        match self {
            Self::Exercise { lesson } => Ok(grade::exercise(registry, lesson, path, progress)),
            Self::Program { shell, maps, given } => {
                let program = Shell { file: Some(path.to_owned()), ..shell.clone() };
                Ok(grade::program(registry, &program, maps, *given, progress))
            }
            Self::Python { judge, request } => {
                let Some(file) = path.to_str() else {
                    return Ok(Verdict::stopped_at(SEARCH, 0, "Its name is not text", "Rename the file."));
                };
                let mut request = request.clone();
                request["file"] = file.into();
                judged(judge.judge(&request))
            }
        }
    }
}

impl Args {
    /// Prepares to judge the submissions.
    ///
    /// # Errors
    /// Returns an error if the lesson, a map or a rule cannot be used.
    pub(super) fn grader(&self, registry: &Registry) -> Result<Grader, CliError> {
        let options = Options { array: self.array, ..Options::with_registry(registry) };
        if let Some(lesson) = &self.exercise {
            let scene = Source::load(lesson, &options)?.verified()?.scene;
            if scene.run.exercise.done.is_empty() {
                return Err(CliError::Input(format!(
                    "{lesson}: the scene has no exercise; expected one with conditions"
                )));
            }
            return Ok(Grader::Exercise { lesson: Box::new(scene) });
        }
        if let Some(command) = self.command.clone() {
            let mut maps = Vec::new();
            for name in &self.map {
                let mut scene = Source::load(&name.as_str().into(), &options)?.verified()?.scene;
                self.place_ends(name, &mut scene)?;
                maps.push(scene);
            }
            let further = maps.first().map(|first| grade::further_maps(first, self.also.into(), self.seed));
            maps.extend(further.unwrap_or_default());
            let sends = if self.stdin == "json" { StdinFormat::Json } else { StdinFormat::Rows };
            let shell = Shell { command, sends, timeout: self.timeout, file: None };
            return Ok(Grader::Program { shell, maps, given: self.map.len() });
        }
        let timeout = self.timeout;
        let cell = |cell: Option<Cell>| cell.map(|cell| [cell.x, cell.y]);
        let request = json!({
            "search": self.search, "maps": self.map, "start": cell(self.start), "goal": cell(self.goal), "rules": self.rules()?,
            "also": self.also, "seed": self.seed, "timeout": timeout.as_secs_f64(),
        });
        Ok(Grader::Python { judge: Judge::find(timeout).map_err(CliError::Input)?, request })
    }

    /// Places the start and the goal as stated, or on the first and last free cell of a map without them.
    fn place_ends(&self, name: &str, scene: &mut Scene) -> Result<(), CliError> {
        let is_goal = |actor: &Actor| matches!(actor.kind, ActorKind::Goal | ActorKind::Exit);
        let free = scene.size().cells().filter(|&cell| scene.tiles[cell].info().walk != Walk::No);
        let free: Vec<Cell> = free.collect();
        let ends = [(self.start, free.first(), ActorKind::Guard), (self.goal, free.last(), ActorKind::Goal)];
        for (stated, other, kind) in ends {
            let wanted = kind == ActorKind::Goal;
            let own = scene.actors.iter().position(|actor| is_goal(actor) == wanted);
            let Some(cell) = stated.or(other.copied()) else {
                return Err(CliError::Input(format!(
                    "{name}: no cell is free; expected a map with a start and a goal"
                )));
            };
            if !scene.size().contains(cell) {
                return Err(CliError::Input(format!("{name}: the cell {},{} is outside the map", cell.x, cell.y)));
            }
            match own {
                Some(index) if stated.is_some() => scene.actors[index].at = cell,
                Some(_) => {}
                None => scene.actors.push(Actor::new(kind, cell)),
            }
        }
        Ok(())
    }

    /// Returns the stated rules as JSON. A value that is no JSON is a word.
    fn rules(&self) -> Result<Value, CliError> {
        let mut rules = Map::new();
        for text in &self.rules {
            let pair = text.split_once('=').filter(|(name, _)| !name.trim().is_empty());
            let Some((name, value)) = pair else {
                return Err(CliError::Input(format!(
                    "--rules {text}: expected a name and a value, such as neighbours=8"
                )));
            };
            let value = serde_json::from_str(value).unwrap_or_else(|_| match value {
                "True" => true.into(),
                "False" => false.into(),
                word => word.into(),
            });
            rules.insert(name.trim().to_owned(), value);
        }
        if let Some((name, _)) = ArrayMeaning::ALL.iter().find(|(_, meaning)| Some(*meaning) == self.array) {
            rules.entry("array").or_insert_with(|| (*name).into());
        }
        Ok(rules.into())
    }
}

/// Returns the verdict of a process, or what its end says.
fn judged(judged: Judged) -> Result<Verdict, String> {
    let unreadable =
        || Verdict::stopped_at(SEARCH, 1, "Its verdict cannot be read", "The process wrote something else.");
    match judged {
        Judged::Refused(why) => Err(why),
        Judged::Verdict(value) => {
            let log = value["log"].as_str().and_then(|text| grade::log_of("the log", text));
            let verdict = serde_json::from_value::<Verdict>(value).ok();
            let verdict = verdict.filter(|verdict| verdict.marks.len() == SEARCH.len());
            let played = log.map_or(Played::Nothing, |log| Played::Log(Box::new(log)));
            Ok(verdict.map_or_else(unreadable, |verdict| Verdict { played, ..verdict }))
        }
        Judged::Ended { doing, how, is_late } => {
            let is_loading = doing.as_ref().is_none_or(|doing| doing["doing"] == "load");
            let title = match (is_late, is_loading) {
                (true, false) => "Takes too long",
                (true, true) => "Does not load",
                (false, false) => "Ends the program",
                (false, true) => "Ends the program while it loads",
            };
            let small = doing.and_then(|mut doing| serde_json::from_value(doing["small"].take()).ok());
            Ok(Verdict { small, ..Verdict::stopped_at(SEARCH, usize::from(!is_loading), title, &how) })
        }
    }
}
