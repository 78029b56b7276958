//! The configuration of TLS, in the form that the HTTP client takes.

use idlease::engine::rustls::pki_types::CertificateDer;
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

fn certificate(der: &CertificateDer<'_>) -> Certificate<'static> {
    Certificate::from_der(der).to_owned()
}
