import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { testPhoto } from "../support/multipart.ts";
import { asOperator } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import {
  fillSignIn,
  newDesk,
  open,
  registerCustomer,
  signInFirst,
  type Credentials,
} from "./backoffice-desk.ts";
import { callsOf } from "./trader-desk.ts";

/**
 * The desk's core: one operator claims a case and proposes its decision, another approves it. The reviewer is no
 * second approver, whose coming would end single approval in the application that other files use: what two
 * approvers may and may not stands in backoffice-two-operators.
 */
const application = sharedApplication();
let browser: Browser;
let administrator: Page;
let reviewer: Page;
let customer: Credentials;
let call: ReturnType<typeof callsOf>;

beforeAll(async () => {
  browser = await launchBrowser();
  customer = await registerCustomer(application);
  call = callsOf(application, customer);
  [{ page: administrator }, { page: reviewer }] = await Promise.all([
    newDesk(browser, { reducedMotion: "reduce" }),
    newDesk(browser, { reducedMotion: "reduce" }),
  ]);
});
afterAll(() => browser.close());

const yen = async () => BigInt((await call<{ jpy: string }>("/user/getUserinfo", {})).jpy);

/** The open case stands as it was decided: a toast of the step before may still be there. */
const isApproved = (page: Page) =>
  page.locator("[data-detail]").getByText("Approved", { exact: true }).waitFor();

describe("signing in", () => {
  it("refuses a wrong password beside the form, and opens with the right one where one wanted to go", async () => {
    const email = application.operatorEmail;
    await open(administrator, application, "/journals");
    await fillSignIn(administrator, { email, password: "not the password" });
    await administrator
      .getByRole("alert")
      .getByText(/password/i)
      .waitFor();
    await fillSignIn(administrator, { email, password: application.operatorPassword });
    await administrator.getByRole("heading", { name: "Manual journals", level: 1 }).waitFor();
    await administrator.getByText("Simulated instance").waitFor();
  });

  it("asks a new operator for a password of their own first", async () => {
    const operator = await asOperator(application);
    const email = "reviewer@example.com";
    const made = { email, role: "reviewer" };
    const { one_time_password: once } = await operator<{ one_time_password: string }>(
      "POST",
      "/operators/create",
      made,
    );
    await signInFirst(reviewer, application, { email, password: once }, "a reviewer of the tests");
  });
});

describe("a deposit", () => {
  it("is claimed and proposed by one, who cannot approve it in the end, and moves nothing yet", async () => {
    type Offer = { channels: { id: string; currency: string }[] };
    const { channels } = await call<Offer>("/user/deposit-channels", {});
    const form = new FormData();
    form.append("channel_id", channels.find(({ currency }) => currency === "JPY")?.id ?? "");
    form.append("amount", "250000");
    form.append("request_id", randomUUID());
    form.append("receipt", await testPhoto(), "receipt.jpg");
    await call("/user/deposit", form);
    const before = await yen();
    await open(reviewer, application, `/deposits?q=${customer.account}`);
    await reviewer.getByText(customer.account).waitFor();
    await reviewer.keyboard.press("j");
    await reviewer.getByRole("heading", { name: "250,000.00" }).waitFor();
    await reviewer.keyboard.press("c");
    await reviewer.getByRole("button", { name: /^Release/ }).waitFor();
    await reviewer.getByRole("button", { name: /^Approve/ }).click();
    await reviewer.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await reviewer.getByText("You proposed this.", { exact: false }).first().waitFor();
    const approve = reviewer.getByRole("button", { name: /^Approve/ });
    await expect.poll(() => approve.getAttribute("aria-disabled")).toBe("true");
    await reviewer.keyboard.press("a");
    await expect.poll(() => reviewer.getByRole("dialog").count()).toBe(0);
    expect(await yen()).toBe(before);
  });

  it("is credited when another operator, who reads who proposed it, approves", async () => {
    const before = await yen();
    await open(administrator, application, `/deposits?q=${customer.account}`);
    await administrator.getByText(customer.account).waitFor();
    await administrator.keyboard.press("j");
    await administrator.getByText("Proposed by reviewer@example.com").waitFor();
    await administrator.getByRole("button", { name: /^Approve/ }).click();
    await administrator.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await isApproved(administrator);
    expect(await yen()).toBe(before + 250_000n);
  });
});

describe("a journal", () => {
  it("is proposed with what would be booked in sight, and moves nothing yet", async () => {
    const before = await yen();
    await open(reviewer, application, `/journals?new=${customer.account}`);
    const form = reviewer.getByRole("dialog", { name: "New journal" });
    await form.getByLabel("Customer’s amount").fill("1,500");
    await form.getByText("−1,500.00").waitFor();
    // A reviewer is no second pair of eyes, and so proposes where single approval holds too.
    await form.getByRole("button", { name: "Propose", exact: true }).waitFor();
    await form.getByText("1,250,000.00").waitFor();
    await form.getByText("1,251,500.00").waitFor();
    await form.getByLabel("Reason").selectOption({ label: "It is a goodwill payment." });
    await form.locator("[type=submit]").click();
    await reviewer.getByRole("heading", { name: "+1,500.00" }).waitFor();
    expect(await yen()).toBe(before);
  });

  it("moves the balance when another operator approves it by keyboard, and the customer reads why", async () => {
    const before = await yen();
    await open(administrator, application, "/journals");
    await administrator.getByRole("link", { name: customer.account }).click();
    await administrator.getByRole("heading", { name: "+1,500.00" }).waitFor();
    await administrator.getByRole("button", { name: /^Approve/ }).waitFor();
    await administrator.keyboard.press("a");
    const dialog = administrator.getByRole("dialog", { name: "Approve" });
    await dialog.getByRole("button", { name: "Approve" }).press("Enter");
    await isApproved(administrator);
    expect(await yen()).toBe(before + 1500n);
    const { items } = await call<{ items: { kind: string; params: object }[] }>(
      "/user/messages",
      {},
    );
    const told = items.find(({ kind }) => kind === "correction");
    expect(told?.params).toMatchObject({ amount: "+1500", currency: "JPY", why: "goodwill" });
  });

  it("is proposed for an account whose customer is still on the way to the form", async () => {
    const arrived = Promise.withResolvers<void>();
    await reviewer.route("**/api/ops/customers/*", async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await open(reviewer, application, `/journals?new=${customer.account}`);
    const form = reviewer.getByRole("dialog", { name: "New journal" });
    await form.getByLabel("Customer’s amount").fill("20");
    await form.getByLabel("Reason").selectOption({ label: "It is a goodwill payment." });
    const proposed = reviewer.waitForResponse("**/api/ops/journals/propose");
    await form.locator("[type=submit]").click();
    await proposed;
    arrived.resolve();
    await reviewer.getByRole("heading", { name: "+20.00" }).waitFor();
  });
});
