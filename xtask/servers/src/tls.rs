//! Certificates for servers and clients, which are created for each run, and servers with TLS.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};

use anyhow::Result;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};

use crate::home::Home;
use crate::{Server, text};

/// A root, and an intermediate authority that issues certificates.
pub struct Authority {
    root: String,
    intermediate: String,
    issuer: Issuer<'static, KeyPair>,
}

/// A certificate with its chain, its key and its root, in PEM.
pub struct Identity {
    /// The root.
    pub root: String,
    /// The certificate with its chain.
    pub chain: String,
    /// The key.
    pub key: String,
}

/// The TLS of a server.
pub struct Setup<'a> {
    /// The server's certificate.
    pub identity: &'a Identity,
    /// The roots of the clients. With these, each client must show a certificate.
    pub clients: Option<&'a str>,
}

impl Authority {
    /// Creates an authority.
    pub fn new() -> Result<Self> {
        let authority = |name| {
            let (mut params, key) = (CertificateParams::new(Vec::new())?, KeyPair::generate()?);
            // Clients look for a root by its name.
            let name = format!("{name} {:x?}", &key.public_key_raw()[1..9]);
            params.distinguished_name.push(DnType::CommonName, name);
            params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
            anyhow::Ok((params, key))
        };
        let (root, root_key) = authority("root")?;
        let root_certificate = root.self_signed(&root_key)?;
        let (intermediate, key) = authority("intermediate")?;
        let certificate = intermediate.signed_by(&key, &Issuer::new(root, root_key))?;
        let issuer = Issuer::new(intermediate, key);
        Ok(Self { root: root_certificate.pem(), intermediate: certificate.pem(), issuer })
    }

    /// Issues a certificate for a name or an address.
    pub fn issue(&self, name: &str) -> Result<Identity> {
        self.sign(CertificateParams::new([name.to_owned()])?)
    }

    /// Issues a certificate that expired long ago.
    pub fn issue_expired(&self, name: &str) -> Result<Identity> {
        let mut params = CertificateParams::new([name.to_owned()])?;
        (params.not_before, params.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2021, 1, 1));
        self.sign(params)
    }

    fn sign(&self, params: CertificateParams) -> Result<Identity> {
        let key = KeyPair::generate()?;
        let certificate = params.signed_by(&key, &self.issuer)?;
        let chain = certificate.pem() + &self.intermediate;
        Ok(Identity { root: self.root.clone(), chain, key: key.serialize_pem() })
    }
}

/// The files of a server in its directory.
pub(crate) struct Files {
    pub(crate) certificate: String,
    pub(crate) key: String,
    pub(crate) clients: String,
}

impl<'a> Setup<'a> {
    /// Creates a setup with this certificate, which demands no certificate.
    #[must_use]
    pub const fn of(identity: &'a Identity) -> Self {
        Self { identity, clients: None }
    }

    /// Writes the files.
    pub(crate) fn write(&self, home: &Home) -> Result<Files> {
        let directory = home.directory();
        let write = |file, contents| write(directory, home.account(), file, contents);
        write("root.pem", &self.identity.root)?;
        Ok(Files {
            certificate: text(&write("server.pem", &self.identity.chain)?)?.to_owned(),
            key: text(&write("server.key", &self.identity.key)?)?.to_owned(),
            clients: text(&write("clients.pem", self.clients.unwrap_or(&self.identity.root))?)?.to_owned(),
        })
    }
}

/// Returns the file with the root of a server's certificate.
#[must_use]
pub fn root(server: &Server) -> PathBuf {
    server.directory().join("root.pem")
}

/// Replaces a server's certificate and the file with its root. The server may have to be told.
pub fn renew(server: &Server, identity: &Identity) -> Result<()> {
    let write = |file, contents| write(server.directory(), server.account(), file, contents);
    write("root.pem", &identity.root)?;
    write("server.key", &identity.key)?;
    write("server.pem", &identity.chain)?;
    Ok(())
}

/// Writes a file that only the server can read.
pub(crate) fn write(
    directory: &Path,
    account: Option<(u32, u32)>,
    name: &str,
    contents: &str,
) -> Result<PathBuf> {
    let file = directory.join(name);
    fs::write(&file, contents)?;
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600))?;
    if let Some((user, group)) = account {
        chown(&file, Some(user), Some(group))?;
    }
    Ok(file)
}
