//! Temporary.
use kernel::user::UserId;
use serde_json::json;
use super::super::store::messages::{self, MessageRow};
use super::super::{send, words, model::RoomId};
use super::{house, two, say};

#[tokio::test]
#[ignore]
async fn zz_speed() {
    let house = house().await;
    let (alice, bob) = two(&house).await;
    let first = say(&alice, "public", "x").await;
    let base = first["seq"].as_i64().unwrap();
    let total: i64 = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let started = std::time::Instant::now();
    let chars: Vec<char> = ('一'..='龥').take(1500).collect();
    for chunk in 0..total / 2000 {
        let chars = chars.clone();
        house.app.db.write(move |tx| {
            for n in 0..2000i64 {
                let seq = base + 1 + chunk * 2000 + n;
                let mut state = (seq as u64).wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let mut content = String::new();
                for _ in 0..18 { state = state.wrapping_mul(6364136223846793005).wrapping_add(1); let r = (state >> 33) as usize; let i = (r % 1500) * ((r / 1500) % 1500) / 1500; content.push(chars[i]); }
                if seq % 10 == 0 { content.push_str("我们"); }
                if seq % 1000 == 0 { content.push_str("上海"); }
                let room = if seq % 50 == 0 { "class_01" } else { "public" };
                let row = MessageRow { seq, id: format!("m{seq}"), room_id: room.into(), sender_id: "240101".into(), kind: "text".into(), content: content.clone(), reply_to: None, temp_id: None, mentions: "[]".into(), extra: None, edited_at: None, recalled: false, created_at: seq, reply_sender: None, reply_kind: None, reply_content: None, reply_recalled: None };
                messages::insert(tx, &row)?;
                let words: Vec<String> = words::tokens(&content).into_iter().collect();
                send::index(tx, seq, &RoomId::parse(room).unwrap(), &words)?;
            }
            Ok(())
        }).await.unwrap();
    }
    println!("insert {:?}", started.elapsed());
    let mut r = 1u64;
    for (what, paths) in [
        ("history", (0..200).map(|_| { r = r.wrapping_mul(6364136223846793005).wrapping_add(1); format!("/api/chat/messages?room=public&limit=100&before={}", base + ((r >> 33) as i64 % total)) }).collect::<Vec<_>>()),
        ("rare", (0..50).map(|_| "/api/chat/search?q=上海".to_owned()).collect()),
        ("common", (0..50).map(|_| "/api/chat/search?q=我们".to_owned()).collect()),
        ("common in class", (0..50).map(|_| "/api/chat/search?q=我们&room=class_01".to_owned()).collect()),
        ("one char", (0..20).map(|_| "/api/chat/search?q=上".to_owned()).collect()),
        ("both", (0..50).map(|_| "/api/chat/search?q=我们%20上海".to_owned()).collect()),
        ("none", (0..50).map(|_| "/api/chat/search?q=鼺鼻".to_owned()).collect()),
        ("rooms", (0..50).map(|_| "/api/chat/rooms".to_owned()).collect()),
    ] {
        let mut times = Vec::new();
        let mut count = 0;
        for path in paths { let t = std::time::Instant::now(); let d = bob.get(&path).await.data(); times.push(t.elapsed()); count = d["messages"].as_array().map_or(0, |m| m.len()); }
        times.sort();
        println!("{what}: p50 {:?} p95 {:?} max {:?} n {count}", times[times.len()/2], times[times.len()*95/100], times[times.len()-1]);
    }
    let _ = (UserId::DEVELOPER, json!(0));
}
