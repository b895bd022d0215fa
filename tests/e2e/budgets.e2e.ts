import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measureFirstLoad } from "../../bench/web/first-load.ts";
import { budgetedPages, loadOptions, registerCustomer } from "../../bench/web/pages.ts";
import { launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";

let browser: Browser;
let credentials: { token: string; account: string };
const application = sharedApplication();

beforeAll(async () => {
  browser = await launchBrowser();
  credentials = await registerCustomer(application.address, application.invitationCode);
});
afterAll(() => browser.close());

// Bytes, requests and shifts do not depend on how fast the machine is; times do, and are benched.
describe.each(budgetedPages)("the first load of $name", (page) => {
  it("stays inside its budget of bytes and requests, and nothing jumps", async () => {
    const load = await measureFirstLoad(
      browser,
      loadOptions(page, application.address, credentials, false),
    );
    expect(load.codeBytes).toBeGreaterThan(0);
    expect(load.codeBytes).toBeLessThanOrEqual(page.codeBytesMax);
    expect(load.dataBytes).toBeLessThanOrEqual(page.dataBytesMax);
    expect(load.requests).toBeLessThanOrEqual(page.requestsMax);
    expect(load.layoutShift).toBeLessThanOrEqual(0.02);
  });
});
