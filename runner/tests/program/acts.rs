//! What a page notices of the steps that act on it.

use crate::folder::Folder;
use crate::site::Site;

/// Tells everything that is done to it.
const PLAYGROUND: &str = r#"
    <button id=plain>Plain</button>
    <button id=twice>Twice</button>
    <button id=other>Other</button>
    <div id=over role=button tabindex=0>Over</div>
    <label>Name <input id=name></label>
    <label>Code <input id=code></label>
    <label><input type=checkbox id=box> Agree</label>
    <label><input type=checkbox id=was checked> News</label>
    <label>Size <select id=size><option>Small</option><option>Large</option></select></label>
    <div id=card draggable=true role=img aria-label=Card>card</div>
    <div id=pile role=region aria-label=Pile style="height: 60px">pile</div>
    <script>
      const on = (id, type, word) => document.getElementById(id).addEventListener(type, (event) => tell(word(event)));
      on("plain", "click", () => "clicked");
      on("twice", "dblclick", () => "clicked twice");
      on("other", "contextmenu", (event) => { event.preventDefault(); return "clicked right"; });
      document.getElementById("over").addEventListener("mouseover", () => tell("hovered"), { once: true });
      on("name", "change", (event) => "name is " + event.target.value);
      on("code", "keydown", (event) => "key " + event.key);
      on("box", "change", (event) => "box " + event.target.checked);
      on("was", "change", (event) => "news " + event.target.checked);
      on("size", "change", (event) => "size " + event.target.value);
      pile.addEventListener("dragover", (event) => event.preventDefault());
      on("pile", "drop", (event) => { event.preventDefault(); return "dropped"; });
    </script>"#;

const PLAY: &str = r#"test "every act"
  open "/"
  click "Plain"
  double click "Twice"
  right click "Other"
  hover "Over"
  fill "Name" with "Zoë"
  press "Tab" in "Name"
  verify "Name" has value "Zoë"
  type "42" into "Code"
  press "Enter" in "Code"
  verify "Code" has value "42"
  check "Agree"
  check "Agree"
  verify "Agree" is checked
  uncheck "News"
  verify "News" is unchecked
  select "Large" in "Size"
  verify "Size" has value "Large"
  drag image "Card" to region "Pile"
"#;

const PLAYED: [&str; 12] = [
    "clicked",
    "clicked twice",
    "clicked right",
    "hovered",
    "name is Zoë",
    "key 4",
    "key 2",
    "key Enter",
    "box true",
    "news false",
    "size Large",
    "dropped",
];

#[test]
fn every_act_with_real_mouse_and_keys() {
    let site = Site::serve(&[("/", PLAYGROUND)]);
    let ran = Folder::at(&site, PLAY).run(&["run"]);
    assert_eq!(ran.code, 0, "{}", ran.shown());
    assert_eq!(site.heard(), PLAYED);
}

#[test]
fn every_act_by_events_of_the_page() {
    let site = Site::serve(&[("/", PLAYGROUND)]);
    let ran = Folder::at(&site, PLAY).run(&["run", "--plain-events"]);
    assert_eq!(ran.code, 0, "{}", ran.shown());
    assert_eq!(site.heard(), PLAYED);
}

/// A cover that comes when the pointer does, between aim and press. `STAYS` is for how many milliseconds.
const COVERED: &str = r#"
    <button onclick="tell('pressed'); this.textContent = 'Bought'">Buy</button>
    <div id=cover role=dialog style="display: none; position: fixed; inset: 0; background: #fff8" onmousedown="tell('cover pressed')" onclick="tell('cover clicked')">Offers</div>
    <script>
      addEventListener("pointermove", () => {
        cover.style.display = "block";
        if (STAYS) setTimeout(() => cover.remove(), STAYS);
      }, { once: true });
    </script>"#;

#[test]
fn a_press_that_would_hit_something_else_is_not_delivered() {
    let site = Site::serve(&[("/", &COVERED.replace("STAYS", "0"))]);
    let folder = Folder::at(&site, "open \"/\"\nclick \"Buy\" timeout 2s\n");
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    ✗ a.aite › a TIME

    ✗ a.aite › a
    error: step 1.2: "Buy" is covered by div#cover "Offers"
     --> a.aite:2:1
      |
    2 | click "Buy" timeout 2s
      | ^^^^^^^^^^^^^^^^^^^^^^ not-visible after TIME
      |
      = picture: .aite/runs/RUN-ID/screenshots/default-001-failed-1.png

    1 failed · TIME
    run: .aite/runs/RUN-ID
    exit 1
    "#);
    assert_eq!(site.heard(), [""; 0]);
}

#[test]
fn a_press_waits_until_what_covers_is_gone() {
    let site = Site::serve(&[("/", &COVERED.replace("STAYS", "400"))]);
    let folder = Folder::at(
        &site,
        "open \"/\"\nclick \"Buy\" timeout 30s\nverify \"Bought\" exists\n",
    );
    let ran = folder.run(&["run"]);
    assert_eq!(ran.code, 0, "{}", ran.shown());
    assert_eq!(site.heard(), ["pressed"]);
}
