import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerCustomer } from "../../bench/web/pages.ts";
import { launchBrowser, newPhone } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";

const application = sharedApplication();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type Language = "jp" | "cn" | "us";
const locales = { jp: "ja-JP", cn: "zh-CN", us: "en-US" } as const;

/** A phone on which a customer of its own is signed in, in a language. */
async function signedInPhone(language: Language): Promise<Page> {
  const { token, account } = await registerCustomer(
    application.address,
    application.invitationCode,
  );
  const context = await newPhone(browser, { locale: locales[language] });
  await context.addInitScript(
    (entries) => {
      // Once: what the app itself writes afterwards must stand.
      if (localStorage.getItem("tokend") !== null) return;
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    [
      ["tokend", token],
      ["account", account],
      ["language", language],
    ] as [string, string][],
  );
  return context.newPage();
}

function open(page: Page, route: string) {
  return page.goto(`${application.address}/#${route}`);
}

const stockLinks = 'a[href^="#/quotes/info"]';

describe.each([
  { language: "jp", query: "あっぷる", name: "アップル", field: "銘柄名またはコードで検索" },
  { language: "cn", query: "pingguo", name: "苹果", field: "按名称或代码搜索" },
  { language: "us", query: "apple", name: "Apple", field: "Search by name or symbol" },
] as const)("a customer who reads $language", ({ language, query, name, field }) => {
  it("finds a stock, opens it, watches it, and sees it on the watchlist", async () => {
    const page = await signedInPhone(language);
    await open(page, "/quotes/search");
    const input = page.getByRole("textbox", { name: field });
    await input.waitFor();
    await expect
      .poll(() => input.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await input.fill(query);
    const found = page.locator('a[href="#/quotes/info?type=usd&code=AAPL"]');
    await found.getByText(name, { exact: true }).waitFor();

    await found.click();
    await page.waitForURL(/quotes\/info\?type=usd&code=AAPL/);
    await page
      .getByRole("heading", { name: new RegExp(name) })
      .first()
      .waitFor();

    await page.goBack();
    await found.waitFor();
    expect(await input.inputValue()).toBe(query);
    // It is pressed before the server has heard of it.
    const kept = page.waitForResponse(/\/market\/watch$/);
    const star = page.locator("button[aria-pressed]").first();
    await star.click();
    await page.locator('button[aria-pressed="true"]').waitFor();
    await kept;

    await open(page, "/quotes/self");
    await page.locator(stockLinks).getByText(name, { exact: true }).waitFor();
    expect(await page.locator(stockLinks).count()).toBe(1);

    const stored = await page.evaluate(() => localStorage.getItem("searchList"));
    expect(JSON.parse(stored ?? "")).toMatchObject([{ type: "usd", code: "AAPL" }]);
    await page.context().close();
  });
});

describe("a result that is touched before the typing has settled", () => {
  it("opens, however long its screen takes to load, and a return finds what was typed", async () => {
    const page = await signedInPhone("us");
    // What the stock's screen consists of comes only once the typing has long settled.
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
    await page.route("**/assets/stock-page-*.js", async (route) => {
      await settled;
      await route.continue();
    });
    await open(page, "/quotes/search");
    const input = page.getByRole("textbox", { name: "Search by name or symbol" });
    await input.fill("apple");
    const found = page.locator('a[href="#/quotes/info?type=usd&code=AAPL"]');
    await found.waitFor();
    await page.waitForURL(/q=apple/);
    // In one breath: a touch from out here could come after the pause of the typing.
    await input.evaluate((field: HTMLInputElement) => {
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
      value?.set?.call(field, "apple i");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      document.querySelector<HTMLElement>('a[href*="code=AAPL"]')?.click();
    });
    await page.waitForURL(/quotes\/info\?type=usd&code=AAPL/);
    // Longer than the pause after which the typing is taken over: nothing may take the customer back.
    await page.waitForTimeout(1_000);
    settle();
    await page.getByRole("heading", { name: "Apple" }).first().waitFor();
    expect(page.url()).toContain("/quotes/info?type=usd&code=AAPL");
    await page.goBack();
    await expect.poll(() => input.inputValue()).toBe("apple i");
    await page.context().close();
  });
});

describe("the rankings", () => {
  it("tick, and a return from a stock finds the place that was left", async () => {
    const page = await signedInPhone("us");
    await open(page, "/home/index");
    await page.locator(stockLinks).first().waitFor();
    expect(await page.locator(stockLinks).count()).toBeGreaterThanOrEqual(40);

    const list = page.getByRole("region", { name: "Turnover" });
    const before = await list.innerText();
    await expect.poll(() => list.innerText(), { timeout: 60_000 }).not.toBe(before);

    await page.getByRole("tab", { name: "Symbol" }).click();
    const far = page.locator(stockLinks).nth(30);
    await far.evaluate((link) => link.scrollIntoView({ block: "center" }));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
    const left = await page.evaluate(() => window.scrollY);
    await far.click();
    await page.waitForURL(/quotes\/info/);
    await page.getByRole("button", { name: "Back" }).click();
    await page.waitForURL(/home\/index/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left);
    expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Symbol");
    await page.context().close();
  });

  it("are of the market that was chosen, also after a reload", async () => {
    const page = await signedInPhone("us");
    await open(page, "/home/index");
    await page.getByText("China", { exact: true }).click();
    await page.locator('a[href^="#/quotes/info?type=cny"]').first().waitFor();
    await page.reload();
    await page.locator('a[href^="#/quotes/info?type=cny"]').first().waitFor();
    expect(await page.locator('a[href^="#/quotes/info?type=jpy"]').count()).toBe(0);
    await page.context().close();
  });
});

describe("the watchlist", () => {
  it("puts a stock back to its place on undo, and forgets it otherwise", async () => {
    const page = await signedInPhone("us");
    await open(page, "/quotes/search?q=motor");
    await page.locator('button[aria-pressed="false"]').nth(1).waitFor();
    for (const count of [1, 2]) {
      // One after the other: the list has them in the order in which the server hears of them.
      const kept = page.waitForResponse(/\/market\/watch$/);
      await page.locator('button[aria-pressed="false"]').first().click();
      await kept;
      await expect.poll(() => page.locator('button[aria-pressed="true"]').count()).toBe(count);
    }
    await open(page, "/quotes/self");
    const links = page.locator(stockLinks);
    await expect.poll(() => links.count()).toBe(2);
    const order = await hrefs(page);

    await page.getByRole("button", { name: "Edit" }).click();
    const remove = page.getByRole("button", { name: /^Remove .* from the watchlist$/ });
    // The way back stands there for some seconds only: it is taken as soon as it is there.
    await Promise.all([page.getByRole("button", { name: "Undo" }).click(), remove.last().click()]);
    await expect.poll(() => hrefs(page)).toEqual(order);

    // Leaving the screen settles it, or the seconds are over by then.
    const settled = page.waitForResponse(/\/market\/unwatch$/);
    await remove.first().click();
    await expect.poll(() => links.count()).toBe(1);
    await page.getByRole("link", { name: "Add a stock" }).click();
    await settled;
    await open(page, "/quotes/self");
    await page.reload();
    await links.first().waitFor();
    expect(await hrefs(page)).toEqual(order.slice(1));
    await page.context().close();
  });
});

function hrefs(page: Page): Promise<(string | null)[]> {
  return page
    .locator(stockLinks)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
}
