//! The words the shop's pages offer.

use aite::bridge::messages::{Locator, OfferedTarget};
use aite::session::{LiveQuery, said};

use super::author::Author;

/// A page that changes by itself is asked again.
const TRIES: usize = 5;

#[test]
fn every_target_the_shop_offers_leads_to_its_element_and_no_other() {
    let mut author = Author::new();
    let mut seen = 0;
    for (page, steps) in PAGES {
        author.perform(&format!("{steps}\nwait for link \"Shop\""));
        let offers = holding(&mut author, page);
        assert!(offers.len() >= 5, "{page} offers {}", offers.len());
        let by_css = offers
            .iter()
            .filter(|offer| matches!(offer.target.by, Locator::Css { .. }));
        let by_css: Vec<_> = by_css.filter_map(|offer| said(&offer.target)).collect();
        assert_eq!(by_css, [""; 0], "{page} has words for all it shows");
        seen += offers.len();
    }
    assert!(seen > 300, "{seen} on all pages");
}

#[test]
fn what_is_typed_comes_first() {
    let mut author = Author::new();
    author.perform("open \"/login\"");
    let query = LiveQuery {
        typed: "passw".into(),
        limit: Some(1),
        within: None,
    };
    let offers = author.ask(async |session| session.targets(query).await);
    let words: Vec<_> = offers
        .expect("an answer")
        .iter()
        .filter_map(|offer| said(&offer.target))
        .collect();
    assert_eq!(words, ["field \"Password\""]);
}

/// Every page of the shop, and the steps from the one before.
const PAGES: [(&str, &str); 16] = [
    ("the log-in", "open \"/login\""),
    ("joining", "open \"/join\""),
    ("the start", LOG_IN),
    ("the start without the banner", "click button \"Accept\""),
    (
        "a product",
        "open \"/product/paper-lantern\"\nwait for network idle\nclick tab \"Reviews\"\nwait until \"Loading reviews …\" is gone timeout 10s",
    ),
    ("what is sold out", "open \"/product/rain-umbrella\""),
    (
        "the cart",
        "open \"/product/paper-lantern\"\nclick button \"Add to cart\"\nwait until testid \"cart-count\" is visible\nopen \"/product/brass-compass\"\nclick button \"Add to cart\"\nwait until \"Added to the cart\" is gone\nopen \"/cart\"\nwait for row ~\"lantern\"",
    ),
    ("the wish list", "open \"/wishlist\""),
    ("help", "open \"/help\""),
    ("the wallet", "open \"/wallet\"\nwait until \"…\" is gone"),
    (
        "a dialog",
        "fill \"To\" with \"bob\"\nfill \"Amount\" with 1\nclick \"Continue\"",
    ),
    ("a transfer", "click button \"Send\"\nwait for cell \"−1\""),
    ("the account", "open \"/account\""),
    (
        "the checkout with its frame",
        "open \"/checkout\"\nwait for field \"Card number\"",
    ),
    (
        "an order",
        "fill label \"Street\" with \"12 North Lane\"\nfill \"Card number\" with \"4242 4242 4242 4242\"\nfill placeholder \"MM/YY\" with \"04/31\"\nfill \"Security code\" with \"123\"\nclick button ~\"Pay\"\nwait for heading \"Thank you for your order\"",
    ),
    ("no page at all", "open \"/nothing-here\""),
];

const LOG_IN: &str = "open \"/login\"
fill \"User name\" with \"alice\"
fill \"Password\" with \"open sesame\"
click button \"Log in\"
wait until not url contains \"/login\"
wait for link \"Brass compass\"";

/// What a page offers, once every target of it was seen to mean its own element.
fn holding(author: &mut Author, page: &str) -> Vec<OfferedTarget> {
    let offers = offered(author, page);
    for offer in &offers {
        let mut said = offer.clone();
        let mut tries = 0;
        while let Err(found) = means_its_own(author, &said) {
            tries += 1;
            assert!(tries < TRIES, "{page}: {found}");
            let again = offered(author, page);
            let same = again.into_iter().find(|other| other.handle == offer.handle);
            said = same.unwrap_or_else(|| panic!("{page}: {found}, and then it was gone"));
        }
    }
    offers
}

fn offered(author: &mut Author, page: &str) -> Vec<OfferedTarget> {
    let offers = author.ask(async |session| session.targets(LiveQuery::default()).await);
    offers.unwrap_or_else(|failure| panic!("{page}: {failure:?}"))
}

/// What else its words mean, if they do.
fn means_its_own(author: &mut Author, offer: &OfferedTarget) -> Result<(), String> {
    let words = said(&offer.target).ok_or_else(|| format!("no words for {offer:?}"))?;
    match author.preview(&words) {
        Ok(found)
            if found.matches == 1 && found.candidates[0].handle.as_ref() == Some(&offer.handle) =>
        {
            Ok(())
        }
        other => Err(format!("{words} means {other:?}")),
    }
}
