//! The environment variables and files in which the engines' own tools look for what a URL lacks.

use std::path::{Path, PathBuf};
use std::{fs, mem};

use idlease::engine::{Host, Url};

use crate::failure::UsageError;
use crate::streams::complain;

/// The parameters of PostgreSQL, with their variables and their default files in `~/.postgresql`.
const POSTGRESQL: [(&str, &str, &str); 5] = [
    ("sslmode", "PGSSLMODE", ""),
    ("sslrootcert", "PGSSLROOTCERT", "root.crt"),
    ("sslcert", "PGSSLCERT", "postgresql.crt"),
    ("sslkey", "PGSSLKEY", "postgresql.key"),
    ("channel_binding", "PGCHANNELBINDING", ""),
];

/// The parameters of etcd with TLS, with their variables.
const ETCD: [(&str, &str, &str); 3] =
    [("cacert", "ETCDCTL_CACERT", ""), ("cert", "ETCDCTL_CERT", ""), ("key", "ETCDCTL_KEY", "")];

/// Returns a variable of this process. An empty variable counts as unset, as usual.
pub(super) fn variable(name: &str) -> Result<Option<String>, UsageError> {
    let value = std::env::var_os(name).filter(|value| !value.is_empty()).map(|value| value.into_string());
    value.transpose().map_err(|_| UsageError::new(format!("{name} is not valid UTF-8")))
}

/// Adds what a URL lacks. `variable` returns an environment variable. Returns the variables that were used, except
/// passwords and files with passwords, which can't be wrong in form.
pub(super) fn complete(
    url: &mut Url,
    variable: impl Fn(&str) -> Result<Option<String>, UsageError>,
) -> Result<Vec<&'static str>, UsageError> {
    let scheme = url.scheme.clone();
    let mut completion = Completion { url, used: Vec::new(), variable };
    match scheme.as_str() {
        "postgresql" | "postgres" => completion.postgresql()?,
        "etcd" | "etcds" => completion.etcd(scheme == "etcds")?,
        "redis" | "rediss" | "valkey" | "valkeys" => completion.password("REDISCLI_AUTH")?,
        _ => {}
    }
    Ok(completion.used)
}

/// A URL, and the variables that were used so far.
struct Completion<'a, V> {
    url: &'a mut Url,
    used: Vec<&'static str>,
    variable: V,
}

impl<V: Fn(&str) -> Result<Option<String>, UsageError>> Completion<'_, V> {
    fn postgresql(&mut self) -> Result<(), UsageError> {
        self.add(&POSTGRESQL)?;
        let home = (self.variable)("HOME")?.map(PathBuf::from);
        self.add_files(home.as_deref());
        if self.url.parameter("sslmode") == Some("require") && self.file("sslrootcert").is_none() {
            complain(
                "sslmode=require encrypts, but accepts every server: use sslmode=verify-full, with sslrootcert=system or the file of \
                 a root",
            );
        }
        if self.url.user.is_none() && self.url.parameter("user").is_none() {
            self.url.user = self.get("PGUSER")?;
        }
        if self.url.parameter("password").is_none() {
            self.password("PGPASSWORD")?;
        }
        // These parameters change to which server and database the password goes.
        let others = ["host", "hostaddr", "port", "dbname", "password"];
        if self.url.password.is_none() && others.iter().all(|name| self.url.parameter(name).is_none()) {
            let file = (self.variable)("PGPASSFILE")?.map(PathBuf::from);
            let file = file.or(home.map(|home| home.join(".pgpass")));
            self.url.password = file.and_then(|file| from_file(&file, self.url));
        }
        Ok(())
    }

    fn etcd(&mut self, is_encrypted: bool) -> Result<(), UsageError> {
        if is_encrypted {
            self.add(&ETCD)?;
        }
        if self.url.user.is_none() && self.url.password.is_none() {
            let login = self.get("ETCDCTL_USER")?.unwrap_or_default();
            let (user, password) = login.split_once(':').unzip();
            self.url.user = Some(user.unwrap_or(&login).to_owned()).filter(|user| !user.is_empty());
            self.url.password = password.map(str::to_owned);
        }
        if self.url.user.is_some() {
            self.password("ETCDCTL_PASSWORD")?;
        }
        Ok(())
    }

    fn get(&mut self, name: &'static str) -> Result<Option<String>, UsageError> {
        let value = (self.variable)(name)?;
        self.used.extend(value.as_ref().map(|_| name));
        Ok(value)
    }

    /// Adds the password from a variable, unless the URL has a password.
    fn password(&mut self, name: &str) -> Result<(), UsageError> {
        if self.url.password.is_none() {
            self.url.password = (self.variable)(name)?;
        }
        Ok(())
    }

    /// Returns the name of a file. In libpq, an empty name counts as none, although no variable replaces it.
    fn file(&self, name: &str) -> Option<&str> {
        self.url.parameter(name).filter(|file| !file.is_empty())
    }

    /// Adds parameters from variables, unless the URL has them.
    fn add(&mut self, parameters: &[(&str, &'static str, &str)]) -> Result<(), UsageError> {
        for (parameter, variable, _) in parameters {
            if self.url.parameter(parameter).is_none() {
                let Some(value) = self.get(variable)? else { continue };
                let is_file = ["cert", "key"].iter().any(|end| parameter.ends_with(end)) && value != "system";
                let is_used = self.url.parameter("sslmode") != Some("disable");
                // The engine's error doesn't say where the name comes from.
                if let Some(error) = fs::metadata(&value).err().filter(|_| is_file && is_used) {
                    complain(&format!("can't read {value}, which {variable} names: {error}"));
                }
                self.url.parameters.push(((*parameter).to_owned(), value));
            }
        }
        Ok(())
    }

    /// Adds the files of PostgreSQL that exist, if TLS is used.
    fn add_files(&mut self, home: Option<&Path>) {
        let Some(home) = home.filter(|_| self.url.parameter("sslmode").is_some_and(|mode| mode != "disable"))
        else {
            return;
        };
        for (parameter, _, file) in POSTGRESQL {
            let file = home.join(".postgresql").join(file);
            // A key without a certificate has no use.
            let is_used = parameter != "sslkey" || self.file("sslcert").is_some();
            if is_used && self.file(parameter).is_none() && file.is_file() {
                self.url.parameters.push((parameter.to_owned(), file.to_string_lossy().into_owned()));
            }
        }
    }
}

/// Returns the password of PostgreSQL for the hosts of a URL.
fn from_file(file: &Path, url: &Url) -> Option<String> {
    let user = url.parameter("user").or(url.user.as_deref()).unwrap_or_default();
    let database = if url.path.is_empty() { user } else { &url.path };
    let text = password_file(file);
    let of_host =
        |host: &Host| password(&text, [&host.name, &host.port.unwrap_or(5432).to_string(), database, user]);
    let mut passwords = url.hosts.iter().map(of_host);
    // A password must not reach a host for which the file has a different one, or none.
    passwords.next().flatten().filter(|first| passwords.all(|other| other.as_ref() == Some(first)))
}

/// Reads a password file. Like libpq, ignores `/dev/null` and the like, and a file that others can read.
fn password_file(file: &Path) -> Vec<u8> {
    if !file.is_file() {
        return Vec::new();
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if file.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0) {
            complain(&format!(
                "other users can access the passwords in {}, so it is ignored: give it the permissions 0600",
                file.display()
            ));
            return Vec::new();
        }
    }
    fs::read(file).unwrap_or_default()
}

/// Returns the password of the first line that matches the host, the port, the database and the user.
fn password(text: &[u8], wanted: [&str; 4]) -> Option<String> {
    // A line in a different encoding doesn't affect the other lines.
    let lines = text.split(|byte| *byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    lines.map(|line| line.trim_end_matches('\r')).filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = fields(line);
        let (pattern, password) = fields.split_at_checked(4)?;
        let matches = pattern.iter().zip(wanted).all(|(pattern, wanted)| pattern == "*" || pattern == wanted);
        password.first().filter(|password| matches && !password.is_empty()).cloned()
    })
}

/// Splits a line at its colons. A backslash escapes a colon or a backslash.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut field, mut letters) = (Vec::new(), String::new(), line.chars());
    while let Some(letter) = letters.next() {
        match letter {
            ':' => fields.push(mem::take(&mut field)),
            '\\' => field.extend(letters.next()),
            letter => field.push(letter),
        }
    }
    fields.push(field);
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Completes a URL, and checks that it is then the same as another.
    fn check(text: &str, variables: &[(&str, &str)], expected: &str) {
        let variable = |name: &str| {
            Ok(variables.iter().find(|(found, _)| *found == name).map(|(_, value)| (*value).to_owned()))
        };
        let mut url = Url::parse(text).unwrap();
        complete(&mut url, variable).unwrap();
        let expected_url = Url::parse(expected).unwrap();
        assert!(
            url == expected_url,
            "{text}: expected {expected}, found the parameters {:?}",
            url.parameters
        );
    }

    #[test]
    fn a_url_comes_before_the_environment() {
        let tls =
            [("PGSSLMODE", "verify-ca"), ("PGSSLROOTCERT", "a&"), ("PGPASSWORD", "p@"), ("PGUSER", "me")];
        let etcd = [("ETCDCTL_USER", "me:p@"), ("ETCDCTL_CACERT", "ca"), ("ETCDCTL_PASSWORD", "q")];
        let redis = [("REDISCLI_AUTH", "p@")];
        for (url, variables, expected) in [
            ("postgres://me@d/x", &tls[..], "postgres://me:p%40@d/x?sslmode=verify-ca&sslrootcert=a%26"),
            ("postgres://me:x@d?sslmode=x&sslrootcert=", &tls, "postgres://me:x@d?sslmode=x&sslrootcert="),
            ("postgres://me:x@d?%73slmode=x", &tls[..1], "postgres://me:x@d?%73slmode=x"),
            ("postgres://me:x@d?sslmode", &tls[..1], "postgres://me:x@d?sslmode"),
            ("postgres://d?password=x", &tls[3..], "postgres://me@d?password=x"),
            ("etcds://a,b:1/x", &etcd, "etcds://me:p%40@a,b:1/x?cacert=ca"),
            ("etcds://you@a?cacert=x", &etcd, "etcds://you:q@a?cacert=x"),
            ("etcd://you:p@a", &etcd, "etcd://you:p@a"),
            ("etcd://:p@a", &etcd, "etcd://:p@a"),
            ("rediss://a", &redis, "rediss://:p%40@a"),
            ("valkey://me@a/1?hash=x", &redis, "valkey://me:p%40@a/1?hash=x"),
            ("redis://:x@a", &redis, "redis://:x@a"),
        ] {
            check(url, variables, expected);
        }
    }

    #[test]
    fn files_in_the_home_directory_are_used_as_by_psql() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().to_str().unwrap();
        let check = |url: &str, expected: &str| check(url, &[("HOME", path)], expected);
        let url = "postgresql://db?sslmode=verify-ca";
        check(url, url);
        fs::create_dir(home.path().join(".postgresql")).unwrap();
        fs::write(home.path().join(".postgresql/root.crt"), "").unwrap();
        check(url, &format!("{url}&sslrootcert={path}/.postgresql/root.crt"));
        // An empty file name counts as none.
        for url in ["postgresql://db?sslmode=require&sslrootcert=", "postgresql://db?%73slmode=requir%65"] {
            check(url, &format!("{url}&sslrootcert={path}/.postgresql/root.crt"));
        }
        for url in ["postgresql://db", "postgresql://db?sslmode=%64isable"] {
            check(url, url);
        }
    }

    /// libpq's documentation describes the format.
    #[test]
    fn a_password_file_has_a_password_for_each_host() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("passwords");
        let text = b"# db:*:*:*:no\n\xff\ndb:5433:x:me:a\\:b\\\\\n\\:\\:1:5432:me:me:local\none:*:*:me:same\ntwo:*:*:me:same\nthree:*:*:me:other\n";
        fs::write(&file, text).unwrap();
        #[cfg(unix)]
        let set = |mode| {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        };
        #[cfg(unix)]
        set(0o600);
        let check =
            |url: &str, expected: &str| check(url, &[("PGPASSFILE", file.to_str().unwrap())], expected);
        for (url, expected) in [
            ("postgresql://me@db:5433/x", "postgresql://me:a%3Ab\\@db:5433/x"),
            ("postgresql://me@[::1]", "postgresql://me:local@[::1]"),
            ("postgresql://me@one,two:1/x", "postgresql://me:same@one,two:1/x"),
            (
                "postgresql://me@one,two:1/x?sslmode=disable",
                "postgresql://me:same@one,two:1/x?sslmode=disable",
            ),
        ] {
            check(url, expected);
        }
        for url in [
            "postgresql://me@db/x",
            "postgresql://you@db:5433/x",
            "postgresql://me@one,three/x",
            // These parameters add or replace what the address has.
            "postgresql://me@one?host=three",
            "postgresql://me@one?h%6Fst=three",
            "postgresql://me@one?hostaddr=10.0.0.1",
            "postgresql://me@db:5433/x?port=5434",
            "postgresql://me@db:5433/x?dbname=y",
            "postgresql://me@db:5433/x?user=you",
        ] {
            check(url, url);
        }
        #[cfg(unix)]
        {
            set(0o640);
            check("postgresql://me@db:5433/x", "postgresql://me@db:5433/x");
        }
    }
}
