//! Where a store is: a data folder, or a database that several servers share.

#[cfg(feature = "postgres")]
use crate::conduct::{ALL, Conduct};
use crate::conduct::{Report, Taken};
use crate::game::StoreError;
use crate::kept::Checked;
use crate::{Sqlite, Store, copy_games};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Where games are kept.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// In a data folder of this machine.
    Folder(PathBuf),
    /// In a PostgreSQL database: `postgres://user@host/database`.
    Postgres(String),
}

/// How addresses of databases begin.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

impl Address {
    /// The place that a text names: the address of a database, or a folder.
    pub fn of(text: &str) -> Result<Address, StoreError> {
        if SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
            return Ok(Address::Postgres(text.to_string()));
        }
        match text.split_once("://") {
            Some((scheme, _)) => Err(StoreError::Address(format!(
                "{scheme}:// is no kind of store: expected a folder, or postgres://user@host/database"
            ))),
            None => Ok(Address::Folder(text.into())),
        }
    }
}

/// As people may see it: without a password.
impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Folder(folder) => write!(formatter, "{}", folder.display()),
            Address::Postgres(url) => formatter.write_str(&without_password(url)),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Address({self})")
    }
}

/// The address of a database without what nobody should read over a shoulder: a password, in either place where one can be.
fn without_password(url: &str) -> String {
    let (address, options) = url.split_once('?').map_or((url, None), |(address, rest)| (address, Some(rest)));
    let shown = match address.split_once("://") {
        Some((scheme, rest)) => match rest.rsplit_once('@') {
            Some((user, place)) => {
                let user = user.split_once(':').map_or(user, |(user, _)| user);
                format!("{scheme}://{user}@{place}")
            }
            None => address.to_string(),
        },
        None => address.to_string(),
    };
    let options: Vec<&str> = options
        .into_iter()
        .flat_map(|options| options.split('&'))
        .filter(|option| !option.to_lowercase().starts_with("password="))
        .collect();
    if options.is_empty() { shown } else { format!("{shown}?{}", options.join("&")) }
}

/// What a build without PostgreSQL says.
#[cfg(not(feature = "postgres"))]
fn without_postgres() -> StoreError {
    StoreError::Address(
        "this build can't use PostgreSQL. Build it with `cargo build --release --features postgres`, or take a release \
         archive, which can"
            .into(),
    )
}

/// Opens a store, makes it if there is none, and brings an older one up to date.
pub async fn open(address: &Address) -> Result<Arc<dyn Store>, StoreError> {
    match address {
        Address::Folder(folder) => Ok(Arc::new(Sqlite::open(folder)?)),
        #[cfg(feature = "postgres")]
        Address::Postgres(url) => Ok(Arc::new(crate::Postgres::open(url).await?)),
        #[cfg(not(feature = "postgres"))]
        Address::Postgres(_) => Err(without_postgres()),
    }
}

/// Looks through a store without changing it.
pub fn check(address: &Address) -> Result<Checked, StoreError> {
    match address {
        Address::Folder(folder) => Sqlite::check(folder),
        #[cfg(feature = "postgres")]
        Address::Postgres(url) => alone(crate::Postgres::check(url)),
        #[cfg(not(feature = "postgres"))]
        Address::Postgres(_) => Err(without_postgres()),
    }
}

/// What was reported and what was done about it, without changing anything: of a folder also while a server uses it.
pub fn conduct(address: &Address) -> Result<(Vec<Report>, Vec<Taken>), StoreError> {
    match address {
        Address::Folder(folder) => Sqlite::conduct(folder),
        #[cfg(feature = "postgres")]
        Address::Postgres(url) => alone(async {
            let store = crate::Postgres::open(url).await?;
            Ok((store.reports(false, ALL).await?, store.measures(ALL).await?))
        }),
        #[cfg(not(feature = "postgres"))]
        Address::Postgres(_) => Err(without_postgres()),
    }
}

/// Works the ratings out anew from the results of all rated games, which nothing else changes: how many there are.
pub fn rebuild_ratings(address: &Address) -> Result<u64, StoreError> {
    if let Address::Folder(folder) = address
        && !Sqlite::file(folder).is_file()
    {
        return Err(StoreError::Folder(format!("{}: no games are kept here", folder.display())));
    }
    alone(async { open(address).await?.rebuild_ratings().await })
}

/// Copies everything that one store keeps into another: how many games were copied. What is there already stays as it is.
pub fn copy(from: &Address, to: &Address) -> Result<u64, StoreError> {
    if from == to {
        return Err(StoreError::Address(format!("{from}: the games are there already")));
    }
    if let Address::Folder(folder) = from
        && !Sqlite::file(folder).is_file()
    {
        return Err(StoreError::Folder(format!("{}: no games are kept here", folder.display())));
    }
    alone(async {
        let (from, to) = (open(from).await?, open(to).await?);
        copy_games(&*from, &*to).await
    })
}

/// Runs something to its end, for commands that do nothing else.
fn alone<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| StoreError::Folder(error.to_string()))?;
    runtime.block_on(work)
}

#[cfg(test)]
mod tests {
    use super::Address;
    use std::path::PathBuf;

    #[test]
    fn an_address_is_a_folder_or_a_database_and_is_shown_without_its_password() {
        assert_eq!(Address::of("games"), Ok(Address::Folder(PathBuf::from("games"))));
        let shown = |url: &str| Address::of(url).expect("an address").to_string();
        assert_eq!(shown("postgres://mira:se@cret@db:5432/games"), "postgres://mira@db:5432/games");
        assert_eq!(shown("postgresql://db/games"), "postgresql://db/games");
        assert_eq!(
            shown("postgres://db/g?user=mira&password=x&sslmode=disable"),
            "postgres://db/g?user=mira&sslmode=disable"
        );
        assert_eq!(format!("{:?}", Address::of("postgres://a:b@c/d")), "Ok(Address(postgres://a@c/d))");
        let refused = Address::of("mysql://db").expect_err("refused").to_string();
        assert!(refused.contains("mysql://") && refused.contains("postgres://"), "{refused}");
    }
}
