//! What every page of a case has beside its own.

/// Tells of everything that is done to the page: what was done, what the element says, and what it is marked to be meant by. Nothing leads away.
pub const RECORDER: &str = r#"<script>
  {
    const closed = new WeakSet();
    const named = (element) =>
      (element.ariaLabel || element.innerText || element.labels?.[0]?.innerText || element.placeholder || element.name || element.localName).trim();
    const record = (root) => {
      const hear = (type, did) => root.addEventListener(type, (event) => {
        const path = event.composedPath().filter((node) => node instanceof Element);
        if (closed.has(path[0]) || !did(path[0])) return;
        const meant = path.find((element) => element.dataset.meant);
        const control = path.find((element) => element.matches("button,a,input,select,textarea,label,summary,[role],[contenteditable]"));
        const element = meant ?? control ?? path[0];
        tell(JSON.stringify({ page: location.pathname, did: did(path[0]), element: named(element), meant: meant?.dataset.meant ?? "" }));
      }, true);
      const isChosen = (element) => element.matches("select,[type=file]");
      hear("mousedown", (element) => (isChosen(element) ? "" : "pressed"));
      hear("input", (element) => (isChosen(element) || element.matches("[type=checkbox],[type=radio]") ? "" : "typed into"));
      hear("change", (element) => (isChosen(element) ? "chose in" : ""));
      root.addEventListener("click", (event) => event.composedPath().some((node) => node.localName === "a") && event.preventDefault(), true);
      root.addEventListener("submit", (event) => event.preventDefault(), true);
    };
    record(document);
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (init) {
      const root = attachShadow.call(this, init);
      if (init.mode === "closed") {
        closed.add(this);
        record(root);
      }
      return root;
    };
  }
</script>"#;

/// The fonts and sizes of a case's page, so that its elements stand alike everywhere.
const LOOKS: &str = "<style>
  body { font: 16px/20px monospace; max-width: 800px }
  button, input, select, textarea { font: inherit }
  table { border-spacing: 8px 4px }
  header, footer, section, article { padding: 8px }
</style>";

/// A case's page as it is served.
pub fn body_of(page: &str) -> String {
    format!("{RECORDER}{LOOKS}{page}")
}
