//! Reads the certificates and configures `rustls`.

use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use super::{Tls, Trust};
use crate::error::{RegistryError, RegistryErrorKind};

/// The contents of the files.
pub struct Loaded {
    /// A configuration with all of them.
    pub config: ClientConfig,
    /// The cryptography of every configuration: `ring`.
    pub provider: Arc<CryptoProvider>,
    /// The roots.
    pub roots: Vec<CertificateDer<'static>>,
    /// The client's certificate with its chain, and its private key in PEM.
    pub client: Option<(Vec<CertificateDer<'static>>, Vec<u8>)>,
}

impl Tls {
    /// Reads the files. Call this for each connection, so that renewed certificates are used.
    ///
    /// # Errors
    ///
    /// Returns an error if a file can't be read or used, or if the key doesn't belong to the certificate.
    pub fn load(&self) -> Result<Loaded, RegistryError> {
        let provider = Arc::new(ring::default_provider());
        let roots = match &self.trust {
            Trust::System => {
                let found = rustls_native_certs::load_native_certs();
                if found.certs.is_empty() {
                    return Err(unusable("found none of the system's root certificates"));
                }
                found.certs
            }
            Trust::Roots(file) | Trust::AnyName(file) => certificates(file)?,
            Trust::Anyone => Vec::new(),
        };
        let mut store = RootCertStore::empty();
        // The system can have roots of old forms, which lead to no server.
        store.add_parsable_certificates(roots.iter().cloned());
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
        let builder = builder.with_safe_default_protocol_versions();
        let builder = builder.map_err(|error| unusable("can't use TLS").with_source(error))?;
        let builder = match self.trust {
            Trust::System | Trust::Roots(_) => builder.with_root_certificates(store),
            Trust::AnyName(_) | Trust::Anyone => {
                let roots = (self.trust != Trust::Anyone).then_some(store);
                let algorithms = provider.signature_verification_algorithms;
                builder.dangerous().with_custom_certificate_verifier(Arc::new(AnyName { roots, algorithms }))
            }
        };
        let (config, client) = match &self.client {
            None => (builder.with_no_client_auth(), None),
            Some((file, key_file)) => {
                let (chain, pem) = (certificates(file)?, read(key_file)?);
                let key = private_key(key_file, &pem)?;
                let config = builder.with_client_auth_cert(chain.clone(), key).map_err(|error| {
                    let (file, key_file) = (file.display(), key_file.display());
                    unusable(format!("can't use the certificate in {file} with the key in {key_file}"))
                        .with_source(error)
                })?;
                (config, Some((chain, pem)))
            }
        };
        Ok(Loaded { config, provider, roots, client })
    }
}

fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, RegistryError> {
    let pem = read(file)?;
    let certificates = CertificateDer::pem_slice_iter(&pem).collect::<Result<Vec<_>, _>>();
    let certificates = certificates.map_err(|error| not_pem(file, "certificate").with_source(error))?;
    if certificates.is_empty() { Err(not_pem(file, "certificate")) } else { Ok(certificates) }
}

fn private_key(file: &Path, pem: &[u8]) -> Result<PrivateKeyDer<'static>, RegistryError> {
    if pem.windows(9).any(|part| part == b"ENCRYPTED") {
        let file = file.display();
        return Err(unusable(format!("the key in {file} is encrypted, expected a key without a passphrase")));
    }
    // The cause could show parts of the key.
    PrivateKeyDer::from_pem_slice(pem).map_err(|_| not_pem(file, "private key"))
}

fn read(file: &Path) -> Result<Vec<u8>, RegistryError> {
    // A pipe or a device could block the call beyond its deadline.
    let contents = match fs::metadata(file) {
        Ok(metadata) if !metadata.is_file() => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
        }
        _ => fs::read(file),
    };
    contents.map_err(|error| unusable(format!("can't read {}", file.display())).with_source(error))
}

fn not_pem(file: &Path, expected: &str) -> RegistryError {
    unusable(format!("expected a {expected} in PEM in {}", file.display()))
}

fn unusable(message: impl Into<String>) -> RegistryError {
    RegistryError::new(RegistryErrorKind::Refused, message)
}

/// Accepts a certificate with any name if it leads to one of the roots, or any certificate without roots.
#[derive(Debug)]
struct AnyName {
    roots: Option<RootCertStore>,
    algorithms: WebPkiSupportedAlgorithms,
}

/// Signatures are always checked. Without this proof that the server has the certificate's key, the channel binding of a
/// login would prove nothing.
impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        chain: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if let Some(roots) = &self.roots {
            let certificate = ParsedCertificate::try_from(certificate)?;
            let algorithms = self.algorithms.all;
            verify_server_cert_signed_by_trust_anchor(&certificate, roots, chain, now, algorithms)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signature, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signature, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
