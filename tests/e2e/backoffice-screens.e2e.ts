import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { paths, routes } from "../../apps/backoffice/src/app/paths.ts";
import type { Language } from "../support/accessibility.ts";
import { launchBrowser, patienceMs } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { newDesk, registerCustomer, signIn } from "./backoffice-desk.ts";
import { visitEach, type Stop } from "./screen-tour.ts";

const application = sharedApplication();
let browser: Browser;
let desk: BrowserContext;
let stops: readonly Stop[];

beforeAll(async () => {
  browser = await launchBrowser();
  const { account } = await registerCustomer(application);
  const places = [...Object.values(routes), paths.customer(account), paths.conversation(account)];
  stops = places.map((place) => ({ place }));
  const { context, page } = await newDesk(browser, { reducedMotion: "reduce" });
  desk = context;
  await signIn(page, application, {
    email: application.operatorEmail,
    password: application.operatorPassword,
  });
  await page.close();
});
afterAll(() => browser.close());

// Side by side, as a screen that is opened for the first time is mostly waited for.
describe.concurrent("every screen of the back office", () => {
  it.each(["jp", "cn", "us"] satisfies Language[])(
    "opens for an administrator in %s, with a title and without an error",
    async (language) => {
      const page = await desk.newPage();
      page.setDefaultTimeout(patienceMs);
      await page.addInitScript((chosen) => localStorage.setItem("opsLanguage", chosen), language);
      await page.goto(`${application.address}/backoffice/#/nowhere`);
      await page.locator(`html[data-language=${language}] main`).first().waitFor();
      await visitEach(page, stops);
      await page.close();
    },
  );
});
