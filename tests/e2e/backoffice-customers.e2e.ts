import { randomInt, randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApplication, type StartedApplication } from "../support/application.ts";
import { launchBrowser } from "../support/browser.ts";
import { asOperator, openPhotos } from "../support/operator.ts";
import {
  addOperator,
  customerForm,
  customerPassword,
  newDesk,
  open,
  registerCustomer,
  signIn,
  signInFirst,
  untilWithdrawalsOpen,
  type Credentials,
} from "./backoffice-desk.ts";

/** What two operators do about one customer; an application of its own, for the second ends single approval. */
let application: StartedApplication;
let browser: Browser;
let first: Page;
let second: Page;
let customer: Credentials;

const approver = { email: "approver@example.com", password: "an approver of the tests" };
const fundPassword = "482915";
const cardNumber = String(randomInt(1_000_000, 9_999_999));

beforeAll(async () => {
  [application, browser] = await Promise.all([startApplication(), launchBrowser()]);
  customer = await registerCustomer(application);
  [{ page: first }, { page: second }] = await Promise.all([newDesk(browser), newDesk(browser)]);
  await signIn(first, application, {
    email: application.operatorEmail,
    password: application.operatorPassword,
  });
  await verify(await first.screenshot({ type: "jpeg" }));
  const password = await addOperator(first, approver.email, "Approver");
  await signInFirst(second, application, { email: approver.email, password }, approver.password);
});
afterAll(async () => {
  await browser.close();
  await application.stop();
});

async function ask<Data>(path: string, fields: Record<string, string | Blob> = {}): Promise<Data> {
  const form = path === "/user/submit-verification" ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) (form as FormData).append(name, value);
  const answer = await customerForm<Data>(application, path, form, customer);
  expect(answer.msg).toBe("ok");
  return answer.data;
}

/** Everything that a withdrawal asks for first. */
async function verify(picture: Buffer): Promise<void> {
  const photo = new Blob([new Uint8Array(picture)], { type: "image/jpeg" });
  await ask("/user/submit-verification", {
    name: "山田 太郎",
    name_kana: "ヤマダ タロウ",
    id_type: "passport",
    id_number: "TR1234567",
    agree: "true",
    front: photo,
    back: photo,
  });
  const operator = await asOperator(application);
  const { items } = await operator<{ items: { id: string }[] }>("GET", "/verifications");
  await openPhotos(operator, items[0]?.id ?? "");
  await operator("POST", `/verifications/${items[0]?.id}/decision`, { decision: "approve" });
  await ask("/user/add-bank-card", {
    holder_name: "ヤマダ タロウ",
    card_number: cardNumber,
    card_type: "ordinary",
    bank_name: "三菱UFJ銀行",
    branch_name: "本店",
    branch_code: "001",
  });
  await ask("/user/set-fund-password", {
    login_password: customerPassword,
    new_password: fundPassword,
    new_password2: fundPassword,
  });
  await untilWithdrawalsOpen(application, customer);
}

/** The open case stands as it was decided. */
const isNow = (page: Page, state: "Approved" | "Rejected") =>
  page.locator("[data-detail]").getByText(state, { exact: true }).waitFor();

/** The first case of a queue, as its list is now. */
async function openFirst(page: Page, place: string, heading: string): Promise<void> {
  await open(page, application, place);
  // The list of a moment ago asks again after half a minute.
  await page.reload();
  await page
    .getByRole("link", { name: /^W-|^\d{10}$/ })
    .first()
    .waitFor();
  await page.keyboard.press("j");
  await page.getByRole("heading", { name: heading }).waitFor();
}

describe("a withdrawal", () => {
  const yenOf = async () => BigInt((await ask<{ jpy: string }>("/user/getUserinfo")).jpy);
  const withdraw = async (amount: string) => {
    const { items } = await ask<{ items: { id: string }[] }>("/user/bank-cards");
    const form = { currency: "JPY", card_id: items[0]?.id ?? "", fund_password: fundPassword };
    await ask("/user/withdraw", { ...form, amount, request_id: randomUUID() });
  };
  type Listed<Item> = { items: Item[] };
  const withdrawals = async () => {
    const listed = await ask<{ money: string; status: number }[]>("/user/withdrawallist");
    return listed.map(({ money, status }) => [money, status]);
  };
  const messages = async () =>
    (await ask<Listed<{ kind: string; params: object }>>("/user/messages")).items;

  it("is claimed and approved by one, paid by another, and the customer reads it", async () => {
    const before = await yenOf();
    await withdraw("30000");
    expect(await yenOf()).toBe(before - 30_000n);

    await openFirst(first, "/withdrawals", "30,000.00");
    await first.keyboard.press("c");
    await first.getByRole("button", { name: /^Release/ }).waitFor();
    await openFirst(second, "/withdrawals", "30,000.00");
    const approve = second.getByRole("button", { name: /^Approve/ });
    await approve.getByText(`${application.operatorEmail} is working on this case.`).waitFor();
    await first.keyboard.press("a");
    await first.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await first.getByText("You proposed this.", { exact: false }).first().waitFor();
    expect(await withdrawals()).toEqual([["30000", 0]]);

    await second.reload();
    await second.getByText(`Proposed by ${application.operatorEmail}`).waitFor();
    await second.getByRole("button", { name: "Show in full" }).click();
    await second.getByText(cardNumber, { exact: true }).waitFor();
    await second.getByRole("button", { name: /^Approve/ }).click();
    const dialog = second.getByRole("dialog");
    // Whose money it is, how much, and what will happen stands where it is decided.
    for (const said of ["30,000.00", customer.account, "paid to the bank account shown"]) {
      await dialog.getByText(said).first().waitFor();
    }
    await dialog.getByRole("button", { name: "Approve" }).click();
    await isNow(second, "Approved");
    expect(await withdrawals()).toEqual([["30000", 1]]);
    expect(await yenOf()).toBe(before - 30_000n);
    expect((await messages()).map(({ kind }) => kind)).toContain("withdrawal_paid");
    const activity = await ask<Listed<{ params: Record<string, string> }>>("/user/activity");
    const what = activity.items.map(({ params }) => params["what"]);
    expect(what).toEqual(expect.arrayContaining(["withdrawal_paid", "bank_account", "case"]));
  });

  it("is given back with a reason that the customer reads", async () => {
    const before = await yenOf();
    await withdraw("20000");
    await openFirst(first, "/withdrawals", "20,000.00");
    await first.keyboard.press("r");
    const dialog = first.getByRole("dialog", { name: "Reject" });
    await dialog.getByRole("button", { name: "Reject" }).click();
    await dialog.getByText("Choose a reason.").waitFor();
    await dialog.getByLabel("Reason").selectOption({ index: 2 });
    await dialog.getByRole("button", { name: "Reject" }).click();
    await isNow(first, "Rejected");
    expect(await yenOf()).toBe(before);
    const told = (await messages()).find(({ kind }) => kind === "withdrawal_rejected");
    expect(told?.params).toMatchObject({ why: "bank_details_wrong" });
  });
});

describe("a message to one customer", () => {
  it("is written in three languages, and is the customer's once another operator has read it", async () => {
    await open(first, application, `/customers/${customer.account}`);
    await first.getByRole("button", { name: /^Change state/ }).waitFor();
    await first.keyboard.press("m");
    const dialog = first.getByRole("dialog", { name: `Message to ${customer.account}` });
    const title = "<b>Your question</b>";
    for (const language of ["日本語", "简体中文", "English"]) {
      await dialog.getByRole("tab", { name: language }).click();
      await dialog.getByLabel("Title").fill(title);
      if (language === "English") {
        await dialog.locator("[type=submit]").click();
        await dialog.getByText(/Title and text are missing/).waitFor();
      }
      await dialog.getByLabel("Text").fill("Above\n<script>alert(1)</script>");
    }
    await dialog.locator("[type=submit]").click();
    await first.getByRole("tab", { name: "Messages", selected: true }).waitFor();
    await first.getByText("Proposed. It is sent once another operator approves it").waitFor();
    await open(second, application, "/proposals");
    await second.reload();
    await second.getByRole("link", { name: "Message to a customer" }).click();
    await second.getByRole("button", { name: /^Approve/ }).click();
    await second.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await isNow(second, "Approved");
    await first.reload();
    await first.getByText(title).waitFor();
    await first.getByText("<script>alert(1)</script>").waitFor();
    type Told = { items: { texts: { us: { title: string } } | null }[] };
    const { items } = await ask<Told>("/user/messages");
    expect(items[0]?.texts?.us.title).toBe(title);
    await first.getByRole("tab", { name: "Activity" }).click();
    await first.getByText("A message was sent").waitFor();
  });
});

describe("restrictions to lift", () => {
  it("wait in a queue of their own, and another operator gives the account back there", async () => {
    const change = async (state: string, reason: string) => {
      await first.getByRole("button", { name: "Change state" }).click();
      const form = first.getByRole("dialog", { name: /Change the state/ });
      await form.getByLabel("New state").selectOption({ label: state });
      await form.getByLabel("Reason").selectOption({ label: reason });
      await form.locator("[type=submit]").click();
      await form.waitFor({ state: "detached" });
    };
    await open(first, application, `/customers/${customer.account}`);
    await change("Banned", "We noticed unusual activity on the account.");
    await change("Active", "The matter has been resolved.");
    await openFirst(second, "/customer-states", customer.account);
    await second.getByText("The matter has been resolved.").waitFor();
    await second.keyboard.press("c");
    await second.getByRole("button", { name: /^Release/ }).waitFor();
    await second.keyboard.press("a");
    await second.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await isNow(second, "Approved");
    await second.keyboard.press("Escape");
    await second.getByText("No restrictions are waiting to be lifted.").waitFor();
    await first.reload();
    await first.getByText("Active", { exact: true }).first().waitFor();
  });
});
