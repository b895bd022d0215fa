import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../apps/backoffice/src/app/paths.ts";
import { startApplication, type StartedApplication } from "../support/application.ts";
import { goTo, launchBrowser, newPhone } from "../support/browser.ts";
import { asOperator } from "../support/operator.ts";
import {
  addOperator,
  approveOperator,
  customerCall,
  customerForm,
  fillSignIn,
  newDesk,
  open,
  pressSequence,
  readPassword,
  registerCustomer,
  signInFirst,
  totpCode,
  type Credentials,
} from "./backoffice-desk.ts";

/**
 * An application of its own: the second operator ends single approval for good, and other tests
 * decide with one. The steps of a journey stand on the earlier ones.
 */
let application: StartedApplication;
let browser: Browser;
/** Two operators at two desks. */
let first: Page;
let second: Page;
let secondContext: BrowserContext;
let customer: Credentials;

const approver = { email: "approver@example.com", password: "an approver of the tests" };
const viewer = { email: "viewer@example.com", password: "a viewer of the tests" };

beforeAll(async () => {
  [application, browser] = await Promise.all([startApplication(), launchBrowser()]);
  customer = await registerCustomer(application);
});
afterAll(async () => {
  await browser.close();
  await application.stop();
});

const owner = () => ({
  email: application.operatorEmail,
  password: application.operatorPassword,
});
const availableYen = async () =>
  (await customerCall<{ jpy: string }>(application, "/user/getUserinfo", {}, customer)).data.jpy;
/** The open case stands as it was decided: a toast of the step before may still be there. */
const isNow = (page: Page, state: "Approved" | "Rejected") =>
  page.locator("[data-detail]").getByText(state, { exact: true }).waitFor();
/** Another customer's open screen. */
async function openPhone({ token, account }: Credentials): Promise<Page> {
  const context = await newPhone(browser, { locale: "en-US" });
  await context.addInitScript(
    (entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)),
    [
      ["tokend", token],
      ["account", account],
      ["language", "us"],
    ] as [string, string][],
  );
  const page = await context.newPage();
  await page.goto(`${application.address}/#/home/home`);
  return page;
}

/** To a customer's next deadline: one operator proposes it, open screens say so, and another approves it. */
async function moveClockTogether(phone: Page, deadline: string): Promise<void> {
  await open(first, application, "/clock");
  const row = first.getByRole("row").filter({ hasText: deadline });
  await row.getByRole("button", { name: "Forward to this deadline" }).click();
  await first.getByRole("dialog").getByRole("button", { name: "Propose" }).click();
  await first.getByText(/has proposed to move the clock/).waitFor();
  await phone.getByText(/^The clock is about to move to/).waitFor();
  await open(second, application, "/proposals");
  await second.reload();
  await second.getByRole("link", { name: "Move of the simulated clock" }).click();
  const approve = second.getByRole("dialog").getByRole("button", { name: "Approve" });
  await second.getByRole("button", { name: /^Approve/ }).click();
  await approve.click();
  await second.getByText(/^Every open screen has to announce this/).waitFor();
  await first.getByText(/has proposed to move the clock/).waitFor();
  await setTimeout(10_000);
  await approve.click();
  await isNow(second, "Approved");
}
const strip = (page: Page) => page.getByText("Single approval is on");

describe("signing in", () => {
  it("refuses a wrong password beside the form, and opens with the right one where one wanted to go", async () => {
    ({ page: first } = await newDesk(browser));
    await open(first, application, "/invitations");
    await fillSignIn(first, { ...owner(), password: "not the password" });
    await first
      .getByRole("alert")
      .getByText(/password/i)
      .waitFor();
    await fillSignIn(first, owner());
    await first.getByRole("heading", { name: "Invitation codes", level: 1 }).waitFor();
    await first.getByText("Simulated instance").waitFor();
    await strip(first).waitFor();
  });

  it("makes a second operator, whose one-time password has to be changed first", async () => {
    const password = await addOperator(first, approver.email, "Approver");
    await strip(first).waitFor({ state: "detached" });
    ({ page: second, context: secondContext } = await newDesk(browser));
    await signInFirst(second, application, { email: approver.email, password }, approver.password);
    await expect.poll(() => strip(second).count()).toBe(0);
  });

  it("stays signed in when the page is loaded again", async () => {
    await second.reload();
    await second.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
  });
});

describe("a customer's state", () => {
  it("is restricted at once, with a reason that the customer reads", async () => {
    await open(first, application, `/customers/${customer.account}`);
    await first.getByRole("button", { name: "Change state" }).click();
    const form = first.getByRole("dialog", { name: /Change the state/ });
    await form.getByLabel("New state").selectOption({ label: "Frozen" });
    const reason = "We need to confirm the account holder's identity.";
    await form.getByLabel("Reason").selectOption({ label: reason });
    // Own words are a second step, and wait; what asks for a code is refused beside its field.
    await form.getByLabel("Explanation (optional)").fill("Please tell us the code we sent you.");
    await form.locator("[type=submit]").click();
    await form.getByText("We never ask customers for passwords").waitFor();
    await form.getByLabel("Explanation (optional)").fill("");
    await form.locator("[type=submit]").click();
    await form.waitFor({ state: "detached" });
    await first.locator("header").getByText("Frozen").waitFor();
    const order = { type: "jpy", code: "7203", side: "long", kind: "market", leverage: "1" };
    const sent = { ...order, quantity: "1", request_id: randomUUID() };
    const answer = await customerCall(application, "/trade/place-order", sent, customer);
    expect(answer.msg).toBe("account_frozen");
  });

  it("stands among what was done about the customer, with its reason", async () => {
    await first.getByRole("tab", { name: "Activity" }).click();
    await first.getByText("We need to confirm the account holder's identity.").first().waitFor();
  });

  it("is given back by two: proposed by one, who cannot approve it", async () => {
    await first.getByRole("button", { name: "Change state" }).click();
    const form = first.getByRole("dialog", { name: /Change the state/ });
    await form.getByLabel("New state").selectOption({ label: "Active" });
    await form.getByText("requires another operator’s approval").waitFor();
    await form.getByLabel("Reason").selectOption({ label: "The matter has been resolved." });
    await form.locator("[type=submit]").click();
    await first.getByRole("link", { name: "See the proposal" }).click();
    const approve = first.getByRole("button", { name: /^Approve/ });
    await approve.hover();
    await expect.poll(() => approve.getAttribute("aria-disabled")).toBe("true");
    await first.locator(".tip").getByText("another operator has to approve it").waitFor();
    await first.keyboard.press("a");
    await expect.poll(() => first.getByRole("dialog").count()).toBe(0);
  });

  it("is given back by the other's approval, by keyboard alone", async () => {
    await second.reload();
    await second.getByRole("navigation").waitFor();
    await pressSequence(second, "g", "p");
    await second.getByText(customer.account).first().waitFor();
    await second.keyboard.press("j");
    await second.getByRole("heading", { name: "Change of a customer’s state" }).waitFor();
    await second.getByText("Frozen", { exact: true }).waitFor();
    await second.keyboard.press("c");
    await second.getByRole("button", { name: /^Release/ }).waitFor();
    await second.keyboard.press("a");
    await second.getByRole("dialog", { name: "Approve" }).waitFor();
    await second.getByRole("dialog").getByRole("button", { name: "Approve" }).press("Enter");
    await isNow(second, "Approved");
    await second.keyboard.press("Escape");
    await second.getByText("Nothing is waiting for approval.").waitFor();
    const { data } = await customerCall<{ state: string }>(
      application,
      "/user/getUserinfo",
      {},
      customer,
    );
    expect(data.state).toBe("active");
  });
});

describe("a journal", () => {
  it("is proposed with what would be booked in sight, and moves nothing yet", async () => {
    const before = await availableYen();
    await open(first, application, `/customers/${customer.account}`);
    // The heading stands before the customer has arrived, and the key is heard only then.
    await first.getByRole("button", { name: /^Manual journal/ }).waitFor();
    await first.keyboard.press("b");
    const form = first.getByRole("dialog", { name: "New journal" });
    await form.getByLabel("Customer’s amount").fill("1,500");
    await form.getByText("−1,500.00").waitFor();
    await form.getByLabel("Reason").selectOption({ label: "It is a goodwill payment." });
    await form.getByRole("button", { name: "Propose" }).click();
    await first.getByRole("heading", { name: "+1,500.00" }).waitFor();
    expect(await availableYen()).toBe(before);
  });

  it("moves the balance when the other operator approves, and the customer reads why", async () => {
    const before = BigInt(await availableYen());
    await pressSequence(second, "g", "j");
    await second.getByRole("link", { name: customer.account }).click();
    await second.getByRole("heading", { name: "+1,500.00" }).waitFor();
    await second.getByRole("button", { name: /^Approve/ }).click();
    await second.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await isNow(second, "Approved");
    expect(BigInt(await availableYen())).toBe(before + 1500n);
    const messages = await customerCall<{ items: { kind: string; params: object }[] }>(
      application,
      "/user/messages",
      {},
      customer,
    );
    const told = messages.data.items.find(({ kind }) => kind === "correction");
    expect(told?.params).toMatchObject({ amount: "+1500", currency: "JPY", why: "goodwill" });
    await open(second, application, `/customers/${customer.account}`);
    await second.getByText("Correction").waitFor();
  });

  it("that is rejected needs a reason, and moves nothing", async () => {
    const before = await availableYen();
    await open(first, application, `/journals?new=${customer.account}`);
    const form = first.getByRole("dialog", { name: "New journal" });
    await form.getByLabel("Customer’s amount").fill("-20");
    await form.getByLabel("Reason").selectOption({ label: "It corrects an error in our books." });
    await form.getByRole("button", { name: "Propose" }).click();
    await first.getByRole("heading", { name: "−20.00" }).waitFor();
    await open(second, application, "/proposals");
    await second.getByRole("link", { name: "Manual journal", exact: true }).click();
    await second.getByRole("button", { name: /^Reject/ }).waitFor();
    await second.keyboard.press("r");
    const dialog = second.getByRole("dialog", { name: "Reject" });
    await dialog.getByRole("button", { name: "Reject" }).click();
    await dialog.getByText("Choose a reason.").waitFor();
    await dialog.getByLabel("Reason").selectOption({ label: "Some details are incorrect." });
    await dialog.getByRole("button", { name: "Reject" }).click();
    await isNow(second, "Rejected");
    expect(await availableYen()).toBe(before);
  });

  it("are approved several at once by another, once each was opened, and never by who proposed them", async () => {
    const operator = await asOperator(application);
    for (const amount of ["3", "4"]) {
      await operator("POST", "/journals/propose", {
        account: customer.account,
        currency: "JPY",
        postings: [
          { owner: "customer", purpose: "available", amount },
          { owner: "house", purpose: "goodwill", amount: `-${amount}` },
        ],
        reason: "goodwill",
        request_id: randomUUID(),
      });
    }
    const before = BigInt(await availableYen());
    const chooseBoth = async (page: Page) => {
      await open(page, application, "/journals");
      await page.reload();
      await page
        .getByRole("checkbox", { name: /^Select \d{10} #/ })
        .nth(1)
        .waitFor();
      await page.getByRole("checkbox", { name: "Select all" }).check();
      const chosen = page.getByRole("group", { name: "Selected cases" });
      await chosen.getByRole("button", { name: "Approve" }).click();
      return page.getByRole("dialog", { name: "Approve 2 cases" });
    };
    const own = await chooseBoth(first);
    await own.getByText("Left out (2):").waitFor();
    await expect
      .poll(() => own.locator("[type=submit]").getAttribute("aria-disabled"))
      .toBe("true");
    await first.keyboard.press("Escape");

    const approving = await chooseBoth(second);
    const submit = approving.locator("[type=submit]");
    for (const left of [2, 1]) {
      await submit.getByText(`Open every case before approving: ${left} left.`).waitFor();
      await approving.locator("summary", { hasText: "Open to review" }).first().click();
    }
    await approving.locator("summary", { hasText: "Reviewed" }).nth(1).waitFor();
    await submit.click();
    await approving.getByRole("listitem").filter({ hasText: "Approved" }).nth(1).waitFor();
    await submit.click();
    expect(BigInt(await availableYen())).toBe(before + 7n);
  });
});

describe("the queues of documents and money", () => {
  /** Somebody new, who hands in documents and moves money. */
  let newcomer: Credentials;
  let photo: Blob;
  const asNewcomer = <Data>(
    path: string,
    fields: Record<string, string>,
    photos: string[] = [],
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const name of photos) form.append(name, photo, `${name}.jpg`);
    return customerForm<Data>(application, path, form, newcomer);
  };

  it("show an identity check's photos when they are asked for, larger and turned, and verify", async () => {
    newcomer = await registerCustomer(application);
    const picture = await first.screenshot({ type: "jpeg" });
    photo = new Blob([new Uint8Array(picture)], { type: "image/jpeg" });
    const identity = {
      name: "山田 太郎",
      name_kana: "ヤマダ タロウ",
      id_type: "passport",
      id_number: "TR1234567",
      agree: "true",
    };
    const sent = await asNewcomer("/user/submit-verification", identity, ["front", "back"]);
    expect(sent.msg).toBe("ok");
    await open(second, application, "/verifications");
    await second.getByRole("link", { name: newcomer.account }).click();
    await second.getByRole("heading", { name: "山田 太郎" }).waitFor();
    await expect.poll(() => second.getByRole("img").count()).toBe(0);
    await second.keyboard.press("v");
    const front = second.getByRole("img", { name: "Front" });
    await front.waitFor();
    await second.getByRole("img", { name: "Back" }).waitFor();
    await second.getByRole("button", { name: "Zoom in" }).first().click();
    await second.getByText("125%").waitFor();
    await second.getByRole("button", { name: "Rotate" }).first().click();
    await expect.poll(() => front.getAttribute("style")).toContain("rotate(90deg)");
    await second.getByRole("button", { name: "Show in full" }).click();
    await second.getByText("TR1234567").waitFor();
    await second.keyboard.press("a");
    await second.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await isNow(second, "Approved");
    const { data } = await customerCall<{ verification: number }>(
      application,
      "/user/getUserinfo",
      {},
      newcomer,
    );
    expect(data.verification).toBe(2);
  });

  const yenChannel = async (depositor: Credentials) => {
    type Offer = { channels: { id: string; currency: string }[] };
    const path = "/user/deposit-channels";
    const { data } = await customerCall<Offer>(application, path, {}, depositor);
    return data.channels.find(({ currency }) => currency === "JPY")?.id ?? "";
  };

  it("credit a deposit when two have seen the money", async () => {
    const form = {
      channel_id: await yenChannel(newcomer),
      amount: "250000",
      request_id: randomUUID(),
    };
    expect((await asNewcomer("/user/deposit", form, ["receipt"])).msg).toBe("ok");
    const yen = async () =>
      (await customerCall<{ jpy: string }>(application, "/user/getUserinfo", {}, newcomer)).data
        .jpy;
    const before = BigInt(await yen());
    await open(first, application, "/deposits");
    await first.getByText(newcomer.account).waitFor();
    await first.keyboard.press("j");
    await first.getByRole("heading", { name: "250,000.00" }).waitFor();
    await first.getByRole("button", { name: /^Approve/ }).click();
    await first.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await first.getByText("You proposed this.", { exact: false }).first().waitFor();
    expect(BigInt(await yen())).toBe(before);
    await open(second, application, "/deposits");
    await second.getByText(newcomer.account).waitFor();
    await second.keyboard.press("j");
    await second.getByText(`Proposed by ${application.operatorEmail}`).waitFor();
    await second.getByRole("button", { name: /^Approve/ }).click();
    await second.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await isNow(second, "Approved");
    expect(BigInt(await yen())).toBe(before + 250_000n);
  });

  it("are handed over and rejected several at once, each with its own result", async () => {
    // A customer has one deposit that waits.
    const depositors = [newcomer, await registerCustomer(application)];
    for (const depositor of depositors) {
      const form = new FormData();
      form.append("channel_id", await yenChannel(depositor));
      form.append("amount", "10000");
      form.append("request_id", randomUUID());
      form.append("receipt", photo, "receipt.jpg");
      const sent = await customerForm(application, "/user/deposit", form, depositor);
      expect(sent.msg).toBe("ok");
    }
    await open(first, application, "/deposits");
    // The list is read again every half minute, and now.
    await first.reload();
    await first
      .getByRole("checkbox", { name: /^Select \d{10} #/ })
      .nth(1)
      .waitFor();
    await first.getByRole("checkbox", { name: "Select all" }).check();
    const chosen = first.getByRole("group", { name: "Selected cases" });
    await chosen.getByText("2 selected").waitFor();
    await chosen.getByRole("button", { name: "Hand over" }).click();
    const giving = first.getByRole("dialog", { name: "Hand over 2 cases" });
    await giving.locator("[type=submit]").click();
    await giving.getByText("Choose a colleague.").waitFor();
    await giving
      .getByLabel("Colleague", { exact: true })
      .selectOption({ label: `${approver.email} (Approver)` });
    await giving.getByLabel("Message to the colleague").fill("Both receipts cannot be read.");
    await giving.locator("[type=submit]").click();
    const given = giving.getByText(`Handed over to ${approver.email}`);
    await given.nth(1).waitFor();
    await giving.locator("[type=submit]").click();

    await open(second, application, "/deposits?claimed=mine");
    await second.getByText(newcomer.account).waitFor();
    await second.keyboard.press("j");
    await second.getByText("Both receipts cannot be read.").waitFor();
    await second.getByLabel("New comment").fill("I asked for better ones.");
    await second.getByRole("button", { name: "Add comment" }).click();
    await second.locator("[data-detail] li").getByText("I asked for better ones.").waitFor();
    await second.keyboard.press("Escape");
    await second.getByRole("checkbox", { name: "Select all" }).check();
    await second
      .getByRole("group", { name: "Selected cases" })
      .getByRole("button", { name: "Reject" })
      .click();
    const rejecting = second.getByRole("dialog", { name: "Reject 2 cases" });
    await rejecting.getByLabel("Reason").selectOption({ index: 1 });
    await rejecting.locator("[type=submit]").click();
    await rejecting.getByRole("listitem").filter({ hasText: "Rejected" }).nth(1).waitFor();
    await rejecting.locator("[type=submit]").click();
    await second
      .getByText("No deposits are waiting.")
      .or(second.getByText(/nothing/i))
      .first()
      .waitFor();

    // What customers read of it is the rejection, and nothing of what was said among operators.
    for (const depositor of depositors) {
      const read = (path: string) =>
        customerCall<{ items: { kind: string }[] }>(application, path, {}, depositor);
      const kinds = (await read("/user/messages")).data.items.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "deposit_rejected")).toHaveLength(1);
      expect(JSON.stringify(await read("/user/activity"))).not.toContain("cannot be read");
    }
  });

  it("are kept as a view, without columns that one leaves out, and taken home as CSV", async () => {
    await open(second, application, "/deposits?state=rejected&sort=newest");
    await second.getByText(newcomer.account).first().waitFor();
    await second.getByRole("button", { name: "Views" }).click();
    await second.getByLabel("View name").fill("Rejected lately");
    await second.getByRole("button", { name: "Save view" }).click();
    await second.getByRole("button", { name: "Rejected lately", exact: true }).waitFor();
    await second.getByRole("button", { name: "Rename view “Rejected lately”" }).click();
    await second.getByLabel("View name").fill("Rejected");
    await second.getByRole("button", { name: "Rename", exact: true }).click();
    await second.getByRole("button", { name: "Rejected", exact: true }).waitFor();
    await second.keyboard.press("Escape");
    await second.getByRole("button", { name: "Columns" }).click();
    await second.getByRole("checkbox", { name: "Claimed by" }).click();
    await second.keyboard.press("Escape");
    const head = second.getByRole("columnheader", { name: "Claimed by" });
    await head.waitFor({ state: "detached" });

    // Both are kept on the server: another page of the same operator has them.
    await open(second, application, "/deposits");
    await second.reload();
    await second.getByRole("button", { name: "Views" }).click();
    await expect.poll(() => second.getByRole("button", { name: /^Rename view “/ }).count()).toBe(1);
    await second.getByRole("button", { name: "Rejected", exact: true }).click();
    await second.getByText(newcomer.account).first().waitFor();
    await expect.poll(() => second.url()).toContain("state=rejected");
    await expect.poll(() => head.count()).toBe(0);
    const [file] = await Promise.all([
      second.waitForEvent("download"),
      second.getByRole("link", { name: "CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^deposits-.*\.csv$/);
  });

  it("are worked on with a phone: the menu, the list, and the case in its place", async () => {
    await second.setViewportSize({ width: 390, height: 844 });
    await open(second, application, "/customers");
    await second.getByRole("heading", { name: "Customers", level: 1 }).waitFor();
    await expect.poll(() => second.getByRole("navigation").isVisible()).toBe(false);
    await second.getByRole("button", { name: "Main menu" }).click();
    await second
      .getByRole("navigation")
      .getByRole("link", { name: "Deposits", exact: true })
      .click();
    await second.getByRole("heading", { name: "Deposits", level: 1 }).waitFor();
    await expect.poll(() => second.getByRole("navigation").isVisible()).toBe(false);
    await open(second, application, "/deposits?state=all");
    const list = second.getByRole("table", { name: "Deposits" });
    await list.getByRole("link").first().click();
    await second.locator("[data-detail] dl").first().waitFor();
    await expect.poll(() => list.isVisible()).toBe(false);
    await second.locator("[data-detail]").getByRole("button", { name: "Close" }).click();
    await list.waitFor();
    await second.setViewportSize({ width: 1280, height: 800 });
  });

  it("let a customer who forgot the password in again when two are sure, a day later", async () => {
    const phone = await (await newPhone(browser, { locale: "en-US" })).newPage();
    const newPassword = "remembered better this time";
    const logIn = async () => {
      await phone.goto(`${application.address}/#/login/login`);
      await phone.getByLabel("Mobile number").fill(newcomer.account);
      await phone.getByLabel("Password", { exact: true }).fill(newPassword);
      await phone.getByRole("button", { name: "Sign in", exact: true }).click();
    };
    await phone.goto(`${application.address}/#/login/login`);
    await phone.getByLabel("Mobile number").fill(newcomer.account);
    await phone.getByRole("button", { name: "Forgot your password?" }).click();
    await phone.getByLabel("New password", { exact: true }).fill(newPassword);
    await phone.getByLabel("Confirm new password").fill(newPassword);
    await phone.getByRole("button", { name: "Get a case number" }).click();
    // Who cannot sign in writes from here.
    await phone.getByLabel("Your message").fill("I forgot my password.");
    await phone.getByRole("button", { name: "Send", exact: true }).click();
    await phone.getByText(/^Sent\. You can read the reply/).waitFor();
    const number = await phone.getByRole("status").filter({ hasText: "-" }).innerText();
    for (const desk of [first, second]) {
      await open(desk, application, `/login-password-resets?q=${number}`);
      await desk.getByRole("link", { name: number }).click();
      await desk.getByText("山田 太郎").waitFor();
      await desk.getByRole("button", { name: /^Approve/ }).click();
      await desk.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
      if (desk === first) await desk.getByText("You proposed this.", { exact: false }).waitFor();
    }
    await isNow(second, "Approved");
    await logIn();
    await phone.getByText(/^Your new password works from/).waitFor();
    const screen = await openPhone(customer);
    await moveClockTogether(screen, "Login password reset");
    await screen.context().close();
    // The deadline itself is less than a second away.
    await setTimeout(1_000);
    await logIn();
    await phone.waitForURL(/#\/home\/home$/);
    const { msg } = await customerCall(application, "/user/getUserinfo", {}, newcomer);
    expect(msg).toBe("sign_in_again");
    await phone.context().close();
  });
});

describe("a viewer", () => {
  let page: Page;

  it("sees what they may not do as disabled, with the reason", async () => {
    const half = await addOperator(first, viewer.email, "Viewer");
    const password = half + (await approveOperator(second, application, "Operator to be enabled"));
    await isNow(second, "Approved");
    ({ page } = await newDesk(browser));
    await signInFirst(page, application, { email: viewer.email, password }, viewer.password);
    await open(page, application, `/customers/${customer.account}`);
    for (const name of ["Manual journal", "Change state"]) {
      const button = page.getByRole("button", { name: new RegExp(`^${name}`) });
      await button.waitFor();
      await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
      await button.press("Enter");
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      await button.getByText("Your role (Viewer) does not allow this").waitFor();
    }
    await page.getByRole("link", { name: /^Audit log/ }).click();
    await page.getByRole("note").getByText("It needs: Approver or Administrator").waitFor();
  });

  // Every screen, each until it is quiet.
  const quietMsMax = 400_000;
  it(
    "finds nothing enabled on any screen that they may not do, and no screen asks for more",
    async () => {
      const refused: string[] = [];
      page.on("response", (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
      });
      // They look, sort, copy and mind their own sign-in.
      const harmless =
        /^(?:Due|Close|Copy|Views$|Columns$|Applications$|Valuations$|Check now|Account|Registered|Submitted|Amount|Show password|Change password|Set up the app|Add a passkey|日本語|简体中文|English)/;
      for (const place of Object.values(routes)) {
        await goTo(page, `${application.address}/backoffice/`, place);
        await page.locator("main h1").first().waitFor();
        await page.waitForLoadState("networkidle");
        await page.keyboard.press("j");
        const enabled = page.locator("main button:not([aria-disabled=true]):not([role=tab])");
        const names = (await enabled.allInnerTexts()).filter((name) => name.trim() !== "");
        const surprising = names.filter((name) => !harmless.test(name.trim()));
        expect([place, surprising]).toEqual([place, []]);
      }
      expect(refused).toEqual([]);
      await page.context().close();
    },
    quietMsMax,
  );
});

describe("an operator who lost the way in", () => {
  it("is let in by two, who know a half of the one-time password each", async () => {
    await open(first, application, "/operators");
    const own = first.getByRole("row", { name: new RegExp(application.operatorEmail) });
    const locked = own.getByRole("button", { name: /^Reset sign-in/ });
    await expect.poll(() => locked.getAttribute("aria-disabled")).toBe("true");
    const row = first.getByRole("row", { name: new RegExp(viewer.email) });
    await row.getByRole("button", { name: /^Reset sign-in/ }).click();
    await first.getByRole("dialog").getByRole("button", { name: "Propose" }).click();
    const half = await readPassword(first, "Done");
    const password = half + (await approveOperator(second, application, "Sign-in to be reset"));
    await isNow(second, "Approved");
    const { page } = await newDesk(browser);
    await page.goto(`${application.address}/backoffice/`);
    await fillSignIn(page, viewer);
    await page.getByRole("alert").first().waitFor();
    const anew = { email: viewer.email, password };
    await signInFirst(page, application, anew, "another of the viewer");
    await page.context().close();
  });
});

describe("the keyboard", () => {
  it("lists what it can do, searches, moves and opens", async () => {
    await open(first, application, "/customers");
    await first.getByRole("link", { name: customer.account }).waitFor();
    await first.keyboard.press("?");
    const help = first.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("Filter the list").waitFor();
    await first.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await first.keyboard.press("j");
    await first.locator("tr[aria-current=true]").waitFor();
    await first.keyboard.press("Enter");
    await first.getByRole("tab", { name: "Balances" }).waitFor();
    await first.keyboard.press("]");
    await first.getByRole("tab", { name: "Assets", selected: true }).waitFor();
    await first.keyboard.press("Control+k");
    await first.keyboard.type("audit");
    await first.getByRole("option", { name: /Audit log/ }).waitFor();
    await first.keyboard.press("Enter");
    await first.getByRole("heading", { name: "Audit log", level: 1 }).waitFor();
  });
});

describe("the audit log", () => {
  it("has what was done and what was refused, and its chain holds", async () => {
    await open(first, application, "/audit?path=proposals&outcome=ok");
    const decided = first.getByRole("row").filter({ hasText: "/proposals/:id/decision" });
    await decided.first().getByRole("link").click();
    await first.getByRole("heading", { name: /^Entry/ }).waitFor();
    await first.getByText('"decision": "').waitFor();
    await first.getByRole("button", { name: "Verify the chain" }).click();
    await first.getByText(/entries, none missing or changed/).waitFor();
    await first.keyboard.press("Escape");
    const [file] = await Promise.all([
      first.waitForEvent("download"),
      first.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
  });
});

describe("one's own security", () => {
  /** For recovery, unused from the second one on. */
  let codes: string[] = [];

  it("takes an authenticator app by its code, and asks for one at the next sign-in", async () => {
    await open(second, application, "/security");
    await second.getByRole("button", { name: "Set up the app" }).click();
    const dialog = second.getByRole("dialog", { name: "Authenticator app" });
    await dialog.getByLabel("Confirm with your password").fill(approver.password);
    await dialog.getByRole("button", { name: "Set up the app" }).click();
    await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    const secret = (await dialog.locator(".mono").innerText()).replaceAll(/\s/g, "");
    const field = dialog.getByLabel("The 6 digits shown in the app");
    await field.fill(totpCode(secret, Date.now()));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await dialog.getByRole("listitem").first().waitFor();
    codes = await dialog.getByRole("listitem").allInnerTexts();
    expect(codes.length).toBeGreaterThan(5);
    await dialog.getByLabel("I have stored them").check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await second.getByText("recovery codes are left").waitFor();

    const { page, context } = await newDesk(browser);
    await page.goto(`${application.address}/backoffice/`);
    await fillSignIn(page, approver);
    await page.getByLabel("Authentication code").fill("000000");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("The code is not correct or has been used.").waitFor();
    await page.getByLabel("Authentication code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
    await context.close();
  });

  it("takes a passkey, and signs in with it", async () => {
    const session = await secondContext.newCDPSession(second);
    await session.send("WebAuthn.enable");
    await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await open(second, application, "/security");
    await second.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = second.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Name").fill("The test's key");
    await dialog.getByLabel("Confirm with your password").fill(approver.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    // The password alone adds none: a factor that exists is proved first.
    const proof = second.getByRole("dialog", { name: "Confirm that it is you" });
    await proof.getByLabel("Authentication code").fill(codes[1] ?? "");
    await proof.getByRole("button", { name: "Continue" }).click();
    await second.getByRole("cell", { name: "The test's key" }).waitFor();
    await second.getByRole("button", { name: "Account menu" }).click();
    await second.getByRole("button", { name: "Sign out" }).click();
    await second.getByRole("button", { name: "Sign in with a passkey" }).click();
    await second.getByRole("heading", { name: "Security settings", level: 1 }).waitFor();
  });
});

describe("an operator who was disabled", () => {
  it("is out with the next thing that they do", async () => {
    await open(first, application, "/operators");
    const row = first.getByRole("row", { name: new RegExp(approver.email) });
    await row.getByRole("button", { name: "Disable" }).click();
    const dialog = first.getByRole("dialog", { name: `Disable ${approver.email}?` });
    await dialog.getByRole("button", { name: "Disable" }).click();
    // Nobody could approve any more: the other one has to agree.
    await first.getByText("Waiting for another operator").waitFor();
    await open(second, application, "/proposals");
    await second.getByText("Operator to be disabled").first().click();
    await second.getByRole("heading", { name: "Operator to be disabled" }).waitFor();
    await second.keyboard.press("a");
    const approval = second.getByRole("dialog");
    await approval.getByRole("button", { name: "Approve" }).press("Enter");
    await approval.waitFor({ state: "detached" });
    // The same address again is no new page load.
    await first.reload();
    await row.getByText("Disabled").waitFor();
    await second.goto(`${application.address}/backoffice/#/customers`);
    await second.getByRole("heading", { name: "Operator sign-in" }).waitFor();
  });
});
