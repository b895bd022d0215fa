import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerCustomer } from "../../bench/web/pages.ts";
import { everyFault, looksAt, setTextSize, type Language } from "../support/accessibility.ts";
import { goTo, launchBrowser, newPhone } from "../support/browser.ts";
import { lostTexts, widerThanScreen } from "../support/lost-texts.ts";
import { letPagesRest } from "../support/page-at-rest.ts";
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
  /** The name, in the three languages, of a button of the screen that opens a sheet over it. */
  opens?: RegExp;
  /** What has to stand on the screen before it is looked at. */
  shows: string;
  /** Nothing of it is cut off or broken with text of twice the size. */
  keepsTexts?: true;
};

const screens: readonly Screen[] = [
  { name: "welcome", place: "/login/start", signedIn: false, shows: "h1", keepsTexts: true },
  { name: "your number", place: "/login/logon", signedIn: false, shows: "input" },
  {
    name: "look around",
    place: "/login/lookAround",
    signedIn: false,
    shows: "main button[aria-pressed]",
    keepsTexts: true,
  },
  {
    name: "registration",
    place: "/login/register",
    signedIn: false,
    shows: "input",
    keepsTexts: true,
  },
  { name: "sign-in", place: "/login/login", signedIn: false, shows: "input", keepsTexts: true },
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
  {
    name: "home",
    place: "/home/home",
    signedIn: true,
    shows: "[data-ready=home]",
    keepsTexts: true,
  },
  {
    name: "the order of home's services",
    place: "/home/home",
    signedIn: true,
    opens: /^(?:Arrange|並べ替え|排序)$/,
    shows: "dialog[open] li",
  },
  {
    name: "market",
    place: "/home/index",
    signedIn: true,
    shows: "main a[href*=code]",
    keepsTexts: true,
  },
  {
    name: "heat map",
    place: "/home/index?view=map&type=usd",
    signedIn: true,
    shows: "main a[href*=code]",
  },
  {
    name: "screener",
    place: "/home/index?view=screener",
    signedIn: true,
    shows: "main a[href*=code]",
    keepsTexts: true,
  },
  {
    name: "calendar of a market",
    place: "/home/index?view=calendar",
    signedIn: true,
    shows: "main button[aria-pressed=true]",
    keepsTexts: true,
  },
  {
    name: "search",
    place: "/quotes/search",
    signedIn: true,
    shows: "main a[href*=code]",
    keepsTexts: true,
  },
  {
    name: "watchlist",
    place: "/quotes/self",
    signedIn: true,
    shows: "main a[href*=code]",
    keepsTexts: true,
  },
  {
    name: "stock",
    place: "/quotes/info?type=usd&code=AAPL",
    signedIn: true,
    shows: "[data-ready=chart]",
    keepsTexts: true,
  },
  {
    name: "a chart on the full screen",
    place: "/quotes/info?type=usd&code=AAPL&chart=full",
    signedIn: true,
    shows: "dialog [data-ready=chart]",
    keepsTexts: true,
  },
  {
    name: "order ticket",
    place: "/quotes/info?type=usd&code=AAPL&order=buy",
    signedIn: true,
    // Figures that are being asked for anew are paler until they have come.
    shows: "dialog[open] dl:not([class*=checking])",
    keepsTexts: true,
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
  {
    name: "notifications",
    place: "/mine/index",
    signedIn: true,
    opens: /^(?:Notifications|通知|推送通知)$/,
    shows: "dialog[open] :is(input, [role=switch])",
  },
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
  { name: "exchange", place: "/mine/exchange", signedIn: true, shows: "main form" },
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

/** Signed in or not, in each language: one phone each, which goes from screen to screen as a customer does. */
async function openPhone(signedIn: boolean, language: Language): Promise<Page> {
  const context = await newPhone(browser, { locale: "en-US" });
  await letPagesRest(context);
  const stored = {
    language,
    ...(signedIn && { tokend: customer.token, account: customer.account }),
  };
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, stored);
  return context.newPage();
}

async function visit(page: Page, screen: Screen): Promise<void> {
  const place = screen.place.replace("{position}", position);
  await page.setViewportSize(phone);
  await goTo(page, `${application.address}/`, place);
  if (screen.opens !== undefined) {
    // With a key, so that what has the focus then shows it.
    await page.getByRole("button", { name: screen.opens }).press("Enter");
  }
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
  const pages = new Map<string, Page>();

  it.each(looksAt(screens))(
    "$name in $language can be read, touched and reached by everybody",
    async (screen) => {
      const { signedIn, language, textSizes } = screen;
      const phoneName = `${language} ${signedIn}`;
      const page = pages.get(phoneName) ?? (await openPhone(signedIn, language));
      pages.set(phoneName, page);
      await visit(page, screen);
      expect.soft(await everyFault(page, textSizes)).toEqual([]);
      expect.soft(await smallTargets(page)).toEqual([]);
      expect.soft(await hiddenFocus(page)).toEqual([]);
      if (screen.keepsTexts !== true) return;
      await setTextSize(page, 200);
      await expect.poll(() => lostTexts(page)).toEqual([]);
      await setTextSize(page, 100);
    },
  );

  it("keeps the number on the bell off its neighbours, with text of either size", async () => {
    const page = await openPhone(true, "us");
    await visit(page, { name: "home", place: "/home/home", signedIn: true, shows: "main" });
    const bell = page.getByRole("link", { name: "Messages, 1 unread" });
    await bell.waitFor();
    for (const size of [100, 200] as const) {
      await setTextSize(page, size);
      const places = await bell.evaluate((link) => {
        const boxOf = (element: Element | null | undefined) => {
          const { left, right, top, bottom } = element!.getBoundingClientRect();
          return { left, right, top, bottom };
        };
        return {
          number: boxOf(link.querySelector("span")),
          icon: boxOf(link.querySelector("svg")),
          next: boxOf(link.nextElementSibling?.querySelector("svg")),
        };
      });
      const { number, icon, next } = places;
      expect(number.right).toBeLessThan(next.left);
      const [width, height] = [icon.right - number.left, number.bottom - icon.top];
      const covered = (width * height) / ((icon.right - icon.left) * (icon.bottom - icon.top));
      expect(covered).toBeLessThan(0.34);
    }
    await page.context().close();
  });
});

it.each([
  ["/position/index", "main [role=tab]"],
  ["/mine/exchange", "main form"],
  ["/mine/transactionRecords", "main li"],
  ["/mine/index", "main dl"],
  ["/mine/message", "main li"],
  ["/home/large", "main a"],
  ["/home/follow", "main a"],
  ["/home/withinDays", "main select"],
  ["/mine/borrowing", "main p, main li"],
])(
  "%s fits a narrow phone without breaking a word, with text of twice the size too",
  async (place, shows) => {
    const page = await openPhone(!place.startsWith("/login"), "us");
    await page.setViewportSize({ width: 360, height: 740 });
    await goTo(page, `${application.address}/`, place);
    await page.locator(shows).first().waitFor();
    for (const size of [100, 200] as const) {
      await setTextSize(page, size);
      const broken = (await lostTexts(page)).filter((text) => text.includes("breaks inside"));
      expect.soft(broken).toEqual([]);
      expect.soft(await widerThanScreen(page)).toEqual([]);
    }
    await page.context().close();
  },
);

it("what stands for rows that are on their way is no wider than a narrow phone either", async () => {
  const page = await openPhone(true, "us");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route("**/trade/productlist*", () => undefined);
  await goTo(page, `${application.address}/`, "/home/follow");
  await page.locator("main [class*=_rows_]").waitFor();
  await setTextSize(page, 200);
  expect(await widerThanScreen(page)).toEqual([]);
  await page.context().close();
});

it("a long move of a price is no wider than a small phone with text of twice the size", async () => {
  const page = await openPhone(true, "us");
  await page.setViewportSize({ width: 320, height: 844 });
  await goTo(page, `${application.address}/`, "/quotes/info?type=jpy&code=7203");
  const head = page.getByRole("region", { name: "Last price" });
  await head.getByText("%").waitFor();
  // Of a copy, which no next price changes back.
  const withLongMove = (section: HTMLElement) => {
    const copy = section.cloneNode(true) as HTMLElement;
    for (const [index, text] of ["−12,345.50", "−21.34%"].entries()) {
      copy.querySelectorAll("span:has(> svg) > span")[index]!.textContent = text;
    }
    section.after(copy);
    return copy.textContent;
  };
  expect(await head.evaluate(withLongMove)).toContain("−12,345.50−21.34%");
  await setTextSize(page, 200);
  expect(await widerThanScreen(page)).toEqual([]);
  await page.getByRole("button", { name: /^Buy/ }).first().click();
  const quote = page.getByRole("dialog").locator("[class*=_quote_]").first();
  await quote.waitFor();
  expect(await quote.evaluate(withLongMove)).toContain("−12,345.50−21.34%");
  expect(await widerThanScreen(page)).toEqual([]);
  await page.context().close();
});
