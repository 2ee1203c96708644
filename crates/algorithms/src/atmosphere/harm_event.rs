//! Events about bodies: health, bursts, people who hunt and shoot, the beacon and the ship that comes for it.

use super::event::{CANDIDATES, Context, HARM, WAY};
use super::links::Link;
use super::numbers::{HEALTH, HOLD};
use crate::event::{Encode, Event, Slot, Value, Word};
use crate::geometry::{Cell, Dir};
use crate::npc::{Obstacle, Wait};
use crate::root2::Root2;

/// The line of the algorithm's listing for each `line` number used by these events.
pub(super) const LINES: [u8; 7] = [19, 20, 21, 22, 23, 24, 25];

/// Causes of lost health.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Harm {
    Blast,
    Flames,
    Bullet,
    Strike,
    Air,
    Void,
}

impl Harm {
    /// Returns the cause as the start of a sentence.
    const fn what(self) -> &'static str {
        match self {
            Self::Blast => "the blast",
            Self::Flames => "the flames",
            Self::Bullet => "the bullet",
            Self::Strike => "the strike",
            Self::Air => "a unit of time without air",
            Self::Void => "the void",
        }
    }
}

/// An event about the body of an actor. `actor` and `whom` are indices into the scene's actors.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum HarmEvent {
    /// An actor lost health.
    #[event(step, slot = cx.health(actor), line = 1,
        say = "{what:cap} cost {who} at {cell} {took} health; {left} of {full} is left.",
        text(what = by.what(), who = cx.the(actor), full = HEALTH))]
    Hurt {
        actor: u32, cell: Cell, by: Harm, #[show("how much health it lost")] took: u8,
        #[show("how much health is left")] left: u8,
        #[show(name = "caused-by", "the number of the event that caused it, from 1; 0 for none", number)] cause: Link,
    },
    /// An actor had no health left.
    #[event(step, slot = HARM, role = Wrong, line = 1, say = "{who:cap} died at {cell}.", text(who = cx.the(actor)))]
    Died { actor: u32, cell: Cell, by: Harm, #[show(name = "caused-by", number)] cause: Link },
    /// A blast reached a bloat, which bursts in the next unit.
    #[event(step, slot = cx.health(actor), line = 2,
        say = "The blast reached {who} at {cell}: it bursts in the next unit of time.", text(who = cx.the(actor)))]
    Swelled { actor: u32, cell: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// The bloats reached by blasts began to burst.
    #[event(phase(1), line = 2, called = "bursts",
        say = "The bloats that a blast reached burst now: {bloats:count bloat}.")]
    BurstsBegan { bloats: u32 },
    /// A bloat burst.
    #[event(step, slot = Slot::Register(actor), line = 2, say = "{who:cap} burst at {cell}.", text(who = cx.the(actor)))]
    Burst { actor: u32, cell: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// The people began to act.
    #[event(phase(1), line = 3, called = "people", say = "The people act now: {people} of them.")]
    PeopleBegan { people: u32 },
    /// The turn of a person began.
    #[event(phase(2), actor = "{name}", line = 3, say = "{who:cap} acts next, at {cell}.",
        text(name = cx.name(actor), who = cx.the(actor)))]
    PersonBegan { actor: u32, cell: Cell },
    /// An actor saw another that it hunts or shoots at.
    #[event(step, slot = cx.sight(actor), line = 3, say = "{who:cap} sees {other} at {cell}.",
        text(who = cx.the(actor), other = cx.the(whom)))]
    Spotted { actor: u32, whom: u32, cell: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// The flood reached a cell.
    #[event(slot = WAY, role = Queued, line = 4, say = "Reached {cell} from {from}: distance d = {d:~3}.",
        case(from = None, say = "The flood starts at {cell}, the destination: distance d = 0."))]
    Neared { cell: Cell, from: Option<Dir>, #[show("distance so far")] d: Root2 },
    /// A cell's distance is final.
    #[event(slot = WAY, role = Done, line = 4, say = "The distance of {cell} is final: d = {d:~3}.")]
    Settled { cell: Cell, from: Option<Dir>, d: Root2 },
    /// A neighbour was weighed.
    #[event(slot = CANDIDATES, tone = Looked, role = Candidate, line = 4,
        say = "Going to {cell}: distance {d:~3} plus the step there makes {sum}.",
        with(total = Value::from(d + Root2::step(from))), text(sum = (d + Root2::step(from)).long()))]
    Compared { cell: Cell, from: Dir, d: Root2 },
    /// A neighbour was ruled out.
    #[event(tone = Refused, line = 4, say = "Not to {cell}: {because}.", text(because = why.because()))]
    Avoided { cell: Cell, from: Dir, why: Obstacle },
    /// Several neighbours are equally near, so dice decided.
    #[event(slot = CANDIDATES, tone = Tied, role = Chosen, line = 4,
        say = "{n} neighbours are equally near. The dice gave {roll:.3} and chose {cell}, a 1 in {n} chance.")]
    Rolled {
        cell: Cell, from: Dir, #[show("how many are equal")] n: u8,
        #[show("the number rolled, in [0, 1)")] roll: f32,
    },
    /// An actor went to a neighbouring cell.
    #[event(step, slot = Slot::Register(actor), about = to, line = 4, say = "{who:cap} moved from {from} to {to}.",
        text(who = cx.the(actor)))]
    Walked {
        actor: u32, from: Cell, #[show(name = "to")] to: Cell, #[show(name = "caused-by", number)] cause: Link,
    },
    /// An actor opened the door that it walked into.
    #[event(step, line = 4, say = "{who:cap} walked into the door at {cell}.", text(who = cx.the(actor)))]
    Pushed { actor: u32, cell: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// An enemy struck the actor it hunts.
    #[event(step, line = 4, say = "{who:cap} hit {other} at {cell}.",
        text(who = cx.the(actor), other = cx.the(whom)))]
    Hit { actor: u32, whom: u32, cell: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// An actor aimed at another.
    #[event(step, line = 5, say = "{who:cap} aimed at {other} at {cell}.",
        text(who = cx.the(actor), other = cx.the(whom)))]
    Aimed { actor: u32, whom: u32, cell: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// An actor stayed where it is.
    #[event(step, tone = Refused, line = 4, say = "{who:cap} waits at {cell}: {because}.", text(who = cx.the(actor), because = why.because()))]
    Stayed { actor: u32, cell: Cell, why: Wait },
    /// An actor holds the beacon.
    #[event(step, slot = cx.beacon(), line = 6, say = "{who:cap} holds the beacon at {cell}: {units} of {hold} units of time.",
        text(who = cx.the(actor), hold = HOLD))]
    Held { actor: u32, cell: Cell, units: u32 },
    /// The beacon is no longer held.
    #[event(step, tone = Refused, slot = cx.beacon(), line = 6,
        say = "Nobody is holding the beacon at {cell} any more, so the count starts again.")]
    LetGo { cell: Cell },
    /// The beacon was held long enough.
    #[event(step, slot = HARM, role = Chosen, line = 6,
        say = "The beacon at {cell} was held for {hold} units of time: it is sending, and the ship will find it.",
        text(hold = HOLD))]
    Signalled { cell: Cell },
    /// The ship arrived.
    #[event(phase(1), line = 7, called = "the ship",
        say = "The ship arrived, found the beacon, and took {alive:count survivor} on board.",
        case(!sent, say = "The ship arrived and left again, since no beacon was sending. Left behind: {alive:count survivor}."),
        case(alive == 0, say = "The ship arrived and found the beacon, but no survivors."))]
    Arrived { sent: bool, alive: u32 },
}
