import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerCustomer } from "../../bench/web/pages.ts";
import { accessibilityFaults } from "../support/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";

const application = sharedApplication();
const targetPixelsMin = 44;
const tabStops = 8;
const phone = { width: 390, height: 844 };

type Screen = {
  name: string;
  /** `{position}` is the customer's own. */
  place: string;
  signedIn: boolean;
  /** What has to stand on the screen before it is looked at. */
  shows: string;
};

const screens: readonly Screen[] = [
  { name: "welcome", place: "/login/start", signedIn: false, shows: "h1" },
  { name: "your number", place: "/login/logon", signedIn: false, shows: "input" },
  { name: "registration", place: "/login/register", signedIn: false, shows: "input" },
  { name: "sign-in", place: "/login/login", signedIn: false, shows: "input" },
  {
    name: "forgotten password",
    place: "/login/forgotten",
    signedIn: false,
    shows: "input",
  },
  {
    name: "lost second factors",
    place: "/login/lostFactors",
    signedIn: false,
    shows: "input",
  },
  { name: "account opened", place: "/login/loginAfter", signedIn: true, shows: "main a" },
  { name: "home", place: "/home/home", signedIn: true, shows: "[data-ready=home]" },
  { name: "market", place: "/home/index", signedIn: true, shows: "main a[href*=code]" },
  { name: "search", place: "/quotes/search", signedIn: true, shows: "main a[href*=code]" },
  { name: "watchlist", place: "/quotes/self", signedIn: true, shows: "main a[href*=code]" },
  {
    name: "stock",
    place: "/quotes/info?type=usd&code=AAPL",
    signedIn: true,
    shows: "[data-ready=chart]",
  },
  {
    name: "order ticket",
    place: "/quotes/info?type=usd&code=AAPL&order=buy",
    signedIn: true,
    // Figures that are being asked for anew are paler until they have come.
    shows: "dialog[open] dl:not([class*=checking])",
  },
  { name: "positions", place: "/position/index?type=usd", signedIn: true, shows: "article" },
  {
    name: "working orders",
    place: "/position/index?type=usd&tab=waiting",
    signedIn: true,
    shows: "article",
  },
  {
    name: "closed, empty",
    place: "/position/index?type=usd&tab=closed",
    signedIn: true,
    shows: "main h2, main p",
  },
  { name: "position", place: "/position/info?id={position}", signedIn: true, shows: "main dl" },
  { name: "my page", place: "/mine/index", signedIn: true, shows: "main dl" },
  { name: "messages", place: "/mine/message", signedIn: true, shows: "main" },
  { name: "customer service", place: "/login/help", signedIn: false, shows: "main a" },
  {
    name: "a page of help",
    place: "/login/helpInfo?id=withdrawal",
    signedIn: false,
    shows: "main table",
  },
  { name: "conversation", place: "/mine/service", signedIn: true, shows: "main [role=log]" },
  { name: "trading fees", place: "/mine/fees?type=cny", signedIn: true, shows: "main li" },
  { name: "records", place: "/mine/transactionRecords", signedIn: true, shows: "main li" },
  { name: "news", place: "/news/index", signedIn: true, shows: "main a" },
  {
    name: "login password",
    place: "/mine/loginPassword",
    signedIn: true,
    shows: "input:not([hidden])",
  },
  { name: "language", place: "/mine/language", signedIn: false, shows: "main button, main input" },
  {
    name: "change language",
    place: "/mine/changeLang?to=jp",
    signedIn: false,
    shows: "main button",
  },
  { name: "about", place: "/mine/about", signedIn: false, shows: "main h2" },
  { name: "privacy", place: "/mine/privacy", signedIn: false, shows: "main h2" },
  { name: "user agreement", place: "/mine/protocol", signedIn: false, shows: "main h2" },
  { name: "a screen on its way", place: "/mine/withdraw", signedIn: true, shows: "main a" },
];

let browser: Browser;
let customer: { token: string; account: string };
let position = "";

beforeAll(async () => {
  browser = await launchBrowser();
  customer = await registerCustomer(application.address, application.invitationCode);
  position = (await call("/trade/place-order", order("market")))["id"] ?? "";
  const stock = await call("/market/stock", { type: "usd", code: "AAPL" });
  const limit = (Number(stock["price"]) * 0.8).toFixed(2);
  await call("/trade/place-order", { ...order("limit"), price: limit });
  await call("/user/write-to-service", { body: "Hello", request_id: crypto.randomUUID() });
  await call("/market/watch", { type: "usd", code: "AAPL" });
});
afterAll(() => browser.close());

const order = (kind: string) => ({
  type: "usd",
  code: "AAPL",
  side: "long",
  kind,
  quantity: "1",
  leverage: "1",
  request_id: crypto.randomUUID(),
});

async function call(path: string, fields: Record<string, string>): Promise<Record<string, string>> {
  const answer = await fetch(`${application.address}/api/vue${path}`, {
    method: "POST",
    headers: { token: customer.token, account: customer.account },
    body: new URLSearchParams(fields),
  });
  const { status, msg, data } = (await answer.json()) as {
    status: number;
    msg: string;
    data: Record<string, string>;
  };
  if (status !== 1) throw new Error(`${path} was refused: ${msg}`);
  return data;
}

/** Signed in or not: one phone each, which goes from screen to screen as a customer does. */
async function openPhone(signedIn: boolean): Promise<Page> {
  const context = await browser.newContext({
    viewport: phone,
    isMobile: true,
    hasTouch: true,
    locale: "en-US",
    // A screen that still fades in has other colours.
    reducedMotion: "reduce",
  });
  const stored = {
    language: "us",
    ...(signedIn && { tokend: customer.token, account: customer.account }),
  };
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, stored);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

async function visit(page: Page, screen: Screen): Promise<void> {
  const place = screen.place.replace("{position}", position);
  await page.setViewportSize(phone);
  await page.goto("about:blank");
  await page.goto(`${application.address}/#${place}`);
  await page.locator(screen.shows).first().waitFor();
  // Nothing lies under the bar at the bottom: what it covers can be scrolled out from below it.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: phone.width, height: Math.max(phone.height, height + 100) });
}

/** Buttons, tabs, fields and menu entries that a finger would miss. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((min) => {
    const controls = "button, [role=tab], input:not([type=checkbox]):not([type=radio]), nav a";
    const top = document.querySelector("dialog[open]") ?? document;
    const isLarge = ({ width, height }: DOMRect) =>
      Math.round(width) >= min && Math.round(height) >= min;
    return [...top.querySelectorAll<HTMLElement & { labels?: NodeListOf<HTMLElement> }>(controls)]
      .filter((control) => control.checkVisibility())
      .filter(
        // A label that a finger can hit is as good as its field.
        (control) =>
          ![control, ...(control.labels ?? [])].some((at) => isLarge(at.getBoundingClientRect())),
      )
      .map((control) => {
        const { width, height } = control.getBoundingClientRect();
        return `${control.getAttribute("aria-label") ?? control.textContent}: ${width} × ${height}`;
      });
  }, targetPixelsMin);
}

/** What has the focus at once, and the first stops of the Tab key, that do not show that they have it. */
async function hiddenFocus(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (let stop = 0; stop <= tabStops; stop += 1) {
    if (stop > 0) await page.keyboard.press("Tab");
    const unseen = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      const frames: (Element | null | undefined)[] = [
        focused,
        // A field's frame may show the focus of what is typed into.
        focused.parentElement,
        focused.parentElement?.parentElement,
      ];
      const styles = frames.flatMap((frame) => (frame ? [getComputedStyle(frame)] : []));
      // A link that covers its row shows the row.
      styles.push(getComputedStyle(focused, "::after"));
      const shown = styles.some(
        ({ outlineStyle, outlineWidth }) =>
          outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
      );
      return shown ? null : focused.outerHTML.slice(0, 120);
    });
    if (unseen !== null) hidden.push(unseen);
  }
  return hidden;
}

describe("every screen", () => {
  const pages: Partial<Record<"in" | "out", Page>> = {};

  it.each(screens)("$name can be read, touched and reached by everybody", async (screen) => {
    const page = (pages[screen.signedIn ? "in" : "out"] ??= await openPhone(screen.signedIn));
    await visit(page, screen);
    expect.soft(await accessibilityFaults(page)).toEqual([]);
    expect.soft(await smallTargets(page)).toEqual([]);
    expect.soft(await hiddenFocus(page)).toEqual([]);
  });
});
