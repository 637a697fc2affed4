//! TLS to PostgreSQL, as `sslmode` and `sslrootcert` of DATABASE_URL ask for it (decision 0039). What
//! they mean is what they mean to `psql`; what `psql` would quietly do without is refused.

use std::path::Path;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error as TlsError, RootCertStore, SignatureScheme,
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{DbError, DbResult};

/// What is asked of the server's certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// Nothing: encrypted, to whoever answers (`require`).
    Any,
    /// Who signed it (`verify-ca`, and `require` with a root).
    Signer,
    /// That, and the host's name (`verify-full`).
    Host,
}

/// What an address asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// The address without what is settled here.
    pub(super) url: String,
    /// `None` for no TLS.
    pub(super) trust: Option<Trust>,
    /// A file of certificates; the system's otherwise.
    pub(super) root: Option<String>,
}

fn refuse(what: &str) -> DbError {
    DbError::Unavailable(format!("DATABASE_URL: {what}"))
}

/// Reads an address.
///
/// # Errors
/// What is no mode, or one that may end without TLS.
pub(super) fn asked(url: &str) -> DbResult<Asked> {
    let (base, query) = url.split_once('?').unwrap_or((url, ""));
    let (mut mode, mut root, mut others) = (None, None, Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let known = match name {
            "sslmode" => &mut mode,
            "sslrootcert" => &mut root,
            _ => {
                others.push(pair.to_owned());
                continue;
            }
        };
        let value = percent_decode_str(value).decode_utf8().map_err(|_| refuse("is not UTF-8"))?;
        if known.replace(value.into_owned()).is_some() {
            return Err(refuse(&format!("{name} stands there twice")));
        }
    }
    let root = root.filter(|root| !root.is_empty());
    let trust = match (mode.as_deref(), &root) {
        (None, Some(_)) => return Err(refuse("sslrootcert needs sslmode=verify-full")),
        (None | Some("disable"), _) => None,
        (Some("require"), None) => Some(Trust::Any),
        (Some("require" | "verify-ca"), _) => Some(Trust::Signer),
        (Some("verify-full"), _) => Some(Trust::Host),
        (Some(other @ ("allow" | "prefer")), _) => {
            let fix = "could end without TLS and nobody would know; write verify-full, require or disable";
            return Err(refuse(&format!("sslmode={other} {fix}")));
        }
        (Some(other), _) => {
            let fix = "is no mode; write verify-full, verify-ca, require or disable";
            return Err(refuse(&format!("sslmode={other} {fix}")));
        }
    };
    others.push(if trust.is_some() { "sslmode=require" } else { "sslmode=disable" }.to_owned());
    Ok(Asked { url: format!("{base}?{}", others.join("&")), trust, root })
}

/// What makes the connections.
///
/// # Errors
/// When the roots cannot be read.
pub(super) fn connector(trust: Trust, root: Option<&str>) -> DbResult<MakeRustlsConnect> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let roots = match (trust, root) {
        (Trust::Any, _) => Vec::new(),
        (_, None | Some("system")) => rustls_native_certs::load_native_certs().certs,
        (_, Some(file)) => read(Path::new(file))?,
    };
    let verifier = Arc::new(Verifier::new(trust, roots, &provider)?);
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| refuse(&error.to_string()))?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

fn read(file: &Path) -> DbResult<Vec<CertificateDer<'static>>> {
    let broken = |why: &dyn std::fmt::Display| refuse(&format!("sslrootcert {}: {why}", file.display()));
    let found = CertificateDer::pem_file_iter(file).map_err(|error| broken(&error))?;
    let roots = found.collect::<Result<Vec<_>, _>>().map_err(|error| broken(&error))?;
    if roots.is_empty() { Err(broken(&"holds no certificate")) } else { Ok(roots) }
}

/// Asks of a certificate what the mode asks, and always that the server holds its key.
#[derive(Debug)]
struct Verifier {
    trust: Trust,
    roots: Vec<CertificateDer<'static>>,
    chain: Option<Arc<WebPkiServerVerifier>>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl Verifier {
    fn new(
        trust: Trust,
        roots: Vec<CertificateDer<'static>>,
        provider: &Arc<CryptoProvider>,
    ) -> DbResult<Self> {
        let chain = match trust {
            Trust::Any => None,
            Trust::Signer | Trust::Host => {
                let mut store = RootCertStore::empty();
                store.add_parsable_certificates(roots.iter().cloned());
                let chain =
                    WebPkiServerVerifier::builder_with_provider(Arc::new(store), provider.clone()).build();
                Some(chain.map_err(|error| refuse(&format!("no certificate to trust: {error}")))?)
            }
        };
        Ok(Self { trust, roots, chain, algorithms: provider.signature_verification_algorithms })
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        // One that signed itself, as `openssl req -x509` makes it, is its own root; a chain it is not.
        if self.roots.iter().any(|root| root == end_entity) {
            if self.trust == Trust::Host {
                rustls::client::verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        match chain.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now) {
            // The name is looked at last, so who signed it has been found good.
            Err(TlsError::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if self.trust == Trust::Signer => Ok(ServerCertVerified::assertion()),
            verdict => verdict,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        verify_tls12_signature(message, cert, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        verify_tls13_signature(message, cert, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
