//! Tables: made, brought along, sat down at.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{AppendHeaders, IntoResponse, Response};
use engine::Secret;
use engine::book::Folder;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Kept, News, Player, Role, Setup, Table};

use super::battles::{MapStyle, picture};
use super::body::{Asked, Body, Looks};
use super::play::Named;
use crate::clock;
use crate::library::{self, FormationLine, GroundLine, House};
use crate::notices::{check_mail, check_web};
use crate::problem::{Kind, Problem};
use crate::room::{Answer, Brought, Exported, Input, waits_of};
use crate::server::App;
use crate::session::{self, Who, seat_by_token};
use crate::store::{Address, NewTable, Waits};
use crate::token;

/// A battle folder that is brought along.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BroughtFolder {
    /// Its name.
    name: String,
    /// Its files, by name.
    files: BTreeMap<String, String>,
}

/// A table that is to be made.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MakeTable {
    /// The rulebook.
    rulebook: String,
    /// A battle that is at hand, by the name of its folder.
    #[serde(default)]
    battle: Option<String>,
    /// Or one that is brought along.
    #[serde(default)]
    folder: Option<BroughtFolder>,
    /// What the table changes in the rules.
    #[serde(default)]
    house: House,
    /// Title, pace, dice and seats.
    setup: Setup,
    /// Whether anybody who knows the table's name may look on.
    #[serde(default)]
    watched: bool,
}

impl Asked for MakeTable {
    const IS_UPLOAD: bool = true;
}

impl Asked for Exported {
    const IS_UPLOAD: bool = true;
}

/// A table that was made.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Made {
    /// Its name.
    table: String,
    /// What the dice are promised by: publish it, then let every seat give its word.
    commitment: String,
    /// A link for each seat that a person takes. Whoever has the link has the seat.
    links: Vec<SeatLink>,
}

/// A link to a seat.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SeatLink {
    /// The seat.
    seat: u8,
    /// Whose it is.
    name: String,
    /// In what capacity.
    role: Role,
    /// What lets somebody in.
    token: String,
    /// The page to open. The token stands behind a `#`, so no server on the way sees it.
    link: String,
}

/// It is done.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Done {
    /// Always true.
    done: bool,
}

pub(crate) const DONE: Json<Done> = Json(Done { done: true });

/// What a new table begins with.
struct Beginning {
    rulebook: String,
    house: House,
    folder: Folder,
    setup: Setup,
    secret: Secret,
    watched: bool,
    kept: Vec<Kept>,
    chain: String,
    waits: Waits,
}

pub(super) async fn make(
    State(app): State<App>,
    who: Who,
    Body(wanted): Body<MakeTable>,
) -> Result<Json<Made>, Problem> {
    app.guard.spend(who.address)?;
    check(&app, &wanted.setup)?;
    let secret = Secret::new(token::bytes()?);
    let (library, config) = (app.library.clone(), app.config.clone());
    let beginning = tokio::task::spawn_blocking(move || {
        let folder = match (wanted.battle, wanted.folder) {
            (Some(name), None) => library.battle(&name)?.folder.clone(),
            (None, Some(brought)) => {
                let files = brought.files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
                library::open(Folder { name: brought.name, files })?.folder
            }
            _ => return Err(Problem::senseless("no battle is named, or two", "name a battle or bring one along")),
        };
        let field = library.field(&wanted.rulebook, &wanted.house, &folder)?;
        let table = Table::new(field.as_ref(), wanted.setup.clone(), secret.clone())?;
        Ok(Beginning {
            rulebook: wanted.rulebook,
            house: wanted.house,
            folder,
            setup: wanted.setup,
            secret,
            watched: wanted.watched,
            kept: Vec::new(),
            chain: table.chain().to_string(),
            waits: waits_of(&table, &config, clock::now()),
        })
    });
    begin(&app, beginning.await.map_err(|error| Problem::broken("a table cannot be made", &error))??).await
}

/// Whether a table can be set up so. Where it was branched off is for the server to say.
fn check(app: &App, setup: &Setup) -> Result<(), Problem> {
    setup.check()?;
    if setup.origin.is_some() {
        return Err(Problem::senseless("a new table has no origin", "branch it off the other table"));
    }
    for seat in &setup.seats {
        if let Player::General(name) = &seat.player {
            app.config.generals.check(name)?;
        }
    }
    Ok(())
}

/// A table that is to go on from another one.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BranchOff {
    /// The last turn that has happened there; nought for the start.
    turn: u32,
    /// Title, pace, dice and seats.
    setup: Setup,
    /// Whether anybody who knows the table's name may look on.
    #[serde(default)]
    watched: bool,
}

impl Asked for BranchOff {}

pub(super) async fn branch(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Looks(named): Looks<Named>,
    Body(wanted): Body<BranchOff>,
) -> Result<Json<Made>, Problem> {
    let seat = who.seat(&app, &table, named.seat).await?;
    app.guard.spend(who.address)?;
    check(&app, &wanted.setup)?;
    let secret = Secret::new(token::bytes()?);
    let seats = &wanted.setup.seats;
    let input = |to| Input::Branch { seat, turn: wanted.turn, seats: seats.clone(), secret: secret.clone(), to };
    let Answer::Branched(origin) = app.rooms.call(&table, input).await? else { return Err(Problem::later()) };
    let setup = Setup { origin: Some(origin), ..wanted.setup };
    let (rulebook, house, folder) = app.store.battle_of(&table).await?;
    let (library, config, watched) = (app.library.clone(), app.config.clone(), wanted.watched);
    let beginning = tokio::task::spawn_blocking(move || {
        let field = library.field(&rulebook, &house, &folder)?;
        let table = Table::new(field.as_ref(), setup.clone(), secret.clone())?;
        let (chain, waits) = (table.chain().to_string(), waits_of(&table, &config, clock::now()));
        Ok::<_, Problem>(Beginning { rulebook, house, folder, setup, secret, watched, kept: Vec::new(), chain, waits })
    });
    begin(&app, beginning.await.map_err(|error| Problem::broken("a table cannot be made", &error))??).await
}

pub(super) async fn import(
    State(app): State<App>,
    who: Who,
    Body(file): Body<Exported>,
) -> Result<Json<Made>, Problem> {
    app.guard.spend(who.address)?;
    let library = app.library.clone();
    let brought = tokio::task::spawn_blocking(move || file.open(&library));
    let Brought { file, folder, secret, table } =
        brought.await.map_err(|error| Problem::broken("a game cannot be opened", &error))??;
    let Exported { rulebook, house, setup, kept, chain, .. } = file;
    let waits = waits_of(&table, &app.config, clock::now());
    begin(&app, Beginning { rulebook, house, folder, setup, secret, watched: false, kept, chain, waits }).await
}

async fn begin(app: &App, beginning: Beginning) -> Result<Json<Made>, Problem> {
    let Beginning { rulebook, house, folder, setup, secret, watched, kept, chain, waits } = beginning;
    let id = token::table()?;
    let mut links = Vec::new();
    let mut tokens = Vec::new();
    for (place, seat) in setup.seats.iter().enumerate() {
        if seat.player != Player::Person {
            tokens.push(None);
            continue;
        }
        let token = token::secret()?;
        let link = app.config.link(&format!("/#/battle/{id}/{token}"));
        let place = u8::try_from(place).unwrap_or(u8::MAX);
        links.push(SeatLink { seat: place, name: seat.name.clone(), role: seat.role, token: token.clone(), link });
        tokens.push(Some(token));
    }
    let commitment = secret.commitment().to_string();
    let made = clock::now();
    let id_kept = id.clone();
    app.store
        .make(NewTable { id, rulebook, house, folder, setup, secret, watched, made, kept, chain, waits, tokens })
        .await?;
    Ok(Json(Made { table: id_kept, commitment, links }))
}

/// What table this is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TablePage {
    /// Its name.
    table: String,
    /// The seat of whoever asks; 255 for somebody who only looks on.
    seat: u8,
    /// The rulebook.
    rulebook: String,
    /// What the table changes in it.
    house: House,
    /// The name of the battle folder.
    folder: String,
    /// The edges of its ground.
    ground: GroundLine,
    /// The formations that its pieces belong to.
    formations: Vec<FormationLine>,
    /// What the dice are promised by.
    commitment: String,
    /// Whether something was ordered or said already; until then every seat may give a word for the dice.
    has_begun: bool,
    /// How it stands, without the journal.
    news: News,
}

pub(super) async fn about(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Looks(named): Looks<Named>,
) -> Result<Json<TablePage>, Problem> {
    let seat = who.seat(&app, &table, named.seat).await?;
    match app.rooms.call(&table, |to| Input::About { seat, to }).await? {
        Answer::About(about) => {
            let crate::room::About { news, rulebook, house, folder, ground, formations, commitment, has_begun } =
                *about;
            let seat = seat.0;
            Ok(Json(TablePage {
                table,
                seat,
                rulebook,
                house,
                folder,
                ground,
                formations,
                commitment,
                has_begun,
                news,
            }))
        }
        _ => Err(Problem::later()),
    }
}

/// Somebody sits down.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SitDown {
    /// The token of the link.
    token: String,
}

impl Asked for SitDown {}

/// Somebody sits.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Sat {
    /// The table.
    table: String,
    /// The seat.
    seat: u8,
}

pub(super) async fn sit(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Body(sits): Body<SitDown>,
) -> Result<Response, Problem> {
    let seat = seat_by_token(&app, &table, &sits.token).await?;
    let (digest, account, cookie) = match who.session(&app).await? {
        Some(session) => (session.digest, session.account.map(|(id, _)| id), None),
        None => {
            let (digest, cookie) = session::begin(&app, None).await?;
            (digest, None, Some(cookie))
        }
    };
    app.store.sit(&digest, account.as_deref(), &table, seat.0, clock::now()).await?;
    let cookie = AppendHeaders(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
    Ok((cookie, Json(Sat { table, seat: seat.0 })).into_response())
}

/// A word for the dice.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GiveWord {
    /// The word.
    word: String,
    /// The seat, where somebody has several.
    #[serde(default)]
    seat: Option<u8>,
}

impl Asked for GiveWord {}

pub(super) async fn word(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Body(given): Body<GiveWord>,
) -> Result<Json<Done>, Problem> {
    let seat = who.seat(&app, &table, given.seat).await?;
    app.rooms.call(&table, |to| Input::Word { seat, word: given.word.clone(), to }).await.map(|_| DONE)
}

/// Where a seat wants to be told that it is its turn.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Notices {
    /// An address of mail; nothing for none.
    #[serde(default)]
    mail: Option<String>,
    /// An address of the web that is sent JSON; nothing for none.
    #[serde(default)]
    webhook: Option<String>,
    /// The seat, where somebody has several.
    #[serde(default)]
    seat: Option<u8>,
}

impl Asked for Notices {}

pub(super) async fn notices(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Body(wanted): Body<Notices>,
) -> Result<Json<Done>, Problem> {
    let seat = who.seat(&app, &table, wanted.seat).await?;
    if seat == crate::room::ONLOOKER {
        return Err(Problem::not_yours());
    }
    app.guard.spend(who.address)?;
    let wrong = |why: String| Problem::senseless(why, "check the address");
    let mut addresses = Vec::new();
    if let Some(mail) = wanted.mail {
        if app.config.mail.is_none() {
            return Err(Problem::new(Kind::Refused, "this server sends no mail", "take an address of the web instead"));
        }
        check_mail(&mail).map_err(wrong)?;
        addresses.push(Address { kind: "mail".to_owned(), address: mail, stop: token::secret()? });
    }
    if let Some(web) = wanted.webhook {
        check_web(&web, app.config.notices_at_home).map_err(wrong)?;
        addresses.push(Address { kind: "webhook".to_owned(), address: web, stop: token::secret()? });
    }
    let grace = u64::try_from(app.config.notice_grace.as_millis()).unwrap_or(u64::MAX);
    app.store.set_addresses(&table, seat.0, &addresses, clock::now().saturating_add(grace)).await?;
    Ok(DONE)
}

/// Where a seat is told that it is its turn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NoticesLine {
    /// The address of mail, if there is one.
    mail: Option<String>,
    /// The address of the web, if there is one.
    webhook: Option<String>,
    /// Whether this server sends mail at all.
    sends_mail: bool,
}

pub(super) async fn notices_of(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Looks(named): Looks<Named>,
) -> Result<Json<NoticesLine>, Problem> {
    let seat = who.seat(&app, &table, named.seat).await?;
    if seat == crate::room::ONLOOKER {
        return Err(Problem::not_yours());
    }
    let addresses = app.store.addresses(&table, seat.0).await?;
    let of = |kind: &str| addresses.iter().find(|known| known.kind == kind).map(|known| known.address.clone());
    Ok(Json(NoticesLine { mail: of("mail"), webhook: of("webhook"), sends_mail: app.config.mail.is_some() }))
}

pub(super) async fn map(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Looks(style): Looks<MapStyle>,
) -> Result<Response, Problem> {
    who.seat(&app, &table, None).await?;
    let (rulebook, _, folder) = app.store.battle_of(&table).await?;
    let library = app.library.clone();
    let drawn = tokio::task::spawn_blocking(move || {
        let rulebook = style.rulebook.unwrap_or(rulebook);
        library.map(&library::open(folder)?.battle, Some(&rulebook), style.style.as_deref(), style.bare)
    });
    picture(drawn.await.map_err(|error| Problem::broken("a map cannot be drawn", &error))??)
}

/// The schemas of a game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Schemas {
    /// Of its orders.
    command: Value,
    /// Of what a side may see.
    view: Value,
}

pub(super) async fn schema(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
) -> Result<Json<Schemas>, Problem> {
    who.seat(&app, &table, None).await?;
    let (rulebook, house, folder) = app.store.battle_of(&table).await?;
    let library = app.library.clone();
    let field = tokio::task::spawn_blocking(move || library.field(&rulebook, &house, &folder));
    let field = field.await.map_err(|error| Problem::broken("a battle cannot be mustered", &error))??;
    Ok(Json(Schemas { command: field.command_schema(), view: field.view_schema() }))
}

pub(super) async fn export(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Looks(named): Looks<Named>,
) -> Result<Response, Problem> {
    let seat = who.seat(&app, &table, named.seat).await?;
    match app.rooms.call(&table, |to| Input::Export { seat, to }).await? {
        Answer::Exported(file) => {
            let named = format!("attachment; filename=\"{table}.longroll.json\"");
            Ok(([(header::CONTENT_DISPOSITION, named)], Json(file)).into_response())
        }
        _ => Err(Problem::later()),
    }
}
