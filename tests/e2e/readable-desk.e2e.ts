import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { everyFault } from "../support/accessibility.ts";
import { goTo, launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { newDesk, registerCustomer, signInBeforehand } from "./backoffice-desk.ts";

/** What operators look at most, in English: the whole app stands in backoffice-accessibility. */
const application = sharedApplication();
let browser: Browser;
let desk: Page;
let account = "";

beforeAll(async () => {
  browser = await launchBrowser();
  ({ account } = await registerCustomer(application));
  ({ page: desk } = await newDesk(browser, { reducedMotion: "reduce", rests: true }));
  await signInBeforehand(desk.context(), application);
});
afterAll(() => browser.close());

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
