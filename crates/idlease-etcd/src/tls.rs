//! The configuration of TLS, in the form that the HTTP client takes.

use std::io;

use idlease::engine::rustls::{self, pki_types::CertificateDer};
use idlease::engine::{Loaded, Tls};
use idlease::error::{RegistryError, RegistryErrorKind};
use ureq::tls::{Certificate, ClientCert, PrivateKey, RootCerts, TlsConfig};

/// Reads the files.
pub(crate) fn config(tls: &Tls) -> Result<TlsConfig, RegistryError> {
    // The client would panic if the key did not belong to the certificate.
    let Loaded { provider, roots, client, .. } = tls.load()?;
    let client = match client {
        Some((chain, key)) => {
            let unusable = |error| {
                RegistryError::new(RegistryErrorKind::Refused, "can't use the private key").with_source(error)
            };
            let key = PrivateKey::from_pem(&key).map_err(unusable)?;
            Some(ClientCert::new_with_certs(&chain.iter().map(certificate).collect::<Vec<_>>(), key))
        }
        None => None,
    };
    Ok(TlsConfig::builder()
        .root_certs(RootCerts::from(roots.iter().map(certificate)))
        .client_cert(client)
        .unversioned_rustls_crypto_provider(provider)
        .build())
}

/// Returns `true` if the client rejected the server's certificate, which it does before it sends a request. Other errors
/// of TLS can also occur later.
pub(crate) fn is_unverified(error: &io::Error) -> bool {
    let error = error.get_ref().and_then(|error| error.downcast_ref());
    matches!(error, Some(rustls::Error::InvalidCertificate(_)))
}

fn certificate(der: &CertificateDer<'_>) -> Certificate<'static> {
    Certificate::from_der(der).to_owned()
}
