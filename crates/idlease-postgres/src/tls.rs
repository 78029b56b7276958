//! Connections with TLS.

use std::future::Future;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use idlease::engine::Tls;
use idlease::error::{RegistryError, RegistryErrorKind};
use ring::digest::{Algorithm, SHA256, SHA384, SHA512, digest};
use tokio_postgres::Socket;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::pki_types::{InvalidDnsNameError, ServerName};

use crate::limited::Limited;

/// Creates [`Limited`] streams over TLS.
#[derive(Clone)]
pub(crate) struct Encrypted(Arc<ClientConfig>);

impl Encrypted {
    /// Reads the files.
    pub(crate) fn load(tls: &Tls) -> Result<Self, RegistryError> {
        if let Some((_, key)) = &tls.client {
            require_private(key)?;
        }
        Ok(Self(Arc::new(tls.load()?.config)))
    }
}

/// Checks a key's permissions like libpq, which also accepts keys of root that a group may read.
#[cfg(unix)]
fn require_private(key: &Path) -> Result<(), RegistryError> {
    use std::os::unix::fs::MetadataExt;
    // If the file can't be read, reading it fails with the reason.
    let Ok(metadata) = key.metadata() else { return Ok(()) };
    let allowed = if metadata.uid() == 0 { 0o740 } else { 0o700 };
    match metadata.mode() & 0o777 & !allowed {
        0 => Ok(()),
        _ => Err(RegistryError::new(
            RegistryErrorKind::Refused,
            format!(
                "other users can access the key in {}, expected at most the permissions 0600, or 0640 if root owns it",
                key.display()
            ),
        )),
    }
}

#[cfg(not(unix))]
fn require_private(_: &Path) -> Result<(), RegistryError> {
    Ok(())
}

impl MakeTlsConnect<Socket> for Encrypted {
    type Stream = Limited<TlsStream<Socket>>;
    type TlsConnect = Handshake;
    type Error = InvalidDnsNameError;

    fn make_tls_connect(&mut self, host: &str) -> Result<Handshake, InvalidDnsNameError> {
        Ok(Handshake { connector: Arc::clone(&self.0).into(), host: ServerName::try_from(host.to_owned())? })
    }
}

/// A handshake with a host.
pub(crate) struct Handshake {
    connector: TlsConnector,
    host: ServerName<'static>,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Limited<TlsStream<Socket>>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Stream>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            let stream = self.connector.connect(self.host, socket).await?;
            let certificate = stream.get_ref().1.peer_certificates().and_then(<[_]>::first);
            let end_point = certificate.and_then(|certificate| end_point(certificate));
            Ok(Limited::new(stream, end_point))
        })
    }
}

/// Returns the channel binding `tls-server-end-point` of RFC 5929, section 4.1: the hash of the certificate, by the hash
/// function of its signature. Returns `None` if this function is unknown.
fn end_point(certificate: &[u8]) -> Option<Vec<u8>> {
    const PKCS_1: [u8; 8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1];
    const ECDSA: [u8; 6] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 4];
    // A certificate is a sequence of the signed part, the signature's algorithm and the signature. An algorithm starts
    // with its identifier.
    let (fields, _) = element(certificate)?;
    let (_, after_signed) = element(fields)?;
    let (algorithm, _) = element(after_signed)?;
    let (identifier, _) = element(algorithm)?;
    let hash: &Algorithm = match (identifier.strip_prefix(&PKCS_1), identifier.strip_prefix(&ECDSA)) {
        // In place of MD5 and SHA-1, SHA-256 is used.
        (Some([4 | 5 | 11]), _) | (_, Some([1] | [3, 2])) => &SHA256,
        (Some([12]), _) | (_, Some([3, 3])) => &SHA384,
        (Some([13]), _) | (_, Some([3, 4])) => &SHA512,
        _ => return None,
    };
    Some(digest(hash, certificate).as_ref().to_vec())
}

/// Splits DER into the contents of its first element and the rest.
fn element(der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&[_, first], rest) = der.split_first_chunk()?;
    let (length, rest) = match first {
        ..0x80 => (usize::from(first), rest),
        // The rest of the bits is the number of bytes of the length, of which certificates need at most three.
        _ => {
            let (bytes, rest) =
                rest.split_at_checked(usize::from(first & 0x7f)).filter(|(bytes, _)| bytes.len() < 4)?;
            (bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
        }
    };
    rest.split_at_checked(length)
}
