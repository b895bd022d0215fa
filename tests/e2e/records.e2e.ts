import { randomInt, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
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

async function post<Data>(
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Data> {
  const response = await fetch(`${application.address}/api/vue${path}`, {
    method: "POST",
    headers,
    body: new URLSearchParams(form),
  });
  const answer = (await response.json()) as { status: number; msg: string; data: Data };
  if (answer.status !== 1) throw new Error(`${path} was refused: ${answer.msg}`);
  return answer.data;
}

function register(): Promise<Credentials> {
  return post("/user/register", {
    account: String(randomInt(1_000_000_000, 9_999_999_999)),
    password,
    password2: password,
    invite_code: application.invitationCode,
    agree: "true",
  });
}

function buy(customer: Credentials, more: Record<string, string>): Promise<unknown> {
  const order = { type: "jpy", code: "7203", side: "long", leverage: "1", quantity: "10" };
  const sent = { ...order, ...more, request_id: randomUUID() };
  return post("/trade/place-order", sent, customer);
}

/** Opens what can be saved and presses one of it. */
async function saveAs(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "Save file" }).click();
  await page.getByRole("button", { name }).click();
}

const open = (page: Page) => page.goto(`${application.address}/#/mine/transactionRecords`);

describe("records", () => {
  it("tell of every movement, open to its postings, and lead to the trade", async () => {
    const customer = await register();
    await buy(customer, { kind: "market" });
    const page = await phoneOf(browser, customer);
    await open(page);
    await page.getByText("Simulated funds").first().waitFor();

    await page.getByRole("tab", { name: "Trades" }).click();
    await page.getByText("Simulated funds").first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Bought.*Toyota Motor/ }).click();
    const sheet = page.getByRole("dialog", { name: "Bought" });
    await sheet.getByRole("list", { name: "Your accounts" }).getByText("Balance").waitFor();
    await sheet.getByRole("list", { name: "Other side" }).getByText("The market").waitFor();
    await sheet.getByText("Total").locator("..").getByText("0.00").waitFor();
    await sheet.getByRole("link", { name: "See the trade" }).click();
    await page.waitForURL(/position\/info\?id=\d+/);

    await page.goBack();
    await page.getByRole("tab", { name: "Trades", selected: true }).waitFor();
    await page.context().close();
  });

  it("have what is only held apart, a month's sums, and are searched", async () => {
    const customer = await register();
    await buy(customer, { kind: "market" });
    const { price } = await post<{ price: string }>(
      "/market/stock",
      { type: "jpy", code: "6758" },
      customer,
    );
    // Within the day's limits, and far enough to wait.
    const below = String(Math.floor((Number(price) * 0.9) / 10) * 10);
    await buy(customer, { kind: "limit", price: below, code: "6758" });
    const page = await phoneOf(browser, customer);
    await open(page);
    await page.getByRole("button", { name: /^Bought.*Toyota Motor/ }).waitFor();
    await expect.poll(() => page.getByText("Held for an order").count()).toBe(0);
    await page.getByText(/^In 1,000,000\.00$/).waitFor();
    await page.getByRole("button", { name: "Holds" }).click();
    await page.getByRole("button", { name: /^Held for an order.*Sony Group/ }).waitFor();
    await expect.poll(() => page.getByText("Simulated funds").count()).toBe(0);
    await page.getByRole("button", { name: "Holds" }).click();
    await page.getByRole("button", { name: "Search records" }).click();
    await page.getByRole("textbox", { name: "Search records" }).fill("toyota");
    await page.getByText("Simulated funds").first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Bought.*Toyota Motor/ }).waitFor();
    await page.getByRole("textbox", { name: "Search records" }).fill("nothing like it");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByText("Simulated funds").first().waitFor();
    await page.context().close();
  });

  it("show a new movement by themselves", async () => {
    const customer = await register();
    const page = await phoneOf(browser, customer);
    await open(page);
    await page.getByText("Simulated funds").first().waitFor();
    await untilLive(page);
    await buy(customer, { kind: "market" });
    await page.getByRole("button", { name: /^Bought/ }).waitFor();
    await page.context().close();
  });

  it("are filtered by currency and by days, no more than the calendar's window", async () => {
    const page = await phoneOf(browser, await register());
    await open(page);
    await expect.poll(() => page.getByText("Simulated funds").count()).toBe(3);
    await page.getByLabel("Currency").selectOption("USD");
    await expect.poll(() => page.getByText("Simulated funds").count()).toBe(1);
    await page.getByLabel("Currency").selectOption("THB");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => page.getByText("Simulated funds").count()).toBe(3);

    await page.getByRole("button", { name: "Dates" }).click();
    const sheet = page.getByRole("dialog", { name: "Choose dates" });
    await sheet.locator("button[aria-pressed]:enabled").last().click();
    for (let month = 0; month < 7; month += 1) {
      await sheet.getByRole("button", { name: "Previous month" }).click();
    }
    await sheet.locator("button[aria-pressed]:enabled").first().click();
    await sheet.getByText("Choose no more than 184 days").waitFor();
    await expect
      .poll(() => sheet.getByRole("button", { name: "Show these dates" }).isDisabled())
      .toBe(true);
    await sheet.getByRole("button", { name: "7 days" }).click();
    await page.waitForURL(/from=\d{4}-\d\d-\d\d/);
    await expect.poll(() => page.getByText("Simulated funds").count()).toBe(3);
    await page.context().close();
  });

  it("are saved as a CSV file that says that it is simulated", async () => {
    const page = await phoneOf(browser, await register());
    await open(page);
    await page.getByText("Simulated funds").first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      // It stands there for two seconds only.
      page.getByText("Exported 3 records").waitFor(),
      saveAs(page, "Save this list as CSV"),
    ]);
    expect(download.suggestedFilename()).toMatch(/^records-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), "utf8");
    expect(text).toContain("Simulated account: no real money was moved.");
    expect(text.match(/Simulated funds/g)).toHaveLength(3);
    await page.context().close();
  });

  it("are a statement of the month as PDF, watermarked and with its own glyphs", async () => {
    const page = await phoneOf(browser, await register());
    await open(page);
    await page.getByText("Simulated funds").first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByText(/^Saved statement-/).waitFor(),
      saveAs(page, /^Save the statement of \d{4}\/\d\d as PDF$/),
    ]);
    expect(download.suggestedFilename()).toMatch(/^statement-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.pdf$/);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    await page.context().close();
  });

  it("say what to do where there are none", async () => {
    const page = await phoneOf(browser, await register());
    await open(page);
    await page.getByRole("tab", { name: "Withdraw" }).click();
    await page.getByText(/No withdrawals/).waitFor();
    await page.getByRole("button", { name: "See all records" }).click();
    await page.getByText("Simulated funds").first().waitFor();
    await page.context().close();
  });
});
