import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApplication, type StartedApplication } from "../support/application.ts";
import { goTo, launchBrowser } from "../support/browser.ts";
import { asOperator, type OperatorCall } from "../support/operator.ts";
import {
  customerForm,
  customerPassword,
  newDesk,
  open,
  registerCustomer,
  signIn,
  type Credentials,
} from "./backoffice-desk.ts";
import { phoneOf } from "./trader-desk.ts";

/**
 * Markup in every text that an operator or a customer can write, and every screen of both apps that shows
 * one: it stands there as it was typed, and nothing of it becomes part of the page or runs. An application
 * of its own, for its channel and title would stand in other tests' way.
 */
const markup = `<img src=x onerror="alert(1)" data-injected><script data-injected>alert(2)</script>`;
/** Where only so much fits. */
const short = `<img data-injected src=x onerror=alert(1)>`;
/** A reason that everybody reads is a sentence of each language, whatever else is in it. */
const reasonWithMarkup = {
  jp: `調査のため停止します。${markup}`,
  cn: `正在核查，暂停交易。${markup}`,
  us: `It is being looked into. ${markup}`,
};
const inAll = (text: string) => ({ jp: text, cn: text, us: text });
const written = { jp: text(), cn: text(), us: text() };

function text() {
  return { title: markup, body: markup };
}

let application: StartedApplication;
let browser: Browser;
let customer: Credentials;
let desk: BrowserContext;
let page: Page;
const alerts: string[] = [];

beforeAll(async () => {
  [application, browser] = await Promise.all([startApplication(), launchBrowser()]);
  customer = await registerCustomer(application);
  ({ context: desk, page } = await newDesk(browser));
  await signIn(page, application, {
    email: application.operatorEmail,
    password: application.operatorPassword,
  });
  watch(page);
  await write(await asOperator(application));
});
afterAll(async () => {
  await desk.close();
  await browser.close();
  await application.stop();
});

function watch(watched: Page): void {
  watched.on("dialog", (dialog) => {
    alerts.push(`${watched.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

async function write(operator: OperatorCall): Promise<void> {
  const { account } = customer;
  await operator("POST", `/customers/${account}/message`, {
    request_id: crypto.randomUUID(),
    texts: written,
  });
  await operator("POST", `/customers/${account}/state`, {
    state: "trading_disabled",
    reason: "suspicious_activity",
    explanation: markup,
    note: markup,
  });
  await operator("POST", `/customers/${account}/state`, {
    state: "active",
    reason: "matter_resolved",
    explanation: markup,
    note: markup,
  });
  await operator("POST", "/journals/propose", {
    account,
    currency: "JPY",
    reason: "goodwill",
    explanation: markup,
    note: markup,
    request_id: crypto.randomUUID(),
    postings: [
      { owner: "customer", purpose: "available", amount: "5" },
      { owner: "house", purpose: "corrections", amount: "-5" },
    ],
  });
  await operator("POST", "/announcements/send", {
    request_id: crypto.randomUUID(),
    audience: "all",
    accounts: [],
    texts: written,
  });
  const { id } = await operator<{ id: string }>("POST", "/news/save", { texts: written });
  await operator("POST", `/news/${id}/publish`, {});
  await operator("POST", "/site/propose", {
    name: "title",
    value: short,
    note: markup,
    reason: reasonWithMarkup,
  });
  await operator("POST", "/deposit-channels/propose", {
    currency: "JPY",
    name: inAll(short),
    instructions: inAll(markup),
    account_name: short,
    account_number: "1234567",
    bank_name: short,
    branch_name: short,
    hours: "00:00-24:00",
    days: "every",
    closes: false,
    position: 0,
    note: markup,
  });
  await operator("POST", "/books/bank-movements/import", {
    file_name: `${short}.csv`,
    text: `bank_id,date,currency,amount,reference,counterparty\nMARKUP-1,2026-11-14,JPY,1500,${short},${short}\n`,
  });
  await customerForm(
    application,
    "/user/login",
    new URLSearchParams({ account, password: customerPassword }),
    { "user-agent": markup } as unknown as Credentials,
  );
}

/** What became of it on the page that is shown. */
async function expectText(shown: Page): Promise<void> {
  await shown.getByText("data-injected").first().waitFor();
  await expect.poll(() => shown.locator("[data-injected]").count()).toBe(0);
  expect(alerts).toEqual([]);
}

describe("markup is text", () => {
  const places: readonly (readonly [name: string, place: string, keys?: string])[] = [
    ["a customer's devices", "/customers/{account}/sessions"],
    ["a customer's messages", "/customers/{account}/messages"],
    ["a customer's activity", "/customers/{account}/activity"],
    ["a lifted restriction", "/customer-states?state=all", "j"],
    ["an approval", "/proposals?state=all", "j"],
    ["a journal", "/journals?state=all", "j"],
    ["announcements", "/announcements", "j"],
    ["news articles", "/news", "j"],
    ["site settings", "/site"],
    ["deposit channels", "/deposit-channels"],
    ["bank movements", "/books?tab=bank"],
    ["the audit log", "/audit?path=announcements/send&outcome=ok", "j"],
  ];
  it.each(places)("among %s", async (_name, place = "", keys = undefined) => {
    await open(page, application, place.replace("{account}", customer.account));
    await page.locator("main tbody tr, main article").first().waitFor();
    if (keys !== undefined) {
      await page.keyboard.press(keys);
      await page.locator("[data-detail]").waitFor();
    }
    await expectText(page);
  });

  it("in the customer's app: messages, news, the deposit channels, the title in the terms", async () => {
    const phone = await phoneOf(browser, customer);
    watch(phone);
    for (const place of [
      "/mine/message",
      "/news/index",
      "/mine/stored?currency=JPY",
      "/mine/protocol",
    ]) {
      await goTo(phone, `${application.address}/`, place);
      await expectText(phone);
    }
    await phone.context().close();
  });
});
