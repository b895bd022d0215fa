import { randomInt } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, newPhone } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";

const application = sharedApplication();
const account = String(randomInt(1_000_000_000, 9_999_999_999));
const password = "a pass phrase of a journey";

let browser: Browser;
let page: Page;
const pageErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await (await newPhone(browser, { locale: "en-US", moves: true })).newPage();
  page.on("pageerror", (error) => pageErrors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") pageErrors.push(message.text());
  });
});
afterAll(() => browser.close());

const go = (path: string) => page.goto(`${application.address}/#${path}`);

/** The figure beside a word, as the screen reader reads it. */
async function definitionOf(term: string, within = page.locator("main")): Promise<string> {
  const text = await within.locator(`dt:text-is("${term}") + dd`).first().textContent();
  return text?.trim() ?? "";
}

/** `"242,100.00 JPY"` is 24210000. */
function hundredths(text: string): number {
  return Number(text.replaceAll(/[^\d−-]/g, "").replace("−", "-"));
}

// Later steps stand on the earlier ones: one newcomer's first hour.
describe("a newcomer's first trade", () => {
  let boughtAt = 0;

  it("begins at the welcome screen and registers on an invitation", async () => {
    await page.goto(`${application.address}/`);
    await page.waitForURL(/#\/login\/start$/);
    await page.getByRole("link", { name: "Get started" }).click();
    await go("/login/register");
    const field = page.getByLabel("Mobile number (10 digits)");
    // As a Japanese number is written, with its first 0: nothing is cut until it is taken.
    await page.getByLabel("Country or region").selectOption({ label: "Japan +81" });
    await page.getByText(/without the first 0\. For example 090.1234.5678 → 9012345678/).waitFor();
    await field.fill(`0${account.slice(0, 2)}-${account.slice(2, 6)}-${account.slice(6)}`);
    await page.getByText("Your account is the ten digits without the first 0.").waitFor();
    await expect.poll(() => field.inputValue()).toBe(`0${account}`);
    await page.getByRole("button", { name: `Use ${account}` }).click();
    await expect.poll(() => field.inputValue()).toBe(account);
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(password);
    await page.getByLabel("Password again").fill(password);
    await page.getByLabel("Invitation code").fill(application.invitationCode);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Open account" }).click();
    await page.waitForURL(/#\/login\/loginAfter$/);
    await page.getByText("1,000,000.00").waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(
      expect.arrayContaining(["account", "tokend"]),
    );
  });

  it("finds a company by a Japanese name and opens its chart", async () => {
    await go("/quotes/search");
    await page.getByRole("textbox", { name: "Search by name or symbol" }).fill("とよた");
    await page.getByRole("link", { name: /Toyota Motor/ }).click();
    await page.waitForURL(/#\/quotes\/info\?.*code=7203/);
    await page.getByRole("heading", { name: "Toyota Motor" }).waitFor();
  });

  it("sees what an order costs before the button, and buys at the market", async () => {
    await page.getByRole("button", { name: "Buy", exact: true }).click();
    const ticket = page.getByRole("dialog");
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("100");
    const review = ticket.getByRole("button", { name: "Review order" });
    await expect.poll(() => review.isEnabled()).toBe(true);
    await review.click();
    await ticket.getByRole("heading", { name: "Review your order" }).waitFor();
    await expect.poll(() => definitionOf("Quantity", ticket)).toBe("100 sh");
    const buy = ticket.getByRole("button", { name: "Buy 100 Toyota Motor at market" });
    await expect.poll(() => buy.isEnabled()).toBe(true);
    const expectedTotal = hundredths(await definitionOf("Amount", ticket));
    expect(expectedTotal).toBeGreaterThan(0);
    boughtAt = performance.now();
    await buy.click();
    await ticket.getByRole("heading", { name: "Filled" }).waitFor();
    const price = hundredths(await definitionOf("Fill price", ticket));
    expect(hundredths(await definitionOf("Amount", ticket))).toBe(price * 100);
    await ticket.getByRole("button", { name: "See the position" }).click();
    await page.waitForURL(/#\/position\/info\?id=\d+$/);
  });

  it("cannot sell for 15 minutes, and reads why on the button", async () => {
    const sell = page.getByRole("button", { name: /^Sellable in \d\d:\d\d$/ });
    const [, minutes, seconds] = /(\d\d):(\d\d)$/.exec((await sell.textContent()) ?? "") ?? [];
    const left = Number(minutes) * 60 + Number(seconds);
    expect(left).toBeLessThanOrEqual(900);
    // The page's clock may be a moment ahead of the server's.
    expect(left).toBeGreaterThan(897 - (performance.now() - boughtAt) / 1_000);
    await expect.poll(() => sell.isDisabled()).toBe(true);
    await expect.poll(() => definitionOf("Shares held")).toBe("100");
  });

  it("sells once the 15 minutes are over, and the profit is what the two fills say", async () => {
    await advanceClock(application, 901);
    await page
      .getByRole("button", { name: /^Sell(?!able)/ })
      .first()
      .click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Sell 100 Toyota Motor at market" }).click();
    await sheet.getByText(/^Sold 100 shares of Toyota Motor at/).waitFor();
    await sheet.getByRole("button", { name: "Close" }).last().click();
    const bought = hundredths(await definitionOf("Average cost"));
    const sold = hundredths(await definitionOf("Sell price"));
    const profit = page.getByRole("region", { name: "Realized profit/loss" });
    const shown = hundredths((await profit.locator("p").nth(1).textContent()) ?? "");
    expect(shown).toBe((sold - bought) * 100);
  });

  it("finds the position among the closed ones and the money in the wallet", async () => {
    await go("/position/index");
    await page.getByRole("tab", { name: "Closed" }).click();
    await page.getByRole("link", { name: "Toyota Motor" }).waitFor();
    const realised = page.getByRole("region", { name: "Realized profit/loss" });
    const profit = hundredths((await realised.locator("p").nth(1).textContent()) ?? "");
    await go("/mine/index");
    await expect
      .poll(async () => hundredths(await definitionOf("Available balance")))
      .toBe(100_000_000 + profit);
  });

  it("signs out, and comes back to where it was after signing in again", async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(/#\/login\/login/);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("tokend") ?? "")).toBe("");
    await go("/quotes/info?type=usd&code=AAPL");
    await page.waitForURL(/#\/login\/login/);
    await page.getByLabel("Mobile number (10 digits)").fill(account);
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/#\/quotes\/info\?type=usd&code=AAPL$/);
    await page.getByRole("heading", { name: "Apple" }).waitFor();
  });

  it("has met no error in the page", () => {
    // The browser itself reports the 401 of the ended session; nothing else may be there.
    expect(pageErrors.filter((text) => !text.includes("401"))).toEqual([]);
  });
});
