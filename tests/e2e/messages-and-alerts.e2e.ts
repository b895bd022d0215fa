import { randomInt } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { phoneOf, untilLive } from "./trader-desk.ts";

const application = sharedApplication();
const password = "a pass phrase of the test 4";
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type Credentials = { token: string; account: string };

async function post(
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; msg: string; data: Credentials }> {
  const answer = await fetch(`${application.address}/api/vue${path}`, {
    method: "POST",
    headers,
    body: new URLSearchParams(form),
  });
  return (await answer.json()) as { status: number; msg: string; data: Credentials };
}

async function register(): Promise<Credentials> {
  const { status, msg, data } = await post("/user/register", {
    account: String(randomInt(1_000_000_000, 9_999_999_999)),
    password,
    password2: password,
    invite_code: application.invitationCode,
    agree: "true",
  });
  if (status !== 1) throw new Error(`The registration was refused: ${msg}`);
  return data;
}

const signInFrom = (device: string, account: string) =>
  post("/user/login", { account, password }, { "user-agent": device });

const open = (page: Page, route: string) => page.goto(`${application.address}/#${route}`);

describe("messages", () => {
  it("come page by page as the list is scrolled, and keep their place on a return", async () => {
    const customer = await register();
    for (let count = 1; count <= 44; count += 1) {
      await signInFrom(`Phone ${count}`, customer.account);
    }
    const page = await phoneOf(browser, customer);
    await open(page, "/mine/message");
    const links = page.getByRole("list", { name: "Your messages" }).getByRole("link");
    await expect.poll(() => links.count()).toBe(20);
    const end = page.getByText("No earlier messages");
    for (const loaded of [40, 45]) {
      await links.last().scrollIntoViewIfNeeded();
      await expect.poll(() => links.count()).toBe(loaded);
    }
    await end.waitFor();
    await links.nth(40).click();
    // The list itself says the same in short.
    await page.waitForURL(/messageInfo/);
    await links.first().waitFor({ state: "detached" });
    await page.getByText(/sign-in to your account on an unknown device/).waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await expect.poll(() => links.count()).toBe(45);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
    await page.context().close();
  });

  it("say where there is none of that name, and lead back to the list", async () => {
    const page = await phoneOf(browser, await register());
    await open(page, "/mine/messageInfo?id=999999999");
    await page.getByText("This message was not found.").waitFor();
    await page.getByRole("link", { name: "Go to messages" }).click();
    await page.getByText("Your account is open").waitFor();
    await page.context().close();
  });
});

describe("price alerts", () => {
  // Its price moves by a cent or more with nearly every tick.
  const apple = { type: "usd", code: "AAPL" };

  it("are set and changed at a stock's bell, listed beside the messages, and cancelled there", async () => {
    const page = await phoneOf(browser, await register());
    await open(page, "/quotes/info?type=jpy&code=7203");
    await page.getByRole("button", { name: "Set a price alert" }).click();
    const sheet = page.getByRole("dialog", { name: "Price alerts for Toyota Motor" });
    await sheet.getByText("No alerts on this stock yet.").waitFor();
    await sheet.getByRole("button", { name: /^\+5%/ }).click();
    await sheet.getByText(/We will alert you at ¥[\d,.]+ or above\./).waitFor();
    await sheet.getByRole("button", { name: "Add alert" }).click();
    const waiting = sheet.getByRole("list", { name: "Active alerts" });
    await waiting.getByText(/^At or above ¥/).waitFor();

    await sheet.getByText("Day's change (%)").click();
    await sheet.getByText("Down", { exact: true }).click();
    const field = sheet.getByRole("textbox");
    await field.fill("120");
    await sheet.getByRole("button", { name: "Add alert" }).click();
    await sheet.getByText("Enter a value between 0.01 and 99.99.").waitFor();
    await field.fill("12.5");
    await sheet.getByRole("button", { name: "Add alert" }).click();
    await waiting.getByText("Down 12.5% on the day").waitFor();
    await waiting.getByRole("button", { name: "Edit alert: Down 12.5% on the day" }).click();
    await field.fill("10.5");
    await sheet.getByRole("button", { name: "Save changes" }).click();
    await waiting.getByText("Down 10.5% on the day").waitFor();
    await expect.poll(() => waiting.getByText("Down 12.5% on the day").count()).toBe(0);
    await sheet.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Price alerts (2 set)" }).waitFor();

    await open(page, "/mine/message");
    await page.getByRole("tab", { name: "Price alerts" }).click();
    const remove = page.getByRole("button", { name: /^Remove the alert on Toyota Motor/ });
    await expect.poll(() => remove.count()).toBe(2);
    await remove.first().click();
    await expect.poll(() => remove.count()).toBe(1);
    await page.reload();
    await expect.poll(() => remove.count()).toBe(1);
    await page.context().close();
  });

  it("that are reached ring the bell and lead to the stock", async () => {
    const customer = await register();
    const page = await phoneOf(browser, customer);
    await open(page, "/mine/message");
    await page.getByText("Your account is open").waitFor();
    const headers = { token: customer.token, account: customer.account };
    const setBoth = async () => {
      const { data } = await post("/market/stock", apple, headers);
      const price = Number((data as unknown as { price: string }).price);
      const answers: string[] = [];
      for (const [kind, value] of [
        ["price_at_or_above", price + 0.01],
        ["price_at_or_below", price - 0.01],
      ] as const) {
        const form = { ...apple, kind, value: value.toFixed(2), request_id: crypto.randomUUID() };
        answers.push((await post("/market/add-alert", form, headers)).msg);
      }
      return answers;
    };
    await untilLive(page);
    // It stands there for two seconds only, and may come before the second alert is set.
    const told = page
      .getByRole("status")
      .getByText("Apple reached your alert")
      // Where they were set twice, one move of the price reaches two.
      .first()
      .waitFor({ timeout: 90_000 });
    // One of the two is reached by the next move of the price; one that it has moved to already is refused.
    await Promise.all([told, expect.poll(setBoth).toEqual(["ok", "ok"])]);
    await page.getByRole("link").getByText("Apple reached your alert").first().click();
    // The list itself says the same in short.
    await page.waitForURL(/messageInfo/);
    await page.getByRole("list", { name: "Your messages" }).waitFor({ state: "detached" });
    await page.getByText(/Apple \(AAPL\) reached your alert price of \$/).waitFor();
    await page.getByRole("link", { name: "See this stock" }).click();
    await page.waitForURL(/quotes\/info\?type=usd&code=AAPL/);
    await page.context().close();
  });
});
