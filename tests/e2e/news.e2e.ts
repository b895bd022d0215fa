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

async function signedInPhone(): Promise<Page> {
  const { token, account } = await registerCustomer(
    application.address,
    application.invitationCode,
  );
  const context = await newPhone(browser, { locale: "en-US" });
  await context.addInitScript(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    [
      ["tokend", token],
      ["account", account],
      ["language", "us"],
    ] as [string, string][],
  );
  return context.newPage();
}

const open = (page: Page, route: string) => page.goto(`${application.address}/#${route}`);
const articles = 'a[href^="#/news/info"]';

describe("news", () => {
  it("has a history from the first start, grows as it is scrolled, and is of the market asked for", async () => {
    const page = await signedInPhone();
    await open(page, "/news/index");
    await page.locator(articles).first().waitFor();
    await page.getByText("Computed from the simulated market").waitFor();
    const before = await page.locator(articles).count();
    expect(before).toBeGreaterThanOrEqual(20);
    await page.locator(articles).last().scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator(articles).count()).toBeGreaterThan(before);

    await page.getByText("China", { exact: true }).first().click();
    await page.locator('a[href*="id=cny-"]').first().waitFor();
    await expect.poll(() => page.locator('a[href*="id=jpy-"]').count()).toBe(0);
    await page.context().close();
  });

  it("opens an article, leads to its stocks and to its neighbours", async () => {
    const page = await signedInPhone();
    await open(page, "/news/index");
    await page.locator('a[href*="market_close"]').first().click();
    await page
      .getByText("It does not describe any real company or market", { exact: false })
      .waitFor();
    const heading = page.getByRole("heading", { level: 2 });
    const title = await heading.innerText();
    expect(title).toMatch(/^(Japan|US|China) close: /);

    await page.getByRole("link", { name: "Previous article" }).click();
    await expect.poll(() => heading.innerText()).not.toBe(title);
    await page.getByRole("link", { name: "Next article" }).click();
    await expect.poll(() => heading.innerText()).toBe(title);

    const stock = page.locator('a[href^="#/quotes/info"]').first();
    const href = await stock.getAttribute("href");
    await stock.click();
    await page.waitForURL((url) => url.hash === href);
    await page.context().close();
  });

  it("says where there is no article of that name, and leads back to the list", async () => {
    const page = await signedInPhone();
    await open(page, "/news/info?id=jpy-20260101-no_such_kind");
    await page.getByText("This article was not found.").waitFor();
    await page.getByRole("link", { name: "Go to news" }).click();
    await page.locator(articles).first().waitFor();
    await page.context().close();
  });
});
