import type { Browser, Locator, Page } from "playwright-core";
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

/** The figure beside a word, as the screen reader reads it. */
export async function definitionOf(term: string, within: Locator): Promise<string> {
  const text = await within.locator(`dt:text-is("${term}") + dd`).first().textContent();
  return text?.trim() ?? "";
}

/** `"2,410.00 (−16.7%)"` is 2410. */
export function leadingNumber(text: string): number {
  return Number(/^[\d,.]+/.exec(text)?.[0].replaceAll(",", ""));
}
