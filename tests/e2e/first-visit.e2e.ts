import { randomInt } from "node:crypto";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, newPhone } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { type Credentials, customerPassword, registerCustomer } from "./backoffice-desk.ts";
import { definitionOf, phoneOf } from "./trader-desk.ts";

const application = sharedApplication();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("from the welcome screen to the first purchase", () => {
  it("takes eight taps beside what is typed, the review among them", async () => {
    const phone = await (await newPhone(browser, { locale: "en-US", moves: true })).newPage();
    let taps = 0;
    const tap = async (target: Locator) => {
      await target.click();
      taps += 1;
    };
    const type = async (label: string, text: string) => {
      const field = phone.getByLabel(label, { exact: true });
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
      await phone.keyboard.type(text);
      await phone.keyboard.press("Enter");
    };
    await phone.goto(`${application.address}/`);
    await tap(phone.getByRole("link", { name: "Get started" }));
    await type("Mobile number (10 digits)", String(randomInt(1_000_000_000, 9_999_999_999)));
    await type("Password", customerPassword);
    await type("Password again", customerPassword);
    await type("Invitation code", application.invitationCode);
    await tap(phone.getByRole("checkbox"));
    await tap(phone.getByRole("button", { name: "Open account" }));
    await tap(phone.getByRole("link", { name: "See the market" }));
    await tap(phone.locator("main a[href*='code=']").first());
    await tap(phone.getByRole("button", { name: "Buy", exact: true }));
    await tap(phone.getByRole("dialog").getByRole("button", { name: "Review order" }));
    await tap(phone.getByRole("dialog").getByRole("button", { name: /^Buy 1 .* at market$/ }));
    await phone.getByRole("dialog").getByRole("heading", { name: "Filled" }).waitFor();
    expect(taps).toBeLessThanOrEqual(8);
    await phone.context().close();
  });
});

describe("before there is an account", () => {
  it("a visitor looks around: live prices, and the day of any stock in the list", async () => {
    const page = await (await newPhone(browser, { locale: "en-US", moves: true })).newPage();
    await page.goto(`${application.address}/`);
    await page.waitForURL(/#\/login\/start$/);
    const now = page.getByRole("region", { name: "The market now" });
    await now
      .getByRole("img", { name: /today\. Previous close [\d,.]+, now [\d,.]+\.$/ })
      .waitFor();
    await now.getByRole("link", { name: "Look around without an account" }).click();
    await page.waitForURL(/#\/login\/lookAround$/);
    // By its name from here on: which one is the second changes with the prices.
    const title = await page.locator("main button[aria-pressed]").nth(1).getAttribute("title");
    const second = page.getByTitle(title ?? "", { exact: true });
    await second.click();
    await expect.poll(() => second.getAttribute("aria-pressed")).toBe("true");
    const name = (title ?? "").replace("Show the chart of ", "");
    await page.getByRole("img", { name: new RegExp(`^${name} today`) }).waitFor();
    await page.getByRole("main").getByText("US", { exact: true }).click();
    await page.getByRole("img", { name: /today\. Previous close/ }).waitFor();
    await page.getByRole("link", { name: "Open an account" }).waitFor();
    await page.context().close();
  });
});

// Later steps stand on the earlier ones: what a newcomer finds beside the first trade.
describe("a newcomer", () => {
  let customer: Credentials;
  let page: Page;
  beforeAll(async () => {
    customer = await registerCustomer(application);
    page = await phoneOf(browser, customer);
    await page.goto(`${application.address}/#/quotes/info?type=jpy&code=7203`);
  });

  it("finds under the price what the company earns and pays, and stocks of its sector", async () => {
    const figures = page.getByRole("region", { name: "Fundamentals" });
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 600);
        return figures.count();
      })
      .toBe(1);
    await figures.getByText("Simulated figures, not those of the real company.").waitFor();
    for (const term of ["P/E (trailing)", "P/B", "Dividend yield (1 year)", "Market cap"]) {
      expect(await definitionOf(term, figures)).toMatch(/[1-9]/);
    }
    const company = page.getByRole("region", { name: "Company", exact: true });
    expect(await definitionOf("Sector", company)).toBe("Consumer discretionary");
    expect(await definitionOf("Next earnings (expected)", company)).toMatch(/\d/);
    const related = page.getByRole("region", { name: "Related stocks" }).getByRole("link");
    expect(await related.count()).toBeGreaterThan(0);
    expect(await related.filter({ hasText: "Toyota Motor" }).count()).toBe(0);
  });

  it("reads what selling short means before the first time, and leaves it off", async () => {
    const area = page.getByRole("region", { name: "Trade" });
    await area.getByText("Not held").waitFor();
    await area.getByRole("button", { name: "Sell short" }).click();
    const intro = page.getByRole("dialog").getByRole("region", { name: "What is short selling?" });
    await intro.getByText("A price can rise without limit, and so can your loss.").waitFor();
    await intro.getByRole("button", { name: "Turn on short selling" }).waitFor();
    await expect.poll(() => page.getByRole("dialog").getByRole("textbox").count()).toBe(0);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  it("decides how much and at which price on one screen, and finds leverage explained and off", async () => {
    await page.getByRole("button", { name: "Buy", exact: true }).click();
    const ticket = page.getByRole("dialog");
    await ticket.getByRole("heading", { name: "Buy order for Toyota Motor" }).waitFor();
    expect(await definitionOf("You hold", ticket)).toBe("0 sh");
    await expect.poll(() => definitionOf("You can buy", ticket)).toMatch(/^[1-9][\d,]* sh$/);
    await expect.poll(() => definitionOf("Max loss", ticket)).toMatch(/^[1-9][\d,.]*$/);
    // All of it without scrolling: the quantity, the price, and what both cost.
    for (const part of [
      ticket.getByRole("textbox", { name: "Quantity" }),
      ticket.getByText("Limit", { exact: true }),
      ticket.getByText("Estimated total").last(),
      ticket.getByRole("button", { name: "Review order" }),
    ]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(844);
    }
    await ticket.getByRole("button", { name: "By amount" }).click();
    await ticket.getByRole("textbox", { name: "Amount to spend" }).fill("300000");
    await ticket.getByText(/^1\d\d shares, fees included/).waitFor();
    await ticket.getByRole("button", { name: /^More: / }).click();
    const intro = ticket.getByRole("region", { name: "What is leverage?" });
    await intro.getByRole("button", { name: "Turn on leverage" }).waitFor();
    expect(await ticket.getByText("2×", { exact: true }).count()).toBe(0);
    await ticket.getByRole("button", { name: "Close" }).click();
    await ticket.waitFor({ state: "hidden" });
  });

  it("is sent to sign in 1.5 seconds after the session ended elsewhere", async () => {
    const token = await page.evaluate(() => localStorage.getItem("tokend") ?? "");
    await fetch(`${application.address}/api/vue/user/logout`, {
      method: "POST",
      headers: { token, account: customer.account },
    });
    await page.goto(`${application.address}/#/position/index`);
    await page.waitForURL(/#\/login\/login/);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("account") ?? "")).toBe("");
  });
});
