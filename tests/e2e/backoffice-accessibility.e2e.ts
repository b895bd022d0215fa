import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../apps/backoffice/src/app/paths.ts";
import {
  accessibilityFaults,
  everyFault,
  looksAt,
  type Language,
} from "../support/accessibility.ts";
import { goTo, launchBrowser, patienceMs } from "../support/browser.ts";
import { asOperator } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import {
  customerCall,
  customerForm,
  newDesk,
  open,
  registerCustomer,
  signIn,
  type Credentials,
} from "./backoffice-desk.ts";

const application = sharedApplication();
/** WCAG 2.2 AA, for a mouse. */
const targetPixelsMin = 24;
/** For a finger. */
const touchPixelsMin = 44;
const singleApproval = /^(?:Single approval is on|単独承認が有効です|已开启单人审批)/;
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

type Screen = {
  name: string;
  /** `{account}` is a customer's who has traded. */
  place: string;
  /** What has to stand there before it is looked at. */
  shows: string;
  /** What is pressed first, for a dialog. */
  keys?: string;
  /** What opens the first entry of the list beside it. */
  opens?: string;
  /** Calls that are not answered while it is looked at. */
  waitsFor?: string;
};

const screens: readonly Screen[] = [
  { name: "dashboard", place: "/dashboard", shows: "main figure" },
  { name: "approvals", place: "/proposals", shows: "main h1" },
  { name: "verifications", place: "/verifications", shows: "main h1" },
  { name: "deposits", place: "/deposits", shows: "main h1" },
  { name: "a deposit", place: "/deposits?state=all", shows: "main tbody tr", opens: "j" },
  { name: "deposit channels", place: "/deposit-channels", shows: "main article, main section" },
  { name: "a new deposit channel", place: "/deposit-channels", shows: "main h1", keys: "n" },
  { name: "withdrawals", place: "/withdrawals", shows: "main h1" },
  { name: "offerings", place: "/offerings", shows: "main h1" },
  { name: "block trades", place: "/block-offers", shows: "main tbody tr" },
  {
    name: "block trades that are still being read",
    place: "/block-offers",
    shows: "main [aria-busy=true]",
    waitsFor: "**/api/ops/block-*",
  },
  { name: "a new offering", place: "/offerings", shows: "main h1", keys: "n" },
  { name: "strategies", place: "/copy-products", shows: "main h1" },
  { name: "restrictions to lift", place: "/customer-states", shows: "main h1" },
  {
    name: "a lifted restriction",
    place: "/customer-states?state=all",
    shows: "main tbody tr",
    opens: "j",
  },
  { name: "password resets", place: "/login-password-resets", shows: "main h1" },
  { name: "lost second factors", place: "/factor-resets", shows: "main h1" },
  { name: "customers", place: "/customers", shows: "main tbody tr" },
  ...[
    "balances",
    "assets",
    "positions",
    "fills",
    "records",
    "sessions",
    "messages",
    "activity",
  ].map((tab) => ({
    name: `a customer's ${tab}`,
    place: `/customers/{account}/${tab}`,
    shows: "main tbody tr",
  })),
  ...["identity", "cases", "notes"].map((tab) => ({
    name: `a customer's ${tab}`,
    place: `/customers/{account}/${tab}`,
    shows: "main [role=tabpanel] h2, main [role=tabpanel] p, main [role=tabpanel] tbody tr",
  })),
  { name: "conversations", place: "/conversations", shows: "main h1" },
  { name: "a conversation", place: "/conversations/{account}", shows: "[data-detail] ol li" },
  { name: "a message", place: "/customers/{account}", shows: "main tbody tr", keys: "m" },
  { name: "a credit limit", place: "/customers/{account}", shows: "main tbody tr", keys: "l" },
  { name: "a change of state", place: "/customers/{account}", shows: "main tbody tr", keys: "s" },
  { name: "journals", place: "/journals", shows: "main h1" },
  { name: "a new journal", place: "/journals?new={account}", shows: "dialog[open]" },
  { name: "books", place: "/books", shows: "main tbody tr" },
  ...["daily", "bank", "breaks"].map((tab) => ({
    name: `the books' ${tab}`,
    place: `/books?tab=${tab}`,
    shows: "main [role=tab][aria-selected=true]",
  })),
  { name: "loans", place: "/loans", shows: "main h1" },
  { name: "the report of loans", place: "/loan-report", shows: "main h1" },
  { name: "venue reports", place: "/venue-orders", shows: "main h1" },
  { name: "intraday exposure", place: "/intraday", shows: "main h1" },
  {
    name: "the square-off of intraday trades",
    place: "/intraday?tab=square_off",
    shows: "main h1",
  },
  { name: "intraday trades", place: "/intraday?tab=trades", shows: "main h1" },
  { name: "the pool of lent shares", place: "/stock-lending", shows: "main h1" },
  { name: "announcements", place: "/announcements", shows: "main h1" },
  { name: "a new announcement", place: "/announcements", shows: "main h1", keys: "n" },
  { name: "news articles", place: "/news", shows: "main h1" },
  { name: "a new article", place: "/news", shows: "main h1", keys: "n" },
  { name: "templates of messages", place: "/templates", shows: "main section" },
  { name: "instruments", place: "/instruments", shows: "main tbody tr" },
  { name: "a new instrument", place: "/instruments", shows: "main tbody tr", keys: "n" },
  { name: "fees", place: "/fees", shows: "main h1" },
  { name: "market rules", place: "/rules", shows: "main h1" },
  { name: "calendars", place: "/calendars", shows: "main h1" },
  { name: "a new calendar", place: "/calendars", shows: "main h1", keys: "n" },
  { name: "a new fee", place: "/fees", shows: "main h1", keys: "n" },
  { name: "site settings", place: "/site", shows: "main tbody tr" },
  { name: "health", place: "/health", shows: "main dl" },
  { name: "trading halts", place: "/halts", shows: "main h1" },
  { name: "a trading halt", place: "/halts", shows: "main h1", keys: "n" },
  { name: "invitation codes", place: "/invitations", shows: "main tbody tr" },
  { name: "a new invitation code", place: "/invitations", shows: "main tbody tr", keys: "n" },
  { name: "operators", place: "/operators", shows: "main tbody tr" },
  { name: "a new operator", place: "/operators", shows: "main tbody tr", keys: "n" },
  { name: "audit log", place: "/audit", shows: "main tbody tr" },
  { name: "an entry of the audit log", place: "/audit", shows: "main tbody tr", opens: "j" },
  { name: "simulated clock", place: "/clock", shows: "main button" },
  { name: "security", place: "/security", shows: "main form" },
  { name: "an address that is none", place: "/nowhere", shows: "main svg" },
  { name: "search", place: "/customers", shows: "main tbody tr", keys: "Control+k" },
  { name: "shortcuts", place: "/customers", shows: "main tbody tr", keys: "?" },
];

let browser: Browser;
let page: Page;
let account = "";

beforeAll(async () => {
  browser = await launchBrowser();
  const customer = await registerCustomer(application);
  ({ account } = customer);
  const order = { type: "usd", code: "AAPL", side: "long", kind: "market", leverage: "1" };
  const sent = { ...order, quantity: "1", request_id: crypto.randomUUID() };
  await customerCall(application, "/trade/place-order", sent, customer);
  const question = { body: "Hello", request_id: crypto.randomUUID() };
  await customerCall(application, "/user/write-to-service", question, customer);
  ({ page } = await newDesk(browser, { reducedMotion: "reduce", rests: true }));
  await leaveCases(customer);
});
afterAll(() => browser.close());

/** A deposit that waits, and a restriction that was lifted. */
async function leaveCases(customer: Credentials): Promise<void> {
  type Offer = { channels: { id: string; currency: string }[] };
  const { data } = await customerCall<Offer>(application, "/user/deposit-channels", {}, customer);
  const channel = data.channels.find(({ currency }) => currency === "JPY");
  const form = new FormData();
  form.append("channel_id", channel?.id ?? "");
  form.append("amount", "10000");
  form.append("request_id", crypto.randomUUID());
  const receipt = new Uint8Array(await page.screenshot({ type: "jpeg" }));
  form.append("receipt", new Blob([receipt], { type: "image/jpeg" }), "receipt.jpg");
  const sent = await customerForm(application, "/user/deposit", form, customer);
  expect(sent.msg).toBe("ok");
  const operator = await asOperator(application);
  const path = `/customers/${account}/state`;
  await operator("POST", path, { state: "trading_disabled", reason: "customer_request" });
  await operator("POST", path, { state: "active", reason: "matter_resolved" });
}

/** Controls that a mouse would miss, but for links in a line of text or a cell. */
function smallTargets(pixelsMin = targetPixelsMin): Promise<string[]> {
  return page.evaluate((min) => {
    const top = document.querySelector("dialog[open]") ?? document;
    const controls = "button, [role=tab], input:not([type=checkbox]):not([type=radio]), nav a";
    return [...top.querySelectorAll<HTMLElement>(controls)]
      .filter((control) => control.checkVisibility())
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => Math.round(box.width) < min || Math.round(box.height) < min)
      .map(({ control, box }) => `${control.textContent}: ${box.width} × ${box.height}`);
  }, pixelsMin);
}

/** What stands beyond the right edge, and in nothing that can be moved sideways. */
function beyondTheEdge(): Promise<string[]> {
  return page.evaluate(() => {
    const isMoved = (element: Element): boolean =>
      element.parentElement !== null &&
      (["auto", "scroll", "hidden"].includes(getComputedStyle(element.parentElement).overflowX) ||
        isMoved(element.parentElement));
    return [...document.querySelectorAll<HTMLElement>("main *, header *, dialog[open] *")]
      .filter((element) => element.checkVisibility() && !element.matches(".visually-hidden"))
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .filter((element) => !isMoved(element))
      .map(({ tagName, textContent }) => `${tagName} ${textContent.slice(0, 40)}`);
  });
}

/** The same screen as a phone has it: nothing is cut off, and a finger hits what it is meant for. */
async function lookOnAPhone(): Promise<void> {
  await page.setViewportSize(phone);
  expect.soft(await beyondTheEdge()).toEqual([]);
  expect.soft(await smallTargets(touchPixelsMin)).toEqual([]);
  await page.setViewportSize(desktop);
}

/** A page of the operator who has signed in, in another language. */
async function openIn(language: Language): Promise<Page> {
  const other = await page.context().newPage();
  other.setDefaultTimeout(patienceMs);
  await other.addInitScript((chosen) => localStorage.setItem("opsLanguage", chosen), language);
  return other;
}

describe("every screen of the back office", () => {
  it("sign-in can be read and used by everybody", async () => {
    await open(page, application, "/");
    await page.getByLabel("E-mail").waitFor();
    expect.soft(await accessibilityFaults(page)).toEqual([]);
    expect.soft(await smallTargets()).toEqual([]);
    await lookOnAPhone();
    await signIn(page, application, {
      email: application.operatorEmail,
      password: application.operatorPassword,
    });
  });

  it("is looked at here, each", () => {
    const seen = screens.map(({ place }) => place);
    const missing = Object.values(routes).filter(
      (route) => !seen.some((place) => place === route || place.startsWith(`${route}?`)),
    );
    expect(missing).toEqual([]);
  });

  const pages = new Map<Language, Page>();

  it.each(looksAt(screens))(
    "$name in $language can be read and used by everybody",
    async (look) => {
      const { place, shows, keys, opens, waitsFor, language, textSizes } = look;
      page = pages.get(language) ?? (await openIn(language));
      pages.set(language, page);
      // A screen that was seen before has its answers still.
      if (waitsFor !== undefined) {
        await page.route(waitsFor, () => undefined);
        await page.reload();
      }
      await goTo(page, `${application.address}/backoffice/`, place.replace("{account}", account));
      await page.locator(shows).first().waitFor();
      // One operator decides alone here, which no screen keeps quiet about.
      await page.getByText(singleApproval).first().waitFor();
      if (keys !== undefined) {
        await page.keyboard.press(keys);
        await page.locator("dialog[open]").waitFor();
      }
      if (opens !== undefined) {
        await page.keyboard.press(opens);
        await page.locator("[data-detail] dl").first().waitFor();
      }
      expect.soft(await everyFault(page, textSizes)).toEqual([]);
      expect.soft(await smallTargets()).toEqual([]);
      await lookOnAPhone();
      if (waitsFor !== undefined) await page.unroute(waitsFor);
    },
  );
});
