//! Signing a catalog as `docs/market-apps.md` says.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::durability::client::{Answer, Client};
use crate::durability::place::TestDir;
use crate::durability::server::Server;
use crate::first_app::{Block, blocks};

const MANIFEST: &str = r#"{ "name": "hello-signed", "label": "签名", "version": "1.0.0", "frontend": { "route": "/hello-signed", "entry": "frontend/entry.js" } }
"#;
const ENTRY: &str = "ServiceMarket.define({ name: 'hello-signed', mount: function () {} });
";
/// Before the hashes are in it.
const INDEX: &str = r#"{
  "version": 3,
  "apps": [
    {
      "name": "hello-signed",
      "label": "签名",
      "version": "1.0.0",
      "files": ["apps/hello-signed/manifest.json", "apps/hello-signed/frontend/entry.js"]
    }
  ]
}
"#;
/// Both made by OpenSSL 3 with the commands of the guide, from these files; nobody has the key any more.
const PUBLIC_KEY: &str = "LrWZ7rhfyYpbrk95aw2RQCFYlMSUUVQggBu6jg/Fz20=";
const SIGNATURE: &str =
    "3sDE1BUoELgFMAqdokn7RckdDTeKFqTu2/i/0gXnArO3c+mCC1Zgl0G0hs7r6GV2hHZZgnsOgsppZYwxMVV8Cg==";

/// The blocks on signing.
fn steps(guide: &str) -> Vec<Block> {
    blocks(guide).into_iter().filter(|block| !block.info.starts_with("js") && block.info != "json").collect()
}

/// Writes the hashes into the index of a folder, by the script of the guide.
fn write_hashes(folder: &Path) {
    let steps = steps("market-apps.md");
    let script = steps.iter().find(|block| block.info == "python file=hashes.py").unwrap();
    let ended = Command::new("python3").args(["-c", &script.text]).current_dir(folder).status();
    assert!(ended.expect("python3, which the tests of interop/ need too").success());
}

#[test]
fn what_openssl_has_signed_as_the_guide_says_is_installed_and_nothing_else() {
    let catalog = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = catalog.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("apps/hello-signed/manifest.json", MANIFEST);
    write("apps/hello-signed/frontend/entry.js", ENTRY);
    write("index.json", INDEX);
    let place = TestDir::sqlite();
    let mut variables = place.variables();
    let source = catalog.path().to_string_lossy().into_owned();
    variables.extend([
        ("ADMIN_USER_IDS", "250101"),
        ("MARKET_SOURCES", &source),
        ("MARKET_KEYS", PUBLIC_KEY),
    ]);
    let server = Server::start(place.folder.path(), &variables, &[]);
    let admin = server.register(1).remove(0);
    let ask = |path: &str| -> Answer {
        let mut client = Client::connect(server.address, &admin.token).unwrap();
        client.call("POST", path, &json!({ "name": "hello-signed" })).unwrap()
    };
    let refused = |why: &str| {
        let answer = ask("/api/market/install");
        assert_eq!(answer.status, 400, "{}", answer.envelope);
        assert!(answer.envelope.to_string().contains(why), "{}", answer.envelope);
    };

    refused("index.json.sig");
    write("index.json.sig", SIGNATURE);
    refused("公钥都不符");
    write_hashes(catalog.path());
    write("apps/hello-signed/frontend/entry.js", &ENTRY.replace("signed", "forged"));
    refused("sha256");
    write("apps/hello-signed/frontend/entry.js", ENTRY);
    assert_eq!(ask("/api/market/preview").ok().data()["signed"], json!(true));
    assert_eq!(ask("/api/market/install").ok().data()["outcome"], json!("installed"));
}

#[test]
fn the_guide_signs_in_the_same_way_in_both_languages() {
    let texts = |guide| steps(guide).into_iter().map(|block| (block.info, block.text)).collect::<Vec<_>>();
    let (english, chinese) = (texts("market-apps.md"), texts("market-apps.zh.md"));
    assert_eq!(english, chinese);
    let infos: Vec<&str> = english.iter().map(|(info, _)| info.as_str()).collect();
    assert_eq!(infos, ["sh sign", "python file=hashes.py", "sh sign"]);
}
