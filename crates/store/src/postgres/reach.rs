//! How the database is reached: its address, and over TLS where the address says so.

use super::link::CONNECT;
use crate::game::StoreError;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

/// Where the database is, and how it is spoken to.
#[derive(Clone)]
pub struct Reach {
    pub config: Config,
    pub tls: MakeRustlsConnect,
}

impl Reach {
    /// What an address means. `sslmode=require` or `verify-full` is TLS with a certificate that is valid for the host, by the
    /// authorities of the system or by those in the file `sslrootcert`; without it nothing is encrypted. There is nothing
    /// in between: TLS with whoever answers would keep nobody out.
    pub fn of(url: &str) -> Result<Reach, StoreError> {
        let refused = |words: String| StoreError::Address(format!("the address of the database: {words}"));
        let (url, roots) = without_roots(url);
        let is_wanted = ["sslmode=require", "sslmode=verify-full"].iter().any(|mode| url.contains(mode));
        let url = url.replace("sslmode=verify-full", "sslmode=require");
        let mut config: Config =
            url.parse().map_err(|error: tokio_postgres::Error| refused(error.to_string()))?;
        if roots.is_some() && !is_wanted {
            return Err(refused("sslrootcert is of no use without sslmode=require".into()));
        }
        config.ssl_mode(if is_wanted { SslMode::Require } else { SslMode::Disable });
        config.application_name("dejarik");
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        config.keepalives_idle(Duration::from_secs(10));
        let roots =
            if is_wanted { trusted(roots.as_deref()).map_err(refused)? } else { RootCertStore::empty() };
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| refused(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Reach { config, tls: MakeRustlsConnect::new(tls) })
    }
}

/// An address without the file of authorities that it names, and the file.
fn without_roots(url: &str) -> (String, Option<String>) {
    let Some((place, settings)) = url.split_once('?') else { return (url.to_string(), None) };
    let (roots, others): (Vec<&str>, Vec<&str>) =
        settings.split('&').partition(|setting| setting.starts_with("sslrootcert="));
    let file = roots.last().and_then(|setting| setting.split_once('=')).map(|(_, file)| file.to_string());
    let url = if others.is_empty() { place.to_string() } else { format!("{place}?{}", others.join("&")) };
    (url, file)
}

/// The authorities whose certificates count.
fn trusted(file: Option<&str>) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    match file {
        Some(file) => {
            let certificates =
                CertificateDer::pem_file_iter(file).map_err(|error| format!("{file}: {error}"))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|error| format!("{file}: {error}"))?;
                roots.add(certificate).map_err(|error| format!("{file}: {error}"))?;
            }
        }
        None => {
            // Some of a system's certificates are often odd; the others count.
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    if roots.is_empty() {
        Err("there are no authorities to trust; name a file: sslrootcert=FILE".into())
    } else {
        Ok(roots)
    }
}

#[cfg(test)]
mod tests {
    use super::{Reach, without_roots};
    use tokio_postgres::config::SslMode;

    #[test]
    fn only_an_address_that_says_so_is_spoken_to_over_tls() {
        let mode = |url: &str| {
            Reach::of(url).map(|reach| reach.config.get_ssl_mode()).map_err(|error| error.to_string())
        };
        for plain in
            ["postgres://a@b/c", "postgres://a@b/c?sslmode=prefer", "postgres://a@b/c?sslmode=disable"]
        {
            assert_eq!(mode(plain), Ok(SslMode::Disable), "{plain}");
        }
        assert!(mode("postgres://a@b/c?sslrootcert=/x").is_err_and(|told| told.contains("of no use")));
        let missing = mode("postgres://a@b/c?sslmode=verify-full&sslrootcert=/nowhere/ca.pem");
        assert!(missing.is_err_and(|told| told.contains("/nowhere/ca.pem")));
        let (url, file) = without_roots("postgres://a@b/c?user=d&sslrootcert=/x&sslmode=require");
        assert_eq!((url.as_str(), file.as_deref()), ("postgres://a@b/c?user=d&sslmode=require", Some("/x")));
    }
}
