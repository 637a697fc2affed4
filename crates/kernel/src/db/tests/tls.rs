//! TLS to PostgreSQL: what an address asks for, and servers that do not keep to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_postgres::config::Host;
use tokio_rustls::TlsAcceptor;

use super::super::postgres;
use super::super::tls::{Trust, asked};

fn trust(url: &str) -> Option<Trust> {
    asked(url).unwrap().trust
}

fn refusal(url: &str) -> String {
    asked(url).unwrap_err().to_string()
}

#[test]
fn an_address_says_whether_and_how_it_is_encrypted() {
    assert_eq!(trust("postgres://a@h/b"), None);
    assert_eq!(trust("postgres://a@h/b?sslmode=disable"), None);
    assert_eq!(trust("postgres://a@h/b?sslmode=require"), Some(Trust::Any));
    assert_eq!(trust("postgres://a@h/b?sslmode=require&sslrootcert=r"), Some(Trust::Signer));
    assert_eq!(trust("postgres://a@h/b?sslmode=verify-ca"), Some(Trust::Signer));
    let asked = asked("postgres://a:p%26@h,i:5/b?x=1&sslmode=verify-full&sslrootcert=%2Fa%20b&y=2").unwrap();
    assert_eq!((asked.trust, asked.root.as_deref()), (Some(Trust::Host), Some("/a b")));
    assert_eq!(asked.url, "postgres://a:p%26@h,i:5/b?x=1&y=2&sslmode=require", "the rest is left alone");
}

#[test]
fn what_could_end_unencrypted_without_a_word_is_refused() {
    for (query, said) in [
        ("sslmode=prefer", "sslmode=prefer could end without TLS"),
        ("sslmode=allow", "sslmode=allow could end without TLS"),
        ("sslmode=Require", "sslmode=Require is no mode"),
        ("sslmode=", "sslmode= is no mode"),
        ("sslrootcert=r", "sslrootcert needs sslmode"),
        ("sslmode=require&sslmode=disable", "sslmode stands there twice"),
    ] {
        let refusal = refusal(&format!("postgres://a:secret@h/b?{query}"));
        assert!(refusal.contains("DATABASE_URL") && refusal.contains(said), "{query}: {refusal}");
        assert!(!refusal.contains("secret"), "{refusal}");
    }
}

/// Asks a database over one new connection for a number.
async fn ask(url: &str) -> Result<i32, String> {
    let pool = postgres::pool(url, None).map_err(|error| error.to_string())?;
    let client = pool.get().await.map_err(|error| format!("{error:?}"))?;
    let row = client.query_one("select 7", &[]).await.map_err(|error| error.to_string())?;
    Ok(row.get(0))
}

#[tokio::test]
async fn a_server_without_tls_is_refused_by_who_asked_for_it() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = async {
        let mut asked = Vec::new();
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 8];
            stream.read_exact(&mut request).await.unwrap();
            stream.write_all(b"N").await.unwrap();
            // Whatever came now would be in clear.
            let mut rest = Vec::new();
            stream.read_to_end(&mut rest).await.unwrap();
            asked.push(rest);
            if asked.len() == 3 {
                return asked;
            }
        }
    };
    let client = async {
        for mode in ["require", "verify-ca", "verify-full"] {
            let error = ask(&format!("postgres://a:b@127.0.0.1:{port}/c?sslmode={mode}")).await.unwrap_err();
            assert!(error.contains("TLS"), "{error}");
        }
    };
    let (said, ()) = tokio::join!(server, client);
    assert!(said.iter().all(Vec::is_empty), "nothing is said in clear: {said:?}");
}

/// The PostgreSQL under test behind TLS, with a certificate of its own for `localhost`.
struct Encrypted {
    base: String,
    certificate: std::path::PathBuf,
    port: u16,
    sessions: Arc<AtomicUsize>,
    _folder: tempfile::TempDir,
}

fn certificate() -> CertifiedKey<KeyPair> {
    generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap()
}

impl Encrypted {
    /// `None` without a PostgreSQL.
    #[expect(clippy::disallowed_methods, reason = "the test runner says by a variable where it is")]
    async fn start() -> Option<Self> {
        let config: tokio_postgres::Config = std::env::var("TEST_DATABASE_URL").ok()?.parse().unwrap();
        let [Host::Tcp(host)] = config.get_hosts() else { return None };
        let behind = (host.clone(), config.get_ports().first().copied().unwrap_or(5432));
        let password = config.get_password().map(|password| String::from_utf8_lossy(password).into_owned());
        let base = format!(
            "postgres://{}:{}@HOST/{}",
            config.get_user().unwrap_or("postgres"),
            password.unwrap_or_default(),
            config.get_dbname().unwrap_or("postgres")
        );
        let own = certificate();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("root.crt");
        std::fs::write(&file, own.cert.pem()).unwrap();
        let key = PrivateKeyDer::try_from(own.signing_key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![own.cert.der().clone()], key)
            .unwrap();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let sessions = Arc::new(AtomicUsize::new(0));
        tokio::spawn(terminate(listener, TlsAcceptor::from(Arc::new(tls)), behind, sessions.clone()));
        Some(Self { base, certificate: file, port, sessions, _folder: folder })
    }

    async fn ask(&self, host: &str, query: &str) -> Result<i32, String> {
        let host = format!("{host}:{}", self.port);
        ask(&format!("{}?{query}", self.base.replace("HOST", &host))).await
    }

    fn root(&self) -> String {
        format!("sslrootcert={}", self.certificate.display())
    }
}

/// Takes PostgreSQL's request for TLS as PostgreSQL does, and passes on what comes through it.
#[expect(clippy::disallowed_methods, reason = "a server of its own, which ends with the test")]
async fn terminate(
    listener: TcpListener,
    tls: TlsAcceptor,
    behind: (String, u16),
    sessions: Arc<AtomicUsize>,
) {
    while let Ok((mut stream, _)) = listener.accept().await {
        let (tls, behind, sessions) = (tls.clone(), behind.clone(), sessions.clone());
        tokio::spawn(async move {
            let mut request = [0; 8];
            stream.read_exact(&mut request).await.unwrap();
            assert_eq!(request, [0, 0, 0, 8, 4, 210, 22, 47], "the request for TLS");
            stream.write_all(b"S").await.unwrap();
            let Ok(mut inside) = tls.accept(stream).await else { return };
            sessions.fetch_add(1, Ordering::SeqCst);
            let mut database = TcpStream::connect(behind).await.unwrap();
            let _ = copy_bidirectional(&mut inside, &mut database).await;
        });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encrypted_database_is_reached_and_its_certificate_is_what_was_asked() {
    let Some(database) = Encrypted::start().await else { return };
    let root = database.root();
    for (host, query) in [
        ("localhost", format!("sslmode=verify-full&{root}")),
        // Not the name it is for, which these do not ask.
        ("127.0.0.1", format!("sslmode=verify-ca&{root}")),
        ("127.0.0.1", format!("sslmode=require&{root}")),
        ("127.0.0.1", "sslmode=require".to_owned()),
    ] {
        let before = database.sessions.load(Ordering::SeqCst);
        assert_eq!(database.ask(host, &query).await, Ok(7), "{query}");
        assert_eq!(database.sessions.load(Ordering::SeqCst), before + 1);
    }

    let other = database.certificate.with_file_name("other.crt");
    std::fs::write(&other, certificate().cert.pem()).unwrap();
    let foreign = format!("sslrootcert={}", other.display());
    let nothing = format!("sslrootcert={}", database.certificate.with_file_name("none.crt").display());
    for (host, query, said) in [
        ("127.0.0.1", format!("sslmode=verify-full&{root}"), "name"),
        ("localhost", format!("sslmode=verify-full&{foreign}"), "certificate"),
        ("localhost", format!("sslmode=verify-ca&{foreign}"), "certificate"),
        ("localhost", format!("sslmode=require&{foreign}"), "certificate"),
        ("localhost", "sslmode=verify-full".to_owned(), "certificate"),
        ("localhost", format!("sslmode=verify-full&{nothing}"), "none.crt"),
    ] {
        let error = database.ask(host, &query).await.unwrap_err();
        assert!(error.to_lowercase().contains(said), "{query}: {error}");
    }
}
