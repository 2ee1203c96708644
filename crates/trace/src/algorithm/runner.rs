//! Algorithms without their types: [`Runner`], its implementation [`Entry`], and [`Unlinked`], a run in progress.

use super::typed::Typed;
use super::{Algorithm, Lens, RunError};
use crate::card::rows::Untyped;
use crate::event::Event;
use crate::later::{Here, later};
use crate::outcome::{self, Outcome};
use crate::progress::{Boxed, Halt, Progress, at_once, boxed};
use crate::trace::schema::Schema;
use crate::trace::{Linking, Pieces, Recorder, Replay, SendPiece, Watch};
use crate::{Card, Params, Scene};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// An algorithm without its types, as stored in a list.
pub trait Runner: Send + Sync {
    /// Returns the algorithm's card.
    fn card(&self) -> &'static Card;

    /// Returns whether the algorithm is in the part of the program that a page loads first.
    fn is_first(&self) -> bool;

    /// Runs the scene with `params` and keeps its events, to be linked piece by piece. Takes the next run of `pieces`
    /// instead, if it arrives.
    ///
    /// # Errors
    /// Returns an error if a parameter or the scene does not fit, or if the caller cancels while the scene is prepared or
    /// the outcome is stored.
    /// A stopped recording is an error only after [`Progress::stop_and_forget`]; otherwise [`Replay::halted`] reports it.
    fn begin<'a>(
        &'a self,
        scene: &'a Scene,
        params: &'a Params,
        seed: u64,
        progress: &'a Progress,
        pieces: &'a Pieces,
    ) -> Begun<'a>;

    /// Runs the scene with `params` and sends its events in pieces, for [`Pieces::push`] in another instance of this
    /// program.
    ///
    /// # Errors
    /// Returns an error if [`Runner::begin`] would, or if the algorithm's events are not declared as `encoded`.
    fn send(
        &self,
        scene: &Scene,
        params: &Params,
        seed: u64,
        progress: &Progress,
        send: SendPiece<'_>,
    ) -> Result<(), RunError>;

    /// Runs the scene with `params` and records it.
    ///
    /// # Errors
    /// Returns an error if [`Runner::begin`] would.
    fn record(&self, scene: &Scene, params: &Params, seed: u64, progress: &Progress) -> Result<Replay, RunError> {
        let record = |progress: &Progress| -> Result<Replay, RunError> {
            let mut run = at_once(self.begin(scene, params, seed, progress, &Pieces::default()))?;
            run.link(progress, usize::MAX);
            Ok(run.finish(progress))
        };
        let lacks_memory = |recorded: &Result<Replay, RunError>| match recorded {
            Ok(run) => run.trace().halted() == Some(Halt::Memory),
            Err(error) => matches!(error, RunError::Layers { .. }),
        };
        let recorded =
            Some(record(progress)).filter(|recorded| !lacks_memory(recorded) || !progress.is_one_of_several());
        recorded.unwrap_or_else(|| progress.with_whole_memory(record))
    }

    /// Runs the scene without recording and returns the outcome.
    ///
    /// # Errors
    /// Returns an error if a parameter or the scene does not fit, or if the run was stopped.
    fn outcome(&self, scene: &Scene, params: &Params, seed: u64, progress: &Progress) -> Result<Outcome, RunError>;
}

/// A run that begins: its scene is prepared with pauses, then its events are recorded.
pub type Begun<'a> = Boxed<'a, Result<Box<dyn Unlinked>, RunError>>;

/// A run whose events are recorded, and not linked yet. On a large map linking takes longer than a frame of a window, so
/// it goes piece by piece.
pub trait Unlinked: Send {
    /// Links about `most` more events. Returns whether there are more to link.
    fn link(&mut self, progress: &Progress, most: usize) -> bool;

    /// Returns the run. Events that are not linked are left out.
    fn finish(self: Box<Self>, progress: &Progress) -> Replay;
}

/// A run of the algorithm `A` that is being linked.
struct Run<A: Lens> {
    linking: Linking<A::Event>,
    outcome: Outcome,
    problem: A::Problem,
}

impl<A: Lens> Unlinked for Run<A> {
    fn link(&mut self, progress: &Progress, most: usize) -> bool {
        self.linking.go_on(progress, most)
    }

    fn finish(self: Box<Self>, progress: &Progress) -> Replay {
        let trace = self.linking.finish(progress);
        // A run whose events were not all kept has no outcome either.
        let outcome = if trace.halted().is_some() { Outcome::default() } else { self.outcome };
        Replay::new(trace, outcome, Box::new(Typed::<A>::new(self.problem)))
    }
}

/// Wraps an algorithm as a [`Runner`], for a list.
#[derive(Debug)]
pub struct Entry<A>(PhantomData<A>);

impl<A> Entry<A> {
    /// The only value of this type.
    pub const NEW: Self = Self(PhantomData);
}

/// Builds the problem of a scene after validating the scene. An inconsistent scene, such as one with an actor off the
/// map, is rejected for every algorithm.
async fn prepared<A: Algorithm>(
    scene: &Scene,
    params: &Params,
    seed: u64,
    progress: &Progress,
) -> Result<A::Problem, RunError> {
    scene.validate().map_err(|error| RunError::Scene(error.to_string()))?;
    A::prepare(scene, &params.resolve(A::CARD.params)?, seed, progress).await
}

/// The context of an algorithm's events.
type ContextOf<A> = <<A as Algorithm>::Event as Event>::Context;

/// Runs a prepared scene with a recorder, which `set_up` gets first, with the context of its events. Returns the recorder
/// and the outcome as JSON, which is empty if the run was halted.
fn recorded<'a, A: Algorithm>(
    problem: &A::Problem,
    progress: &'a Progress,
    set_up: impl FnOnce(Recorder<'a, A::Event>, ContextOf<A>) -> Recorder<'a, A::Event>,
) -> Result<(Recorder<'a, A::Event>, String), RunError> {
    let layout = A::layout(problem);
    if layout.bytes() > progress.memory() {
        let layers = layout.layers;
        let size = layout.size;
        let memory_limit = progress.memory();
        return Err(RunError::Layers { layers, size, bytes: layout.bytes(), most: memory_limit });
    }
    let mut recorder = set_up(Recorder::new(layout, progress), A::context(problem));
    let outcome = match A::run(problem, &mut recorder) {
        ControlFlow::Continue(outcome) => outcome::json(&outcome, progress)?,
        ControlFlow::Break(halt) if progress.forgets() => return Err(halt.into()),
        ControlFlow::Break(_) => String::new(),
    };
    Ok((recorder, outcome))
}

/// Calls a function of an algorithm, in the part of the program that it is in.
fn in_part<A: Algorithm, T>(call: impl FnOnce() -> Result<T, RunError>) -> Result<T, RunError> {
    if A::IS_FIRST {
        return call();
    }
    later(Here::now().ok_or(RunError::NotLoaded)?, call)
}

impl<A: Lens> Runner for Entry<A> {
    fn card(&self) -> &'static Card {
        Untyped::<A>::CARD
    }

    fn is_first(&self) -> bool {
        A::IS_FIRST
    }

    fn begin<'a>(
        &'a self,
        scene: &'a Scene,
        params: &'a Params,
        seed: u64,
        progress: &'a Progress,
        pieces: &'a Pieces,
    ) -> Begun<'a> {
        let started_run = in_part::<A, _>(|| {
            Ok(boxed(async move {
                let problem = prepared::<A>(scene, params, seed, progress).await?;
                let schema =
                    Schema::of::<A::Event>().with_card(Untyped::<A>::CARD).with_contract(A::contract(&problem));
                let (schema, context) = (schema.with_tally(A::tally(&problem)), A::context(&problem));
                let (linking, outcome) = if let Some(run) = pieces.next_run().await {
                    run.into_linking(A::layout(&problem), schema, context, progress).await
                } else {
                    let (recorder, outcome) = recorded::<A>(&problem, progress, |recorder, context| {
                        recorder.in_window(context, A::CARD.series)
                    })?;
                    (recorder.into_linking(schema, context), outcome)
                };
                let outcome = Outcome::read(outcome, progress)?.with_card(Untyped::<A>::CARD);
                Ok(Box::new(Run::<A> { linking, outcome, problem }) as Box<dyn Unlinked>)
            }))
        });
        started_run.unwrap_or_else(|error| boxed(async { Err(error) }))
    }

    fn send(
        &self,
        scene: &Scene,
        params: &Params,
        seed: u64,
        progress: &Progress,
        send: SendPiece<'_>,
    ) -> Result<(), RunError> {
        in_part::<A, _>(|| {
            let codec = A::Event::CODEC.ok_or(RunError::Unsendable)?;
            let problem = at_once(prepared::<A>(scene, params, seed, progress))?;
            let (recorder, outcome) = recorded::<A>(&problem, progress, |recorder, _| recorder.sending(codec, send))?;
            recorder.send_rest(&outcome);
            Ok(())
        })
    }

    fn outcome(&self, scene: &Scene, params: &Params, seed: u64, progress: &Progress) -> Result<Outcome, RunError> {
        in_part::<A, _>(|| {
            let problem = at_once(prepared::<A>(scene, params, seed, progress))?;
            let end = if cfg!(target_family = "wasm") {
                A::run(&problem, &mut Recorder::keeping_none(A::layout(&problem), progress))
            } else {
                A::run(&problem, &mut Watch::new(progress))
            };
            match end {
                ControlFlow::Continue(outcome) => Ok(Outcome::of(&outcome, progress)?.with_card(Untyped::<A>::CARD)),
                ControlFlow::Break(halt) => Err(halt.into()),
            }
        })
    }
}
