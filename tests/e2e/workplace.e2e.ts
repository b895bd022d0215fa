import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessibilityFaults } from "../support/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { letPagesRest } from "../support/page-at-rest.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { newTrader, open } from "./trader-desk.ts";

const application = sharedApplication();
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await newTrader(browser, application);
  await letPagesRest(page.context());
});
afterAll(() => browser.close());

const watchlist = () => page.getByRole("region", { name: "Watchlist" });
const ticket = () => page.getByRole("region", { name: /^Buy order for / });
const positions = () => page.getByRole("region", { name: "Positions" });

async function watch(code: string): Promise<void> {
  await open(page, application, `/quotes/info?type=jpy&code=${code}`);
  const star = { name: "Add to watchlist", exact: true };
  await page.getByRole("button", star).click();
  await page.getByRole("button", { ...star, pressed: true }).waitFor();
}

// Each step stands on the one before: one customer at a desk.
it("is one column on a phone", async () => {
  await watch("7203");
  await watch("6758");
  await expect.poll(() => watchlist().count()).toBe(0);
  await expect.poll(() => positions().count()).toBe(0);
});

it("has watchlist, chart, ticket and positions side by side at a desk, and a stock of the watchlist changes the others", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await positions().waitFor();
  await watchlist()
    .getByRole("link", { name: /Toyota Motor/ })
    .click();
  await page.getByRole("heading", { level: 1, name: /Toyota Motor/ }).waitFor();
  await ticket().getByRole("heading", { name: "Buy order for Toyota Motor" }).waitFor();
  const left = async (part: ReturnType<typeof watchlist>) => (await part.boundingBox())?.x ?? 0;
  const chart = page.getByRole("main");
  const places = [await left(watchlist()), await left(chart), await left(ticket())];
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  await expect.poll(() => page.getByRole("main").count()).toBe(1);
  await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
});

it("is bought from with the keyboard alone, and what was bought stands beside the ticket", async () => {
  const quantity = ticket().getByRole("textbox", { name: "Quantity" });
  await quantity.focus();
  await page.keyboard.type("12");
  // Enter does what the button does, once the server has said what it costs.
  const button = ticket().getByRole("button", { name: /^Buy 12 / });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await page.keyboard.press("Enter");
  await ticket()
    .getByText(/Order number/)
    .waitFor();
  await positions().getByText("Toyota Motor").first().waitFor();
});

it("has no fault of accessibility at a desk and on a tablet, where the watchlist stands before the screen", async () => {
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 820, height: 1180 });
  await positions().waitFor({ state: "detached" });
  await watchlist().waitFor();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBeLessThanOrEqual(820);
  expect(await accessibilityFaults(page)).toEqual([]);
});
