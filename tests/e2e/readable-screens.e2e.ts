import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { everyFault } from "../support/accessibility.ts";
import { goTo, launchBrowser, newPhone } from "../support/browser.ts";
import { letPagesRest } from "../support/page-at-rest.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { newDesk, registerCustomer, signInBeforehand } from "./backoffice-desk.ts";
import { callsOf } from "./trader-desk.ts";

/**
 * What most people look at most, five screens of a phone in Japanese and three of a desk in English: the whole of
 * both apps stands in accessibility and backoffice-accessibility.
 */
const application = sharedApplication();
let browser: Browser;
let phone: Page;
let desk: Page;
let account = "";

beforeAll(async () => {
  browser = await launchBrowser();
  const customer = await registerCustomer(application);
  ({ account } = customer);
  await callsOf(application, customer)("/trade/place-order", {
    ...{ type: "usd", code: "AAPL", side: "long", kind: "market", leverage: "1" },
    ...{ quantity: "1", request_id: crypto.randomUUID() },
  });
  const context = await newPhone(browser);
  await letPagesRest(context);
  await context.addInitScript(
    ([token, name]) => {
      localStorage.setItem("tokend", token ?? "");
      localStorage.setItem("account", name ?? "");
    },
    [customer.token, account],
  );
  phone = await context.newPage();
  ({ page: desk } = await newDesk(browser, { reducedMotion: "reduce", rests: true }));
  await signInBeforehand(desk.context(), application);
});
afterAll(() => browser.close());

it.each([
  ["home", "/home/home", "[data-ready=home]"],
  ["a stock", "/quotes/info?type=usd&code=AAPL", "[data-ready=chart]"],
  // Figures that are being asked for anew are paler until they have come.
  [
    "an order ticket",
    "/quotes/info?type=usd&code=AAPL&order=buy",
    "dialog[open] dl:not([class*=checking])",
  ],
  ["positions", "/position/index?type=usd", "article"],
  ["my page", "/mine/index", "main dl"],
])("%s can be read by everybody on a phone", async (_name, place, shows) => {
  await goTo(phone, `${application.address}/`, place);
  await phone.locator(shows).first().waitFor();
  expect(await everyFault(phone, [100])).toEqual([]);
});

it.each([
  ["approvals", "/proposals", "main h1"],
  ["a customer's balances", "/customers/{account}/balances", "main tbody tr"],
  ["the books", "/books", "main tbody tr"],
])("%s can be read by everybody at the desk", async (_name, place, shows) => {
  const opened = place.replace("{account}", account);
  await goTo(desk, `${application.address}/backoffice/`, opened);
  await desk.locator(shows).first().waitFor();
  expect(await everyFault(desk, [100])).toEqual([]);
});
