import { createHmac, randomInt } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { ApplicationAccess } from "../support/application.ts";
import { goTo, patienceMs } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { letPagesRest } from "../support/page-at-rest.ts";

export type Credentials = { token: string; account: string };
export type Login = { email: string; password: string };

export const customerPassword = "a pass phrase of the test 4";

/** A customer's call, answered with its data or refused with its code. */
export async function customerCall<Data>(
  application: ApplicationAccess,
  path: string,
  fields: Record<string, string>,
  customer?: Credentials,
): Promise<{ status: number; msg: string; data: Data }> {
  return customerForm(application, path, new URLSearchParams(fields), customer);
}

/** The same with a form of its own: one with photos. */
export async function customerForm<Data>(
  application: ApplicationAccess,
  path: string,
  body: URLSearchParams | FormData,
  customer?: Credentials,
): Promise<{ status: number; msg: string; data: Data }> {
  const response = await fetch(`${application.address}/api/vue${path}`, {
    method: "POST",
    headers: customer === undefined ? {} : { ...customer },
    body,
  });
  return (await response.json()) as { status: number; msg: string; data: Data };
}

export async function registerCustomer(application: ApplicationAccess): Promise<Credentials> {
  const { msg, data } = await customerCall<Credentials>(application, "/user/register", {
    account: String(randomInt(1_000_000_000, 9_999_999_999)),
    password: customerPassword,
    password2: customerPassword,
    invite_code: application.invitationCode,
    agree: "true",
  });
  if (msg !== "ok") throw new Error(`The customer was not registered: ${msg}`);
  return data;
}

type DeskOptions = {
  locale?: string;
  reducedMotion?: "reduce";
  /** Its pages can be looked at while they stand still. */
  rests?: boolean;
};

/** A desktop of its own for one operator. */
export async function newDesk(
  browser: Browser,
  options: DeskOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: options.locale ?? "en-US",
    timezoneId: "Asia/Tokyo",
    reducedMotion: options.reducedMotion ?? "no-preference",
  });
  if (options.rests === true) await letPagesRest(context);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  return { context, page };
}

/** Two keys in one breath: after a moment the second no longer belongs to the first. */
export async function pressSequence(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

export async function fillSignIn(page: Page, { email, password }: Login): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function signIn(
  page: Page,
  application: ApplicationAccess,
  login: Login,
): Promise<void> {
  await page.goto(`${application.address}/backoffice/`);
  await fillSignIn(page, login);
  await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
}

/** The first operator's session without the screen for it, for every page of the desk. */
export async function signInBeforehand(
  desk: BrowserContext,
  application: ApplicationAccess,
): Promise<void> {
  const answer = await desk.request.post(`${application.address}/api/ops/sign-in`, {
    data: { email: application.operatorEmail, password: application.operatorPassword },
  });
  const told = (await answer.json()) as { status: number };
  if (told.status !== 1) throw new Error(`the sign-in was refused: ${JSON.stringify(told)}`);
}

/** A desk at which the instance's first operator sits, alone: what needs two elsewhere takes effect at once. */
export async function firstOperatorsDesk(
  browser: Browser,
  application: ApplicationAccess,
  options: DeskOptions = {},
): Promise<Page> {
  const { page } = await newDesk(browser, options);
  await signIn(page, application, {
    email: application.operatorEmail,
    password: application.operatorPassword,
  });
  return page;
}

/** What is looked for afterwards is the new screen's: nothing of the one before is there any more. */
export function open(page: Page, application: ApplicationAccess, place: string): Promise<void> {
  return goTo(page, `${application.address}/backoffice/`, place);
}

/**
 * Makes an operator on the page of one who may, and answers the one-time password: its first half
 * where another one has to approve.
 */
export async function addOperator(page: Page, email: string, role: string): Promise<string> {
  await page.getByRole("link", { name: "Operators and roles" }).click();
  await page.getByRole("button", { name: "New operator" }).click();
  const form = page.getByRole("dialog", { name: "New operator" });
  await form.getByLabel("E-mail").fill(email);
  await form.getByLabel("Role").selectOption({ label: role });
  await form.locator("[type=submit]").click();
  return readPassword(page, "Done");
}

/** What the open dialog shows only now; it is closed. */
export async function readPassword(page: Page, close: string): Promise<string> {
  const shown = page.getByRole("dialog").filter({ has: page.locator(".mono") });
  const password = await shown.locator(".mono").innerText();
  await shown.getByRole("button", { name: close }).click();
  await shown.waitFor({ state: "detached" });
  return password;
}

/** Approves the proposal of this name, and answers the second half of its one-time password. */
export async function approveOperator(
  page: Page,
  application: ApplicationAccess,
  kind: string,
): Promise<string> {
  await open(page, application, "/proposals");
  // It was proposed a moment ago: the list asks again after half a minute.
  await page.reload();
  await page.getByRole("link", { name: kind }).click();
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  return readPassword(page, "I have it");
}

/** The first sign-in with a one-time password, up to the first screen. */
export async function signInFirst(
  page: Page,
  application: ApplicationAccess,
  login: Login,
  newPassword: string,
): Promise<void> {
  await page.goto(`${application.address}/backoffice/`);
  await fillSignIn(page, login);
  await page.getByRole("heading", { name: "Choose your own password" }).waitFor();
  await page.getByLabel("Current password").fill(login.password);
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByLabel("Confirm new password").fill(newPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
}

/** What an authenticator app shows for a secret (RFC 6238: SHA-1, 30 seconds, six digits). */
export function totpCode(secret: string, atMs: number): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((one) => letters.indexOf(one).toString(2).padStart(5, "0")).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const hash = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Longer than the withdrawals of a test take. */
const withdrawalMinutesMin = 60;

/** Withdrawals have their hours on the app's clock: it is moved to when they begin, past hours that end soon. */
export async function untilWithdrawalsOpen(
  application: ApplicationAccess,
  customer: Credentials,
): Promise<void> {
  type Terms = { hours: { open: boolean; opens_at: string | null; closes_at: string | null } };
  for (;;) {
    const { data: terms } = await customerCall<Terms>(
      application,
      "/user/withdrawal-terms",
      {},
      customer,
    );
    const { open: isOpen, opens_at: opensAt, closes_at: closesAt } = terms.hours;
    const next = isOpen ? closesAt : opensAt;
    if (next === null) return;
    const { data } = await customerCall<{ at: string }>(application, "/user/assets", {}, customer);
    const secondsLeft = Math.ceil((Date.parse(next) - Date.parse(data.at)) / 1_000);
    if (isOpen && secondsLeft > withdrawalMinutesMin * 60) return;
    await advanceClock(application, secondsLeft + 60);
  }
}
