//! A secret is typed into the page and goes nowhere else.

use std::collections::BTreeMap;

use crate::folder::Folder;
use crate::site::Site;

#[test]
fn a_secret_is_seen_nowhere() {
    let secret = "s3cr et/ß&";
    let site = Site::serve(&[(
        "/",
        r#"<form><label>Password <input type=password name=p></label><label>Note <input name=n></label><button>Log in</button></form>
        <p id=out></p><script>
          const p = new URLSearchParams(location.search).get('p');
          if (p) { out.textContent = 'Your password is ' + p; console.error('leaked ' + p); document.title = p; tell(p); }
        </script>"#,
    )]);
    let folder = Folder::at(
        &site,
        r#"secret password = env "AITE_TEST_SECRET"
test "log in"
  open "/"
  fill "Password" with password
  fill "Note" with "it is {password}"
  click button "Log in"
  verify text "Your password is {password}"
  verify css "p" contains "Your"
  verify url contains "p="
  read "Note" as kept
  verify "Note" has value kept
  read url as address
  soft verify url is "{address}#" timeout 500ms
  soft verify text "Not {password}" timeout 500ms
  soft verify title is "x" timeout 500ms
  click button "{password}" timeout 500ms
"#,
    );
    let mut command = folder.aite(&["run", "--verbose"]);
    command.env("AITE_TEST_SECRET", secret);
    let ran = folder.end_of(command);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    site.wait_to_hear(secret);
    let mut written: BTreeMap<_, _> = folder.files(".aite/runs");
    written.insert("lock".into(), folder.read("a.aite.lock").into_bytes());
    written.insert("what was said".into(), ran.all().into_bytes());
    for (name, bytes) in written {
        let shown = String::from_utf8_lossy(&bytes);
        for form in [secret, "s3cr", "s3cr%20et", "s3cr+et%2F%C3%9F%26"] {
            assert!(!shown.contains(form), "{name} holds {form:?}: {shown}");
        }
    }
}
