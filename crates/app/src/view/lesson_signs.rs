//! The signs and pins of the moment: in a lesson those of its slide, elsewhere all that the switches of the map leave on.

use super::View;
use crate::debugger::Session;
use crate::debugger::lesson::pins::pins;
use crate::debugger::look::drawn_signs::{DrawnSigns, Sign};
use crate::debugger::session::window::Arrangement;
use crate::layout::stage::stops::is_exercise;
use crate::panels::slides::at_moment;
use gridscope_trace::Cell;

/// The signs and pins of the moment.
#[derive(Default)]
pub(crate) struct LessonSigns {
    /// The signs that are drawn.
    pub(crate) drawn: DrawnSigns,
    /// The cells with pins, in the order of their numbers.
    pub(crate) pins: Vec<Cell>,
    /// Whether the ring of the last event is drawn.
    pub(crate) has_ring: bool,
    /// Whether a slide decides what is drawn.
    is_lesson: bool,
    /// The signs that the user has switched since the slide was turned, and number of the scene and index of the slide.
    switched: (Vec<Sign>, Option<(u64, usize)>),
}

impl LessonSigns {
    /// Returns whether a slide decides what is drawn.
    pub(crate) const fn is_lesson(&self) -> bool {
        self.is_lesson
    }
}

impl View {
    /// Updates the signs and pins to the slide at hand.
    pub(crate) fn update_signs(&mut self, session: &Session) {
        let is_exercise = is_exercise(session, self);
        let settings = &self.settings;
        let reads = matches!(settings.arrangement, Arrangement::Learn | Arrangement::Present);
        let slide = at_moment(session).filter(|_| reads);
        let signs = &mut self.signs;
        let at = slide.map(|(index, _)| (session.scene_number(), index));
        if signs.switched.1 != at {
            signs.switched = (Vec::new(), at);
        }
        signs.pins =
            slide.filter(|_| !is_exercise).map(|(_, slide)| pins(slide, session.scene().size())).unwrap_or_default();
        if let Some(answer) = session.ask_answer().filter(|_| slide.is_some() && !is_exercise) {
            signs.pins.clone_from(&answer.pins);
        }
        signs.is_lesson = reads && !settings.details;
        if !signs.is_lesson {
            signs.drawn = DrawnSigns::all()
                .with(Sign::Refused, reads)
                .with(Sign::Parents, settings.arrows)
                .with(Sign::Numbers, settings.corner_numbers)
                .with(Sign::Differences, settings.differences);
            signs.has_ring = true;
            return;
        }
        let show = slide.and_then(|(_, slide)| slide.show.as_ref());
        let of_slide = DrawnSigns::of(show);
        let is_asked = session.scene().run.question.differences == Some(true) && show.is_none();
        let of_slide = if is_asked { of_slide.with(Sign::Differences, true) } else { of_slide };
        signs.drawn = signs.switched.0.iter().fold(of_slide, |all, &sign| {
            let has = all.has(sign);
            all.with(sign, !has)
        });
        // An audience looks for the cell of the sentence. A reader of a slide looks for its pins.
        let is_slide = slide.is_some_and(|(_, slide)| slide.at == session.numbers().0);
        signs.has_ring = !is_slide || settings.arrangement == Arrangement::Present || signs.drawn.has(Sign::Latest);
    }

    /// Returns whether a sign is drawn.
    pub(crate) const fn draws(&self, sign: Sign) -> bool {
        self.signs.drawn.has(sign)
    }

    /// Switches a sign: in a lesson until the slide is turned, elsewhere for good.
    pub(crate) fn switch(&mut self, sign: Sign) {
        if self.signs.is_lesson {
            let switched = &mut self.signs.switched.0;
            match switched.iter().position(|known| *known == sign) {
                Some(index) => _ = switched.remove(index),
                None => switched.push(sign),
            }
            return;
        }
        match sign {
            Sign::Parents => self.settings.arrows ^= true,
            Sign::Numbers => self.settings.corner_numbers ^= true,
            Sign::Differences => self.settings.differences ^= true,
            _ => {}
        }
    }
}
