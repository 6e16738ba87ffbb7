// A script and a Python file of the same number of lines and about the same size.
export const LINES = 10_000;

export function script() {
  const lines = ['let site = "http://localhost:8080"', "", "flow login user word", '  fill field "Email" with user', '  fill field "Password" with word', '  click button "Log in"', ""];
  for (let test = 1; lines.length < LINES - 10; test += 1) {
    lines.push(
      `test "Send ${test} to a friend" @smoke @wallet`,
      `  open "{site}/wallet/${test}"`,
      `  do login "alice${test}" "secret"`,
      `  # The amount is checked once more before it goes`,
      `  fill field "Amount" with "${test}"`,
      `  click button "Send ${test}" within region "Wallet"`,
      `  read css ".balance" as balance`,
      `  verify text "Sent ${test}, {balance} left" timeout 10s`,
      `  verify button "Send" is visible`,
      "",
    );
  }
  while (lines.length < LINES) lines.push("");
  return lines.join("\n");
}

export function python() {
  const lines = ["import os", "", "", "def login(user, word):", '    os.environ["USER_NAME"] = user', '    os.environ["WORD"] = word', "", ""];
  for (let test = 1; lines.length < LINES - 10; test += 1) {
    lines.push(
      `def send_${test}_to_a_friend(page, wallet):`,
      `    page.goto(f"http://localhost/wallet/{wallet}/${test}")`,
      `    login("alice${test}", "secret")`,
      `    # The amount is checked once more before it goes`,
      `    page.get_by_label("Amount").fill("${test}")`,
      `    page.get_by_role("button", name="Send ${test}").click()`,
      `    balance = page.locator(".balance").inner_text()`,
      `    assert f"Sent ${test}, {balance} left" in page.content()`,
      "",
      "",
    );
  }
  while (lines.length < LINES) lines.push("");
  return lines.join("\n");
}
