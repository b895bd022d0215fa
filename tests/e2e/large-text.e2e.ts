import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../apps/trader/src/app/paths.ts";
import { setTextSize } from "../support/accessibility.ts";
import { goTo, launchBrowser, newPhone } from "../support/browser.ts";
import { lostTexts, overlappingTexts, widerThanScreen } from "../support/lost-texts.ts";
import { atRest, letPagesRest } from "../support/page-at-rest.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { asOperator } from "../support/operator.ts";
import { registerCustomer, type Credentials } from "./backoffice-desk.ts";
import { callsOf } from "./trader-desk.ts";

/** Every route of the customers' app with text of twice the size: nothing is cut, broken, covered or off the screen. */
const application = sharedApplication();
let browser: Browser;
let customer: Credentials;

/** What a route is opened for, where it shows something only then. */
const openedFor: Record<string, readonly string[]> = {
  [routes.stock]: ["?type=usd&code=AAPL", "?type=usd&code=AAPL&chart=full"],
  [routes.market]: ["", "?view=screener", "?view=calendar"],
  [routes.positions]: ["?type=usd", "?type=usd&tab=closed"],
  [routes.serviceInfo]: ["?id=withdrawal"],
  [routes.fundPassword]: ["", "?forgotten=1"],
  [routes.changeLang]: ["?to=us"],
};
/** These lead on to another at once. */
const leadOn: readonly string[] = [routes.root, routes.loginStart];

const places = Object.values(routes)
  .filter((route) => !leadOn.includes(route))
  .flatMap((route) => (openedFor[route] ?? [""]).map((query) => route + query));

beforeAll(async () => {
  browser = await launchBrowser();
  customer = await registerCustomer(application);
  await callsOf(application, customer)("/trade/place-order", {
    ...{ type: "usd", code: "AAPL", side: "long", kind: "market", leverage: "1" },
    ...{ quantity: "1", request_id: crypto.randomUUID() },
  });
  await announceLongWords();
});
afterAll(() => browser.close());

/** The house's notices name a stock of a long name and an address on the web. */
async function announceLongWords(): Promise<void> {
  const operator = await asOperator(application);
  const halt = await operator<{ id: string }>("POST", "/trading-halts/create", {
    ...{ scope: "instrument", type: "jpy", code: "4502", reason: "technical_fault" },
  });
  await operator("POST", `/trading-halts/${halt.id}/resume`, {});
}

async function faultsOf(page: Page): Promise<string[]> {
  return [
    ...(await lostTexts(page)),
    ...(await overlappingTexts(page)),
    ...(await widerThanScreen(page)),
  ];
}

describe.each(["us", "jp", "cn"] as const)("in %s", (language) => {
  it.each([320, 390])("on a phone %i pixels wide", async (width) => {
    const context = await newPhone(browser, { locale: "en-US" });
    await letPagesRest(context);
    await context.addInitScript(
      (stored) => {
        // A page that is about to be left has no storage.
        if (location.protocol === "about:") return;
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      },
      { language, tokend: customer.token, account: customer.account },
    );
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 844 });
    for (const place of places) {
      await goTo(page, `${application.address}/`, place);
      await page.locator("main").first().waitFor();
      await setTextSize(page, 200);
      // All that it asked for has come: nothing is wrong with what is still empty.
      const faults = await atRest(page, () => faultsOf(page));
      expect.soft(faults, `${language} ${place}`).toEqual([]);
    }
    await context.close();
  });
});
