//! The environment variables and files in which the engines' own tools look for what a URL lacks.

use std::path::{Path, PathBuf};
use std::{fs, mem};

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

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

/// A URL, with what it gets from its environment.
pub(super) struct Completed {
    pub(super) url: String,
    /// The variables that it uses, except passwords and files with passwords, which can't be wrong in form.
    pub(super) variables: Vec<&'static str>,
}

/// Returns a variable of this process. An empty variable counts as unset, as usual.
pub(super) fn variable(name: &str) -> Result<Option<String>, UsageError> {
    let value = std::env::var_os(name).filter(|value| !value.is_empty()).map(|value| value.into_string());
    value.transpose().map_err(|_| UsageError::new(format!("{name} is not valid UTF-8")))
}

/// Completes a URL whose login is percent-encoded. `variable` returns an environment variable.
pub(super) fn complete(
    url: &str,
    variable: impl Fn(&str) -> Result<Option<String>, UsageError>,
) -> Result<Completed, UsageError> {
    let Some((scheme, rest)) = url.split_once("://") else {
        return Ok(Completed { url: url.to_owned(), variables: Vec::new() });
    };
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = address.find('/').map_or((address, ""), |slash| address.split_at(slash));
    let (login, hosts) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (user, password) = with_password(login);
    let (mut user, mut password) = (user.to_owned(), password.map(str::to_owned));
    let mut url = Url { query: query.to_owned(), variables: Vec::new(), variable };
    match scheme {
        "postgresql" | "postgres" => {
            url.add(&POSTGRESQL)?;
            let home = (url.variable)("HOME")?.map(PathBuf::from);
            url.add_files(home.as_deref());
            if url.parameter("sslmode").as_deref() == Some("require") && url.file("sslrootcert").is_none() {
                complain(
                    "sslmode=require encrypts, but accepts every server: use sslmode=verify-full, with sslrootcert=system or the file of \
                     a root",
                );
            }
            if user.is_empty() {
                url.add(&[("user", "PGUSER", "")])?;
            }
            if password.is_none() && url.parameter("password").is_none() {
                let file = (url.variable)("PGPASSFILE")?.map(PathBuf::from);
                let file = file.or(home.map(|home| home.join(".pgpass")));
                // These parameters change to which server and database the password goes.
                let is_address =
                    ["host", "hostaddr", "port", "dbname"].iter().all(|name| url.parameter(name).is_none());
                let name = url.parameter("user").unwrap_or_else(|| decoded(&user));
                let found = match (url.variable)("PGPASSWORD")? {
                    None if is_address => file.and_then(|file| from_file(&file, hosts, path, &name)),
                    found => found,
                };
                found.into_iter().for_each(|password| url.append("password", &password));
            }
        }
        "etcd" | "etcds" => {
            url.add(if scheme == "etcds" { &ETCD } else { &[] })?;
            if user.is_empty() {
                let login = url.get("ETCDCTL_USER")?.unwrap_or_default();
                let (name, secret) = with_password(&login);
                (user, password) = (encoded(name), secret.map(encoded));
            }
            if !user.is_empty() && password.is_none() {
                password = (url.variable)("ETCDCTL_PASSWORD")?.map(|password| encoded(&password));
            }
        }
        _ if password.is_none() => {
            password = (url.variable)("REDISCLI_AUTH")?.map(|password| encoded(&password));
        }
        _ => {}
    }
    let colon = if password.is_some() { ":" } else { "" };
    let at = if user.is_empty() && password.is_none() { "" } else { "@" };
    let question = if url.query.is_empty() { "" } else { "?" };
    let Url { query, variables, .. } = url;
    let password = password.unwrap_or_default();
    Ok(Completed {
        url: format!("{scheme}://{user}{colon}{password}{at}{hosts}{path}{question}{query}"),
        variables,
    })
}

fn with_password(login: &str) -> (&str, Option<&str>) {
    login.split_once(':').map_or((login, None), |(user, password)| (user, Some(password)))
}

/// The query of a URL, and what was found so far.
struct Url<V> {
    query: String,
    variables: Vec<&'static str>,
    variable: V,
}

impl<V: Fn(&str) -> Result<Option<String>, UsageError>> Url<V> {
    fn get(&mut self, name: &'static str) -> Result<Option<String>, UsageError> {
        let value = (self.variable)(name)?;
        self.variables.extend(value.as_ref().map(|_| name));
        Ok(value)
    }

    /// Returns a parameter. Of several, the last counts.
    fn parameter(&self, name: &str) -> Option<String> {
        let mut pairs = self.query.rsplit('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        pairs.find(|(found, _)| decoded(found) == name).map(|(_, value)| decoded(value))
    }

    /// Returns the name of a file. In libpq, an empty name counts as none, although no variable replaces it.
    fn file(&self, name: &str) -> Option<String> {
        self.parameter(name).filter(|file| !file.is_empty())
    }

    fn append(&mut self, name: &str, value: &str) {
        let and = if self.query.is_empty() { "" } else { "&" };
        self.query += &format!("{and}{name}={}", encoded(value));
    }

    /// Adds parameters from variables, unless the URL has them.
    fn add(&mut self, parameters: &[(&str, &'static str, &str)]) -> Result<(), UsageError> {
        for (parameter, variable, _) in parameters {
            if self.parameter(parameter).is_none() {
                let Some(value) = self.get(variable)? else { continue };
                self.append(parameter, &value);
                let is_file = ["cert", "key"].iter().any(|end| parameter.ends_with(end)) && value != "system";
                let is_used = self.parameter("sslmode").as_deref() != Some("disable");
                // The engine's error doesn't say where the name comes from.
                if let Some(error) = fs::metadata(&value).err().filter(|_| is_file && is_used) {
                    complain(&format!("can't read {value}, which {variable} names: {error}"));
                }
            }
        }
        Ok(())
    }

    /// Adds the files of PostgreSQL that exist, if TLS is used.
    fn add_files(&mut self, home: Option<&Path>) {
        let Some(home) = home.filter(|_| self.parameter("sslmode").is_some_and(|mode| mode != "disable"))
        else {
            return;
        };
        for (parameter, _, file) in POSTGRESQL {
            let file = home.join(".postgresql").join(file);
            // A key without a certificate has no use.
            let is_used = parameter != "sslkey" || self.file("sslcert").is_some();
            if is_used && self.file(parameter).is_none() && file.is_file() {
                self.append(parameter, &file.to_string_lossy());
            }
        }
    }
}

/// Returns the password of PostgreSQL for these hosts.
fn from_file(file: &Path, hosts: &str, path: &str, user: &str) -> Option<String> {
    let database = path.strip_prefix('/').filter(|database| !database.is_empty());
    let database = database.map_or(user.to_owned(), decoded);
    let text = password_file(file);
    let mut passwords = hosts.split(',').map(|host| {
        let (name, port) =
            host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')).unwrap_or((host, "5432"));
        password(&text, [&decoded(name.trim_matches(['[', ']'])), &decoded(port), &database, user])
    });
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

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(url: &str, variables: &[(&str, &str)]) -> String {
        let variable = |name: &str| {
            Ok(variables.iter().find(|(found, _)| *found == name).map(|(_, value)| (*value).to_owned()))
        };
        complete(url, variable).unwrap().url
    }

    #[test]
    fn a_url_comes_before_the_environment() {
        let tls =
            [("PGSSLMODE", "verify-ca"), ("PGSSLROOTCERT", "a&"), ("PGPASSWORD", "p@"), ("PGUSER", "me")];
        let etcd = [("ETCDCTL_USER", "me:p@"), ("ETCDCTL_CACERT", "ca"), ("ETCDCTL_PASSWORD", "q")];
        let redis = [("REDISCLI_AUTH", "p@")];
        for (url, variables, expected) in [
            (
                "postgres://me@d/x",
                &tls[..],
                "postgres://me@d/x?sslmode=verify%2Dca&sslrootcert=a%26&password=p%40",
            ),
            ("postgres://me:x@d?sslmode=x&sslrootcert=", &tls, "postgres://me:x@d?sslmode=x&sslrootcert="),
            ("postgres://me:x@d?%73slmode=x", &tls[..1], "postgres://me:x@d?%73slmode=x"),
            ("postgres://me:x@d?sslmode", &tls[..1], "postgres://me:x@d?sslmode"),
            ("postgres://d?password=x", &tls[3..], "postgres://d?password=x&user=me"),
            ("etcds://a,b:1/x", &etcd, "etcds://me:p%40@a,b:1/x?cacert=ca"),
            ("etcds://you@a?cacert=x", &etcd, "etcds://you:q@a?cacert=x"),
            ("etcd://you:p@a", &etcd, "etcd://you:p@a"),
            ("rediss://a", &redis, "rediss://:p%40@a"),
            ("valkey://me@a/1?hash=x", &redis, "valkey://me:p%40@a/1?hash=x"),
            ("redis://:x@a", &redis, "redis://:x@a"),
            ("redis:a", &redis, "redis:a"),
        ] {
            assert_eq!(completed(url, variables), expected);
        }
    }

    #[test]
    fn files_in_the_home_directory_are_used_as_by_psql() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().to_str().unwrap();
        let complete = |url| decoded(&completed(url, &[("HOME", path)]));
        let url = "postgresql://db?sslmode=verify-ca";
        assert_eq!(complete(url), url);
        fs::create_dir(home.path().join(".postgresql")).unwrap();
        fs::write(home.path().join(".postgresql/root.crt"), "").unwrap();
        assert_eq!(complete(url), format!("{url}&sslrootcert={path}/.postgresql/root.crt"));
        // An empty file name counts as none.
        for url in ["postgresql://db?sslmode=require&sslrootcert=", "postgresql://db?%73slmode=requir%65"] {
            assert_eq!(complete(url), decoded(&format!("{url}&sslrootcert={path}/.postgresql/root.crt")));
        }
        assert_eq!(complete("postgresql://db"), "postgresql://db");
        assert_eq!(complete("postgresql://db?sslmode=%64isable"), "postgresql://db?sslmode=disable");
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
        let complete = |url| completed(url, &[("PGPASSFILE", file.to_str().unwrap())]);
        for (url, password) in [
            ("postgresql://me@db:5433/x", Some("a:b\\")),
            ("postgresql://me@db/x", None),
            ("postgresql://you@db:5433/x", None),
            ("postgresql://me@[::1]", Some("local")),
            ("postgresql://me@one,two:1/x", Some("same")),
            ("postgresql://me@one,three/x", None),
            ("postgresql://me@one,two:1/x?sslmode=disable", Some("same")),
            // These parameters add or replace what the address has.
            ("postgresql://me@one?host=three", None),
            ("postgresql://me@one?h%6Fst=three", None),
            ("postgresql://me@one?hostaddr=10.0.0.1", None),
            ("postgresql://me@db:5433/x?port=5434", None),
            ("postgresql://me@db:5433/x?dbname=y", None),
            ("postgresql://me@db:5433/x?user=you", None),
        ] {
            let and = if url.contains('?') { '&' } else { '?' };
            let expected = password
                .map_or(url.to_owned(), |password| format!("{url}{and}password={}", encoded(password)));
            assert_eq!(complete(url), expected);
        }
        #[cfg(unix)]
        {
            set(0o640);
            assert_eq!(complete("postgresql://me@db:5433/x"), "postgresql://me@db:5433/x");
        }
    }
}
