//! Lets people in: a task for each connection, and none that waits for ever for somebody who does not
//! say what he wants.

use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::connection::{Doorstep, Peer, Speaking};

/// Lets people in until the server closes, and then waits until those who are in have had their answer.
pub(crate) async fn let_in(
    mut doorstep: Doorstep,
    router: Router,
    within: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let mut inside = JoinSet::new();
    loop {
        tokio::select! {
            (speaking, peer) = doorstep.next() => {
                inside.spawn(serve(speaking, peer, router.clone(), within, closing.clone()));
            }
            Some(_) = inside.join_next() => {}
            () = closes(&mut closing) => break,
        }
    }
    drop(doorstep);
    while inside.join_next().await.is_some() {}
}

async fn serve(speaking: Speaking, peer: Peer, router: Router, within: Duration, mut closing: watch::Receiver<bool>) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer.clone()));
        router.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(within);
    let mut connection = pin!(http.serve_connection(TokioIo::new(speaking), service).with_upgrades());
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = closes(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection has ended");
    }
}

async fn closes(closing: &mut watch::Receiver<bool>) {
    drop(closing.wait_for(|closing| *closing).await);
}
