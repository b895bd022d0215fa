import type { Browser, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { registerCustomer } from "../../bench/web/pages.ts";
import type { ApplicationAccess } from "../support/application.ts";
import { newPhone } from "../support/browser.ts";

/** A phone in English on which a new customer is signed in. */
export async function newTrader(browser: Browser, application: ApplicationAccess): Promise<Page> {
  const credentials = await registerCustomer(application.address, application.invitationCode);
  const context = await newPhone(browser, { locale: "en-US" });
  await context.addInitScript(({ token, account }) => {
    localStorage.setItem("tokend", token);
    localStorage.setItem("account", account);
    localStorage.setItem("language", "us");
  }, credentials);
  return context.newPage();
}

export function open(page: Page, application: ApplicationAccess, path: string) {
  return page.goto(`${application.address}/#${path}`);
}

/** Until the page hears of what happens to its customer: before that, nothing comes by itself. */
export async function untilLive(page: Page): Promise<void> {
  await page.locator("[role=status][data-state=live]").waitFor({ state: "attached" });
}

/**
 * Exchanges in the open sheet. A rate is held for 15 seconds: where they were over before the touch, a
 * new one is asked for, as the sheet offers it.
 */
export async function exchangeAtHeldRate(page: Page, name: RegExp): Promise<void> {
  const exchange = page.getByRole("button", { name });
  const renew = page.getByRole("button", { name: "Get a new rate" });
  const exchanged = page.getByRole("heading", { name: "Exchanged" });
  await expect
    .poll(async () => {
      const touched = (await renew.isVisible()) ? renew : exchange;
      if (!(await exchanged.isVisible()))
        await touched.click({ timeout: 2000 }).catch(() => undefined);
      return exchanged.isVisible();
    })
    .toBe(true);
}

/** The figure beside a word, as the screen reader reads it. */
export async function definitionOf(term: string, within: Locator): Promise<string> {
  const text = await within.locator(`dt:text-is("${term}") + dd`).first().textContent();
  return text?.trim() ?? "";
}

/** `"2,410.00 (−16.7%)"` is 2410. */
export function leadingNumber(text: string): number {
  return Number(/^[\d,.]+/.exec(text)?.[0].replaceAll(",", ""));
}
