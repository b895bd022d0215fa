import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { routes } from "../../apps/trader/src/app/paths.ts";
import { launchBrowser, newPhone } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { registerCustomer, type Credentials } from "./backoffice-desk.ts";
import { visitEach, type Stop } from "./screen-tour.ts";

const locales = { jp: "ja-JP", cn: "zh-CN", us: "en-US" } as const;
type Language = keyof typeof locales;

/** About half of them all: two files have a half each, so that neither takes long. */
export const isOfMyPage = (route: string) => route.startsWith("/mine/");

/** Every chosen route but the root, as it is opened; one means nothing without what it is opened for. */
function stopsIn(language: Language, isChosen: (route: string) => boolean): Stop[] {
  return Object.values(routes)
    .filter((route) => route !== routes.root && isChosen(route))
    .map((route) => {
      if (route === routes.loginStart) return { place: route, leadsTo: routes.home };
      if (route !== routes.changeLang) return { place: route };
      return { place: `${route}?to=${language === "us" ? "jp" : "us"}` };
    });
}

/** The tests of the file that calls it. */
export function tourCustomersRoutes(name: string, isChosen: (route: string) => boolean): void {
  const application = sharedApplication();
  let browser: Browser;
  let customer: Credentials;
  beforeAll(async () => {
    browser = await launchBrowser();
    customer = await registerCustomer(application);
  });
  afterAll(() => browser.close());

  // Side by side, as a screen that is opened for the first time is mostly waited for.
  describe.concurrent(name, () => {
    it.each(Object.keys(locales) as Language[])(
      "opens for a signed-in customer in %s, with a title and without an error",
      async (language) => {
        const context = await newPhone(browser, { locale: locales[language] });
        const stored = { language, tokend: customer.token, account: customer.account };
        await context.addInitScript((values) => {
          for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
        }, stored);
        const page = await context.newPage();
        await page.goto(`${application.address}/#/nowhere`);
        await page.locator(`html[data-language=${language}] main`).first().waitFor();
        await visitEach(page, stopsIn(language, isChosen));
        await context.close();
      },
    );
  });
}
