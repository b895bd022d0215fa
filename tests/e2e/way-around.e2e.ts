import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isOpen, routes } from "../../apps/trader/src/app/paths.ts";
import { registerCustomer } from "../../bench/web/pages.ts";
import { launchBrowser, newPhone } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";

const application = sharedApplication();

const everyRoute = Object.values(routes).filter((route) => route !== routes.root);
const guarded = everyRoute.filter((route) => !isOpen(route));
const open = everyRoute.filter((route) => isOpen(route));

let browser: Browser;
let customer: { token: string; account: string };
let context: BrowserContext;
let page: Page;
let faults: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  customer = await registerCustomer(application.address, application.invitationCode);
});
afterEach(() => context.close());
afterAll(() => browser.close());

async function openPhone(signedIn: boolean, { clockIsOurs = false } = {}): Promise<void> {
  context = await newPhone(browser, { locale: "en-US" });
  const stored = {
    language: "us",
    ...(signedIn && { tokend: customer.token, account: customer.account }),
  };
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, stored);
  page = await context.newPage();
  if (clockIsOurs) await page.clock.install();
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`${application.address}/#${routes.about}`);
  // The document has a title before the app has started, which writes one of its own.
  await page.locator("main").first().waitFor();
}

/** Goes on inside the page, as a link does: what stood in the title before is gone. */
async function visit(place: string): Promise<void> {
  if (placeNow() === place) return;
  await page.evaluate((to) => {
    document.title = "";
    window.location.hash = to;
  }, place);
}

/** The screen's own name; on most screens it stands before the site's. */
async function titleOf(place: string): Promise<string> {
  await expect.poll(() => page.title(), { message: `the title of ${place}` }).not.toBe("");
  return (await page.title()).split(" · ")[0] ?? "";
}

/** The one route that means nothing without what it is opened for. */
const asOpened = (route: string) => (route === routes.changeLang ? `${route}?to=jp` : route);

const placeNow = () => new URL(page.url()).hash.slice(1);

describe("without a session", () => {
  it("every guarded route leads to the sign-in screen and remembers where to return", async () => {
    await openPhone(false);
    for (const route of guarded) {
      await visit(`${route}?id=1`);
      await page.waitForURL((url) => url.hash.startsWith(`#${routes.login}?`));
      const back = new URLSearchParams(placeNow().split("?")[1]).get("from");
      expect(back).toBe(`${route}?id=1`);
    }
    expect(faults).toEqual([]);
  });

  it("every open route opens", async () => {
    await openPhone(false);
    for (const route of open.filter((one) => one !== routes.loginAfter)) {
      const place = asOpened(route);
      await visit(place);
      await titleOf(place);
      expect(placeNow()).toBe(place);
    }
    expect(faults).toEqual([]);
  });

  it("the root leads to the welcome screen", async () => {
    await openPhone(false);
    await page.goto(`${application.address}/`);
    await page.waitForURL(new RegExp(`#${routes.loginStart}$`));
  });
});

describe("the way around", () => {
  it("a place that does not exist says so and leads on", async () => {
    await openPhone(true);
    await visit("/nowhere");
    await page.getByText("This page was not found.").waitFor();
    await page.getByRole("link", { name: "See the market" }).click();
    await page.waitForURL(new RegExp(`#${routes.market}$`));
  });

  it("back without a history falls back to the market", async () => {
    await openPhone(true);
    const deep = await context.newPage();
    await deep.goto(`${application.address}/#${routes.verified}`);
    await deep.getByRole("button", { name: "Back", exact: true }).click();
    await deep.waitForURL(new RegExp(`#${routes.market}$`));
  });

  it("the header leads to search, messages and verification", async () => {
    await openPhone(true);
    await visit(routes.home);
    const links = page.getByRole("navigation", { name: "Shortcuts" }).getByRole("link");
    await links.first().waitFor();
    const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(places).toEqual([routes.search, routes.messages, routes.verified].map((to) => `#${to}`));
  });

  it.each([
    ["five", ["home", "market", "positions", "transactionRecords", "mine"]],
    ["six", ["home", "market", "positions", "news", "transactionRecords", "mine"]],
  ] as const)("the bottom menu has %s tabs where the site says so", async (menu, names) => {
    await openPhone(true);
    await page.route("**/api/vue/common/config", async (route) => {
      // The same call without a type asks for the customer-service link alone.
      if (route.request().postData() !== "type=all") return route.continue();
      const answer = await route.fetch();
      const config = (await answer.json()) as { data: { name: string; value: string }[] };
      const others = config.data.filter((entry) => entry.name !== "menu");
      await route.fulfill({
        response: answer,
        json: { ...config, data: [...others, { name: "menu", value: menu }] },
      });
    });
    await page.goto("about:blank");
    await page.goto(`${application.address}/#${routes.home}`);
    const tabs = page.getByRole("navigation", { name: "Main menu" }).getByRole("link");
    await tabs.first().waitFor();
    const places = await tabs.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(places).toEqual(names.map((name) => `#${routes[name]}`));
    // Each of them has the menu too, so that it never leads to a place without it.
    for (const name of names) {
      await visit(routes[name]);
      await titleOf(routes[name]);
      await page.getByRole("navigation", { name: "Main menu" }).waitFor();
    }
  });
});

describe("a screen that is opened for the first time", () => {
  it("is drawn as soon as its code is here, whatever timers are set meanwhile", async () => {
    await openPhone(true, { clockIsOurs: true });
    await visit(routes.fees);
    await titleOf(routes.fees);
    await page.clock.pauseAt(Date.now() + 60_000);
    await visit(routes.bank);
    expect(await titleOf(routes.bank)).not.toBe("");
    expect(faults).toEqual([]);
  });
});
