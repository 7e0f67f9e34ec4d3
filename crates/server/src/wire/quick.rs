//! Reading what comes in most often without setting it aside first.
//!
//! COST: an envelope whose kind stands inside it is read twice, since its fields may come before the word that says what they
//! are. Orders, answers and dice are read in one go here; whatever else comes, or does not read, goes the plain way.

use serde::Deserialize;
use serde_json::Value;
use table::Ask;

use super::Request;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuickRequest<'a> {
    what: &'a str,
    number: u32,
    #[serde(borrow)]
    ask: QuickAsk<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuickAsk<'a> {
    ask: &'a str,
    command: Option<Value>,
    after: Option<u32>,
    choice: Option<String>,
    faces: Option<Vec<u8>>,
}

impl Request {
    /// Reads a frame.
    ///
    /// # Errors
    ///
    /// It is no JSON, or no request.
    pub(crate) fn read(text: &str) -> serde_json::Result<Request> {
        match serde_json::from_str::<QuickRequest<'_>>(text).ok().and_then(QuickRequest::whole) {
            Some(request) => Ok(request),
            None => serde_json::from_str(text),
        }
    }
}

impl QuickRequest<'_> {
    fn whole(self) -> Option<Request> {
        let QuickRequest { what: "ask", number, ask } = self else { return None };
        let ask = match ask {
            // An order that is nothing at all, and one that is not there, look the same here.
            QuickAsk { ask: "order", command: Some(command), after, choice: None, faces: None } => {
                Ask::Order { command, after }
            }
            QuickAsk { ask: "answer", command: None, after: None, choice: Some(choice), faces: None } => {
                Ask::Answer { choice }
            }
            QuickAsk { ask: "throw", command: None, after: None, choice: None, faces: Some(faces) } => {
                Ask::Throw { faces }
            }
            QuickAsk { ask: "roll", command: None, after: None, choice: None, faces: None } => Ask::Roll,
            _ => return None,
        };
        Some(Request::Ask { number, ask })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_quickly_is_what_is_read_plainly() {
        let texts = [
            r#"{"what":"ask","number":7,"ask":{"ask":"order","command":{"do":"move","unit":3}}}"#,
            r#"{"what":"ask","number":7,"ask":{"ask":"order","command":{"do":"end-step"},"after":12}}"#,
            r#"{"ask":{"command":null,"ask":"order"},"number":7,"what":"ask"}"#,
            r#"{"what":"ask","number":7,"ask":{"ask":"answer","choice":"line \"a\""}}"#,
            r#"{"what":"ask","number":7,"ask":{"ask":"throw","faces":[1,6]}}"#,
            r#"{"what":"ask","number":7,"ask":{"ask":"throw","faces":[1,600]}}"#,
            r#"{"what":"ask","number":7,"ask":{"ask":"roll"}}"#,
            r#"{"what":"ask","number":7,"ask":{"ask":"roll","faces":[1]}}"#,
            r#"{"what":"ask","number":7,"ask":{"ask":"roll","faces":null}}"#,
            r#"{"what":"ask","number":7,"ask":{"ask":"answer"}}"#,
            r#"{"what":"ask","number":7,"ask":{"ask":"say","text":"well done","to":"all"}}"#,
            r#"{"what":"ask","number":7,"more":1,"ask":{"ask":"roll"}}"#,
            r#"{"what":"ask","number":-7,"ask":{"ask":"roll"}}"#,
            r#"{"what":"ask","number":7,"number":8,"ask":{"ask":"roll"}}"#,
            r#"{"what":"news","number":7,"since":2}"#,
            r#"{"what":"ping","number":7}"#,
            r#"{"what":"wh"#,
        ];
        for text in texts {
            let plain = serde_json::from_str::<Request>(text).map_err(|error| error.to_string());
            let quick = Request::read(text).map_err(|error| error.to_string());
            assert_eq!(format!("{quick:?}"), format!("{plain:?}"), "{text}");
        }
    }
}
