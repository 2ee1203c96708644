//! probe
#[path = "measure/maps.rs"]
mod maps;
use std::time::Instant;
fn main() {
    let scene = maps::scattered(512, 12);
    for _ in 0..3 {
        let t = Instant::now();
        let control = gridscope::core::trace::Control::default();
        let r = gridscope::core::algorithms::record(&scene, &control).unwrap();
        println!("record {:?} {}", t.elapsed(), r.len());
        let t = Instant::now();
        let n = r.ties().len();
        println!("ties {:?} {n}", t.elapsed());
        let t = Instant::now();
        r.trace().by_cell();
        println!("by_cell {:?}", t.elapsed());
        let t = Instant::now();
        r.series();
        println!("series {:?}", t.elapsed());
        let t = Instant::now();
        r.range(1);
        println!("range {:?}", t.elapsed());
        let t = Instant::now();
        r.prepare(1);
        println!("prepare {:?}", t.elapsed());
        let mut b = Default::default();
        let t = Instant::now();
        r.board(Some(1), &mut b);
        println!("board {:?}", t.elapsed());
        let t = Instant::now();
        r.board(Some(1), &mut b);
        println!("board again {:?}", t.elapsed());
        let mut e = r.fork();
        let t = Instant::now();
        e.seek(usize::MAX);
        println!("seek {:?}", t.elapsed());
        let t = Instant::now();
        e.board(Some(1), &mut b);
        println!("board at end {:?}", t.elapsed());
        let t = Instant::now();
        e.path();
        println!("path {:?}", t.elapsed());
        let t = Instant::now();
        e.figures();
        println!("figures {:?}", t.elapsed());
        let t = Instant::now();
        e.watch();
        println!("watch {:?}", t.elapsed());
        let t = Instant::now();
        drop(e);
        drop(r);
        println!("drop {:?}", t.elapsed());
    }
}
