import type { Browser, Cookie } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { paths, routes } from "../../apps/backoffice/src/app/paths.ts";
import type { Language } from "../support/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { newDesk, registerCustomer, signInBeforehand } from "./backoffice-desk.ts";
import { visitEach, type Stop } from "./screen-tour.ts";

const aboutAll: readonly string[] = [
  routes.site,
  routes.announcements,
  routes.templates,
  routes.news,
  routes.instruments,
  routes.offerings,
  routes.copyProducts,
  routes.blockOffers,
  routes.fees,
  routes.rules,
  routes.health,
  routes.halts,
  routes.venueOrders,
  routes.operators,
  routes.audit,
  routes.clock,
  routes.security,
];

/** What is no single customer's, about half of all screens: two files have a half each, so that neither takes long. */
export const isAboutAll = (place: string) => aboutAll.includes(place);

/** The tests of the file that calls it. */
export function tourOperatorsScreens(name: string, isChosen: (place: string) => boolean): void {
  const application = sharedApplication();
  let browser: Browser;
  let cookies: Cookie[];
  let stops: readonly Stop[];
  beforeAll(async () => {
    browser = await launchBrowser();
    const { account } = await registerCustomer(application);
    const places = [...Object.values(routes), paths.customer(account), paths.conversation(account)];
    stops = places.filter(isChosen).map((place) => ({ place }));
    // One sign-in for all: an address has a limited number of attempts.
    const context = await browser.newContext();
    await signInBeforehand(context, application);
    cookies = await context.cookies();
    await context.close();
  });
  afterAll(() => browser.close());

  // Side by side, as a screen that is opened for the first time is mostly waited for.
  describe.concurrent(name, () => {
    it.each(["jp", "cn", "us"] satisfies Language[])(
      "opens for an administrator in %s, with a title and without an error",
      async (language) => {
        // One's own storage, in which the language stands.
        const { context, page } = await newDesk(browser, { reducedMotion: "reduce" });
        await context.addCookies(cookies);
        await page.addInitScript((chosen) => localStorage.setItem("opsLanguage", chosen), language);
        await page.goto(`${application.address}/backoffice/#/nowhere`);
        await page.locator(`html[data-language=${language}] main`).first().waitFor();
        await visitEach(page, stops);
        await context.close();
      },
    );
  });
}
