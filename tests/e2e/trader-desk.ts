import { mkdirSync } from "node:fs";
import type { Browser, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { ApplicationAccess } from "../support/application.ts";
import { newPhone } from "../support/browser.ts";
import { testPhoto } from "../support/multipart.ts";
import { asOperator, openPhotos } from "../support/operator.ts";
import {
  customerForm,
  customerPassword,
  registerCustomer,
  type Credentials,
} from "./backoffice-desk.ts";

/**
 * A phone in English on which a new customer is signed in, who knows leverage and selling short and orders without
 * a review: what newcomers see first has tests of its own.
 */
export async function newTrader(browser: Browser, application: ApplicationAccess): Promise<Page> {
  const credentials = await registerCustomer(application);
  await choosesToOrder(application, credentials, { review: false, leverage: true, short: true });
  return phoneOf(browser, credentials);
}

/** A phone on which a customer is signed in, in English until another language is chosen on it. */
export async function phoneOf(browser: Browser, customer: Credentials): Promise<Page> {
  const context = await newPhone(browser, { locale: "en-US" });
  await context.addInitScript(({ token, account }) => {
    localStorage.setItem("tokend", token);
    localStorage.setItem("account", account);
    localStorage.setItem("language", localStorage.getItem("language") ?? "us");
  }, customer);
  return context.newPage();
}

/** The customer's calls, each answered with its data; what is refused throws. */
export function callsOf(application: ApplicationAccess, customer: Credentials) {
  return async <Data>(path: string, form: Record<string, string> | FormData): Promise<Data> => {
    const body = form instanceof FormData ? form : new URLSearchParams(form);
    const answer = await customerForm<Data>(application, path, body, customer);
    if (answer.status !== 1) throw new Error(`${path} was refused: ${answer.msg}`);
    return answer.data;
  };
}

/** Sends the papers of 山田 太郎, and has the first operator look at them and approve. */
export async function verifyIdentity(
  application: ApplicationAccess,
  customer: Credentials,
): Promise<void> {
  const form = new FormData();
  const fields = {
    name: "山田 太郎",
    name_kana: "ヤマダ タロウ",
    id_type: "passport",
    id_number: `TZ${customer.account.slice(-7)}`,
    agree: "true",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const photo = await testPhoto();
  for (const side of ["front", "back"]) form.set(side, photo, `${side}.jpg`);
  await callsOf(application, customer)("/user/submit-verification", form);
  await decideNewest(application, customer, "verifications", { decision: "approve" });
}

export const testFundPassword = "482915";

/** All that a first withdrawal asks for: a verified identity, a bank account in that name and a fund password. */
export async function prepareToWithdraw(
  application: ApplicationAccess,
  customer: Credentials,
): Promise<void> {
  await verifyIdentity(application, customer);
  const call = callsOf(application, customer);
  await call("/user/set-fund-password", {
    login_password: customerPassword,
    new_password: testFundPassword,
    new_password2: testFundPassword,
  });
  await call("/user/add-bank-card", {
    holder_name: "ヤマダ タロウ",
    card_number: "1234567",
    bank_name: "みずほ銀行",
    branch_name: "本店",
    branch_code: "001",
    card_type: "ordinary",
  });
}

/** The first operator's decision on the newest case of a customer in a queue. */
export async function decideNewest(
  application: ApplicationAccess,
  { account }: Credentials,
  queue: string,
  decision: { decision: "approve" | "reject"; reason?: string },
): Promise<void> {
  const operator = await asOperator(application);
  const { items } = await operator<{ items: { id: string }[] }>("GET", `/${queue}?q=${account}`);
  const id = items[0]?.id ?? "";
  if (queue === "verifications") await openPhotos(operator, id);
  await operator("POST", `/${queue}/${id}/decision`, decision);
}

/** `PICTURES=<folder>` keeps what is seen, light and dark, to be looked at. */
export async function keepPictures(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const theme of ["light", "dark"]) {
    await page.evaluate((to) => (document.documentElement.dataset["theme"] = to), theme);
    await page.screenshot({
      path: `${folder}/${name}-${theme}.png`,
      fullPage: true,
      animations: "disabled",
    });
  }
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "light"));
}

/** As the customer's own tickets switch it. */
export async function choosesToOrder(
  { address }: Pick<ApplicationAccess, "address">,
  { token, account }: { token: string; account: string },
  chosen: { review?: boolean; leverage?: boolean; short?: boolean },
): Promise<void> {
  for (const [setting, on] of Object.entries(chosen)) {
    const answer = await fetch(`${address}/api/vue/user/save-trading-preferences`, {
      method: "POST",
      headers: { token, account },
      body: new URLSearchParams({ setting, switched: on ? "on" : "off" }),
    });
    expect(await answer.json()).toMatchObject({ status: 1 });
  }
}

/** What borrows is shown once more, with its risk, before the button that places it. */
export async function reviewOrder(ticket: Locator): Promise<void> {
  const review = ticket.getByRole("button", { name: "Review order" });
  await expect.poll(() => review.isEnabled()).toBe(true);
  await review.click();
}

export function open(page: Page, application: ApplicationAccess, path: string) {
  return page.goto(`${application.address}/#${path}`);
}

/** Until the page hears of what happens to its customer: before that, nothing comes by itself. */
export async function untilLive(page: Page): Promise<void> {
  await page.locator("[role=status][data-state=live]").waitFor({ state: "attached" });
}

/** Loads the page anew until it shows what a job of the server brings. */
export async function reloadUntil(page: Page, sign: Locator): Promise<void> {
  // Longer each time: a busy machine may need half a minute to show the page at all.
  let timeout = 1_500;
  const isShown = async () => {
    await page.reload();
    timeout *= 2;
    return sign
      .first()
      .waitFor({ timeout })
      .then(
        () => true,
        () => false,
      );
  };
  await expect.poll(isShown).toBe(true);
}

/**
 * Exchanges in the open sheet. A rate is held for 15 seconds: where they were over before the touch, a
 * new one is asked for, as the sheet offers it.
 */
export async function exchangeAtHeldRate(page: Page, name: RegExp): Promise<void> {
  const exchange = page.getByRole("button", { name });
  const renew = page.getByRole("button", { name: "Get a new rate" });
  const exchanged = page.getByRole("heading", { name: "Exchange complete" });
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
  // The word may lead to what explains it.
  const named = `dt:text-is("${term}") + dd, dt:has(a:text-is("${term}")) + dd`;
  const text = await within.locator(named).first().textContent();
  return text?.trim() ?? "";
}

/** `"2,410.00 (−16.7%)"` is 2410. */
export function leadingNumber(text: string): number {
  return Number(/^[\d,.]+/.exec(text)?.[0].replaceAll(",", ""));
}
