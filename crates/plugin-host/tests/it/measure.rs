//! What a back end costs. Prints figures and asserts none: `cargo test --release -p plugin-host -- --ignored --nocapture measure`.

use std::path::Path;

use plugin_host::{Database, Limits};

use crate::support::{House, QUOTA, now, pause, request, routes, source};

const ONE_ROW: &str = "
    db.exec('CREATE TABLE rooms (code TEXT PRIMARY KEY, board TEXT)');
    db.prepare('INSERT INTO rooms VALUES (?, ?)').run('A', JSON.stringify(new Array(225).fill(0)));
    const one = db.prepare('SELECT * FROM rooms WHERE code = ?');
    router.get('/hello', (req, res) => res.json({ code: 200 }));
    router.get('/rooms/:code', auth.optionalAuth, (req, res) => {
      const row = one.get(req.params.code);
      res.json({ code: 200, data: { code: row.code, board: JSON.parse(row.board) } });
    });
    router.get('/loop', () => { while (true) {} });
    router.post('/touch', (req, res) => {
      db.prepare('UPDATE rooms SET board = ? WHERE code = ?').run('[1]', 'B');
      db.prepare('INSERT OR REPLACE INTO rooms VALUES (?, ?)').run('C', String(Math.random()));
      res.json(1);
    });";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures"]
async fn measure_one_back_end() {
    let source = source(&routes(ONE_ROW));
    let mut starts = Vec::new();
    for _ in 0..20 {
        let began = now();
        let house = House::start(source.clone(), Limits::default()).await.unwrap();
        starts.push(began.elapsed());
        house.stop().await;
    }
    starts.sort();
    println!("start with database and 2 stores: median {:?}, worst {:?}", starts[10], starts[19]);

    let folder = tempfile::tempdir().unwrap();
    let began = now();
    for index in 0..20 {
        Database::open(&folder.path().join(index.to_string()), [], QUOTA).unwrap();
    }
    println!("of it the database: {:?}", began.elapsed() / 20);

    let house = House::start(source, Limits::default()).await.unwrap();
    pause(100).await;
    for (method, url) in [("GET", "/hello"), ("GET", "/rooms/A"), ("POST", "/touch")] {
        let mut times = Vec::new();
        for _ in 0..3000 {
            let began = now();
            assert_eq!(house.call(request(method, url)).await.unwrap().status, 200);
            times.push(began.elapsed());
        }
        times.sort();
        println!("{method} {url}: median {:?}, p99 {:?}", times[1500], times[2970]);
    }
    for _ in 0..3 {
        let began = now();
        assert!(house.call(request("GET", "/loop")).await.is_err());
        println!("GET /loop with a slice of 300 ms: {:?}", began.elapsed());
    }
    println!("{:?}", house.back_end.usage());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures"]
async fn measure_memory_of_many() {
    let source = source(&routes(ONE_ROW));
    let before = resident();
    let mut houses = Vec::new();
    for _ in 0..50 {
        let house = House::start(source.clone(), Limits::default()).await.unwrap();
        assert_eq!(house.answer("GET", "/rooms/A").await.status, 200);
        houses.push(house);
    }
    let each = (resident() - before) / 50;
    println!("resident for each of 50 at rest: {} KiB; {:?}", each / 1024, houses[0].back_end.usage());
}

fn resident() -> u64 {
    let text = std::fs::read_to_string(Path::new("/proc/self/statm")).unwrap();
    text.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
}
