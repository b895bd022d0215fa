import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { everyFault } from "../support/accessibility.ts";
import { goTo, launchBrowser, newPhone } from "../support/browser.ts";
import { letPagesRest } from "../support/page-at-rest.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { registerCustomer } from "./backoffice-desk.ts";
import { callsOf } from "./trader-desk.ts";

/** What most people look at most, in Japanese: the whole app stands in accessibility. */
const application = sharedApplication();
let browser: Browser;
let phone: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const customer = await registerCustomer(application);
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
    [customer.token, customer.account],
  );
  phone = await context.newPage();
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
