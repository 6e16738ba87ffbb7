//! Reads the golden samples that the extension's tests read too.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::*;

#[derive(Deserialize)]
struct Exchange {
    case: String,
    request: Map<String, Value>,
    answers: Vec<Map<String, Value>>,
}

fn sample<T: DeserializeOwned>(name: &str) -> T {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../extension/wire/samples")
        .join(format!("{name}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn protocol() -> Value {
    sample("protocol")
}

fn commands() -> Vec<String> {
    serde_json::from_value(protocol()["commands"].clone()).unwrap()
}

fn incoming(frame: &Value) -> Incoming {
    Incoming::read(&frame.to_string()).unwrap_or_else(|e| panic!("{frame}: {e}"))
}

#[test]
fn every_request_is_read_and_written_as_it_was() {
    for name in commands() {
        for Exchange { case, request, .. } in sample::<Vec<Exchange>>(&name) {
            let command: Command = serde_json::from_value(request.clone().into())
                .unwrap_or_else(|e| panic!("{name}, {case}: {e}"));
            assert_eq!(command.name(), name, "{case}");
            let id = request["id"].as_u64().unwrap();
            let written = serde_json::to_value(Request {
                id,
                command: &command,
            });
            assert_eq!(written.unwrap(), Value::Object(request), "{name}, {case}");
        }
    }
}

#[test]
fn every_answer_is_read_and_written_as_it_was() {
    for name in commands() {
        for Exchange {
            case,
            request,
            answers,
        } in sample::<Vec<Exchange>>(&name)
        {
            for sample in answers {
                let Incoming::Answer { id, answer } = incoming(&sample.clone().into()) else {
                    panic!("{name}, {case}: not an answer");
                };
                assert_eq!(id, request["id"], "{name}, {case}");
                let mut written = answer.to_json();
                written.insert("id".into(), id.into());
                assert_eq!(written, sample, "{name}, {case}");
            }
        }
    }
}

/// Reads a good answer as the shape its command promises and writes it again.
fn through<T: DeserializeOwned + Serialize>(answer: Answer) -> Value {
    let shape: T = answer
        .read()
        .unwrap_or_else(|failure| panic!("{:?}", failure.detail));
    serde_json::to_value(shape).unwrap()
}

#[test]
fn every_good_answer_has_the_shape_its_command_promises() {
    for name in commands() {
        for Exchange { case, answers, .. } in sample::<Vec<Exchange>>(&name) {
            for sample in answers {
                let Incoming::Answer { answer, .. } = incoming(&sample.into()) else {
                    panic!("{name}, {case}: not an answer");
                };
                let Ok(fields) = answer.outcome.clone() else {
                    continue;
                };
                let shape = match name.as_str() {
                    "resolve" => through::<Resolved>(answer),
                    "locate" => through::<Located>(answer),
                    "hit" => through::<Delivered>(answer),
                    "act" => through::<Acted>(answer),
                    "verify" | "wait" => through::<Found>(answer),
                    "read" => through::<WhatItSays>(answer),
                    "outline" if fields.contains_key("drawn") => through::<Drawn>(answer),
                    "outline" => through::<Cleared>(answer),
                    "navigate" | "switchTab" => through::<TabAt>(answer),
                    "tabs" => through::<TabList>(answer),
                    "closeTab" => through::<Closed>(answer),
                    "beacon" => json!({}),
                    "mutate" => through::<Mutated>(answer),
                    "targets" => through::<Offers>(answer),
                    "record" => through::<Recording>(answer),
                    "pick" => through::<Picking>(answer),
                    other => panic!("{other} has no shape"),
                };
                assert_eq!(
                    floats(shape),
                    floats(Value::Object(fields)),
                    "{name}, {case}"
                );
            }
        }
    }
}

/// JSON has one kind of number, so 130 and 130.0 are the same to both ends.
fn floats(value: Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.into_iter().map(floats).collect(),
        Value::Object(fields) => fields.into_iter().map(|(k, v)| (k, floats(v))).collect(),
        other => other,
    }
}

#[test]
fn every_frame_without_an_id_is_read_and_written_as_it_was() {
    let frames: Map<String, Value> = sample("frames");
    let mut kinds = BTreeSet::new();
    for (kind, samples) in &frames {
        for frame in samples.as_array().unwrap() {
            assert_eq!(frame["type"], *kind);
            let mut written = match kind.as_str() {
                "welcome" | "ping" => {
                    let outgoing: Outgoing = serde_json::from_value(frame.clone()).unwrap();
                    serde_json::to_value(outgoing).unwrap()
                }
                _ => match incoming(frame) {
                    Incoming::Hello(hello) => serde_json::to_value(hello).unwrap(),
                    Incoming::Event(event) => serde_json::to_value(event).unwrap(),
                    Incoming::Pong => json!({}),
                    Incoming::Answer { .. } => panic!("{frame} is no answer"),
                },
            };
            written["type"] = kind.as_str().into();
            assert_eq!(written, *frame);
        }
        kinds.insert(kind.as_str());
    }
    assert_eq!(
        kinds,
        BTreeSet::from(["event", "hello", "ping", "pong", "welcome"])
    );
}

#[test]
fn every_reason_of_the_protocol_is_known_and_sampled() {
    let listed: BTreeSet<String> = serde_json::from_value(protocol()["reasons"].clone()).unwrap();
    let mut seen = BTreeSet::new();
    for name in commands() {
        for answer in sample::<Vec<Exchange>>(&name)
            .into_iter()
            .flat_map(|e| e.answers)
        {
            if let Some(reason) = answer.get("reason").and_then(Value::as_str) {
                seen.insert(reason.to_owned());
            }
        }
    }
    assert_eq!(listed, seen);
    for name in listed {
        let reason: Reason = serde_json::from_value(name.clone().into()).unwrap();
        assert_eq!(reason.name(), name);
    }
}

#[test]
fn the_numbers_are_the_protocols() {
    let protocol = protocol();
    assert_eq!(protocol["protocol"], PROTOCOL);
    assert_eq!(protocol["limits"]["messageBytes"], MESSAGE_LIMIT);
    assert_eq!(
        protocol["closeCodes"],
        json!({
            "wrongToken": close::WRONG_TOKEN,
            "noHello": close::NO_HELLO,
            "replaced": close::REPLACED,
            "noPong": close::NO_PONG,
            "protocolMismatch": close::PROTOCOL_MISMATCH,
            "tooLarge": close::TOO_LARGE,
        })
    );
}

#[test]
fn only_commands_that_look_are_sent_again() {
    let resent: BTreeSet<String> = serde_json::from_value(protocol()["resent"].clone()).unwrap();
    let looking = commands()
        .into_iter()
        .filter(|name| {
            let exchanges: Vec<Exchange> = sample(name);
            let request = exchanges.into_iter().next().unwrap().request;
            serde_json::from_value::<Command>(request.into())
                .unwrap()
                .may_be_resent()
        })
        .collect();
    assert_eq!(resent, looking);
}

#[test]
fn malformed_frames_are_none() {
    for text in sample::<Vec<String>>("malformed") {
        assert!(Incoming::read(&text).is_err(), "{text}");
    }
}

#[test]
fn a_reason_that_is_not_on_the_list_is_internal() {
    let frame = json!({ "id": 1, "ok": false, "reason": "bored", "detail": {} });
    let Incoming::Answer { answer, .. } = incoming(&frame) else {
        panic!("not an answer");
    };
    let failure = answer.outcome.unwrap_err();
    assert_eq!(failure.reason, Reason::Internal);
    assert_eq!(
        failure.detail::<String>("message").unwrap(),
        "the extension gave \"bored\" as its reason, which this version of aite does not know"
    );
}
