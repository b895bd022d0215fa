import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measureFirstLoad } from "../../bench/web/first-load.ts";
import { budgetedPages, loadOptions, registerCustomer } from "../../bench/web/pages.ts";
import { launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { callsOf } from "./trader-desk.ts";

let browser: Browser;
let credentials: { token: string; account: string };
const application = sharedApplication();

beforeAll(async () => {
  browser = await launchBrowser();
  credentials = await registerCustomer(application.address, application.invitationCode);
});
afterAll(() => browser.close());

const layoutShiftMax = 0.02;

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
    expect(load.layoutShift).toBeLessThanOrEqual(layoutShiftMax);
  });
});

// Watchlist and positions come beside the screen: nothing makes room for them, or for what stands in them.
describe("on a desk, to a customer who holds and watches a stock", () => {
  beforeAll(async () => {
    const call = callsOf(application, credentials);
    const stock = { type: "jpy", code: "7203" };
    await call("/market/watch", stock);
    const order = { ...stock, side: "long", kind: "market", quantity: "1", leverage: "1" };
    await call("/trade/place-order", { ...order, request_id: randomUUID() });
  });

  it.each(budgetedPages.filter(({ signedIn }) => signedIn))(
    "nothing of $name jumps either",
    async (page) => {
      const load = await measureFirstLoad(browser, {
        ...loadOptions(page, application.address, credentials, false),
        desk: { width: 1440, height: 900 },
      });
      expect(load.layoutShift).toBeLessThanOrEqual(layoutShiftMax);
    },
  );
});
