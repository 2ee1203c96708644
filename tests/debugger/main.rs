//! What a person does with runs, without a window: bookmarks, comparing, experiments, making small, opened questions.

mod aside;
mod audit;
mod begun_anew;
mod bookmarks_and_predict;
mod cancelled;
mod commands;
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod crash;
mod drawing;
mod experiment;
mod experiment_kept;
mod experiment_rows;
mod faults;
mod filling;
mod find;
mod glossary;
mod handed;
mod kills;
mod lesson;
mod log;
mod log_read;
mod log_why_not;
mod log_words;
mod minimise;
mod oddities;
mod played;
mod program;
mod questions_opened;
mod refused_edits;
mod reopened;
mod repainted;
mod saving;
mod what_would_win;
mod words;
