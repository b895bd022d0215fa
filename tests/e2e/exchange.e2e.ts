import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { goTo, launchBrowser } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { registerCustomer } from "./backoffice-desk.ts";
import { exchangeAtHeldRate, phoneOf } from "./trader-desk.ts";

const application = sharedApplication();
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await phoneOf(browser, await registerCustomer(application));
});
afterAll(() => browser.close());

it("a customer finds the exchange from my page and exchanges at a held rate", async () => {
  await page.goto(`${application.address}/#/mine/index`);
  await page.getByRole("link", { name: "Exchange" }).click();
  await page.waitForURL(/#\/mine\/exchange/);
  await page
    .getByText(/^1 USD = 1\d\d\.\d\d JPY$/)
    .first()
    .waitFor();
  await page.getByText(/^Available [\d,.]+ JPY$/).waitFor();
  await page.getByLabel("Amount to receive").fill("100");
  await expect.poll(() => page.getByLabel("Amount to exchange").inputValue()).toMatch(/^1\d{4}$/);
  await page.getByLabel("Amount to exchange").fill("１００,０００");
  await expect
    .poll(() => page.getByLabel("Amount to receive").inputValue())
    .toMatch(/^[5-9]\d\d\.\d\d$/);
  await page.getByRole("button", { name: "Get this rate" }).click();
  await page.getByText(/^This rate is held for \d+ more seconds?$/).waitFor();
  await page.getByText(/^1 JPY = 0\.\d+ USD$/).waitFor();
  await exchangeAtHeldRate(page, /^Exchange 100,000\.00 JPY for [\d,.]+ USD$/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => page.locator("dialog[open]").count()).toBe(0);
  await page.getByText(/^100,000\.00 JPY → [\d,.]+ USD$/).waitFor();
});

it("a rate that ran out is asked for anew, in the same sheet", async () => {
  await page.clock.install();
  await page.getByLabel("Amount to exchange").fill("1000");
  await page.getByRole("button", { name: "Get this rate" }).click();
  await page.getByText(/^This rate is held for/).waitFor();
  await advanceClock(application, 15);
  // The phone's clock goes on as the server's does, and nobody waits for it.
  await page.clock.fastForward(15_000);
  await page.getByText("This rate has expired").waitFor();
  await page.getByRole("button", { name: "Get a new rate" }).click();
  await page.getByText(/^This rate is held for/).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => page.locator("dialog[open]").count()).toBe(0);
});

it("says beside the amount what is wrong with it, and swaps the currencies", async () => {
  await page.getByLabel("Amount to exchange").fill("999999999");
  await page.getByRole("button", { name: "Get this rate" }).click();
  await expect
    .poll(() => page.getByLabel("Amount to exchange").getAttribute("aria-invalid"))
    .toBe("true");
  await page.getByRole("button", { name: "Swap the currencies" }).click();
  await page
    .getByText(/^1 USD = 1\d\d\.\d+ JPY$/)
    .first()
    .waitFor();
});

it("asks for the same again where the answer was lost, and it is exchanged once", async () => {
  await goTo(page, `${application.address}/`, "/mine/exchange");
  const exchanges = page.getByText(/^[\d,.]+ [A-Z]{3} → [\d,.]+ [A-Z]{3}$/);
  await exchanges.first().waitFor();
  const before = await exchanges.count();
  const sent: string[] = [];
  await page.route("**/api/vue/user/exchange", async (route) => {
    sent.push(route.request().postData() ?? "");
    // It reaches the server, which does it; the way back is broken.
    const answer = await route.fetch();
    if (sent.length === 1) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await page.getByLabel("Amount to exchange").fill("2000");
  await page.getByRole("button", { name: "Get this rate" }).click();
  await page.getByRole("button", { name: /^Exchange 2,000\.00 JPY for [\d,.]+ USD$/ }).click();
  await page.getByRole("heading", { name: "We could not confirm the result" }).waitFor();
  // A rate that runs out meanwhile brings no new one: that would be a second exchange.
  await advanceClock(application, 15);
  await page.clock.fastForward(15_000);
  await expect.poll(() => page.getByRole("button", { name: "Get a new rate" }).count()).toBe(0);
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByRole("heading", { name: "Exchange complete" }).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(sent[1]);
  await expect.poll(() => exchanges.count()).toBe(before + 1);
});

it("knows after a reload what it could not confirm, and exchanges it once", async () => {
  await page.unroute("**/api/vue/user/exchange");
  await goTo(page, `${application.address}/`, "/mine/exchange");
  const exchanges = page.getByText(/^[\d,.]+ [A-Z]{3} → [\d,.]+ [A-Z]{3}$/);
  await exchanges.first().waitFor();
  const before = await exchanges.count();
  const sent: string[] = [];
  await page.route("**/api/vue/user/exchange", async (route) => {
    sent.push(route.request().postData() ?? "");
    const answer = await route.fetch();
    if (sent.length === 1) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await page.getByLabel("Amount to exchange").fill("3000");
  await page.getByRole("button", { name: "Get this rate" }).click();
  await page.getByRole("button", { name: /^Exchange 3,000\.00 JPY for [\d,.]+ USD$/ }).click();
  await page.getByRole("heading", { name: "We could not confirm the result" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "We could not confirm the result" }).waitFor();
  await expect.poll(() => page.getByLabel("Amount to exchange").count()).toBe(0);
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByLabel("Amount to exchange").waitFor();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(sent[1]);
  await expect.poll(() => exchanges.count()).toBe(before + 1);
  await page.unroute("**/api/vue/user/exchange");
});
