import { minuteMs, type IntradayTerms } from "@sanshi/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock, asOperator } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import {
  type Credentials,
  firstOperatorsDesk,
  registerCustomer,
  open as openDesk,
} from "./backoffice-desk.ts";
import { keepPictures, phoneOf } from "./trader-desk.ts";

/** Day trading as a customer meets it: opened, running, and squared off by the system. */
const application = sharedApplication();
let browser: Browser;
let page: Page;
let credentials: Credentials;

beforeAll(async () => {
  browser = await launchBrowser();
  credentials = await registerCustomer(application);
  page = await phoneOf(browser, credentials);
});
afterAll(() => browser.close());

const look = (name: string, on: Page = page) => keepPictures(on, name);

/** As the server has them, with its own time. */
async function terms(): Promise<{ terms: IntradayTerms; now: number }> {
  const answer = await fetch(`${application.address}/api/vue/trade/intraday-terms`, {
    method: "POST",
    headers: { ...credentials, "content-type": "application/x-www-form-urlencoded" },
    body: "type=jpy",
  });
  const { data } = await answer.json();
  const operator = await asOperator(application);
  const moved = { advance_seconds: 1 };
  const { now } = await operator<{ now: string }>("POST", "/simulation/clock", moved);
  return { terms: data, now: Date.parse(now) };
}
async function advanceTo(time: string, now: number): Promise<void> {
  await advanceClock(application, Math.max(1, Math.ceil((Date.parse(time) - now) / 1_000) + 5));
}

it("leads from the amount over the running position to the square-off and the day's result", async () => {
  const first = await terms();
  // Past a session that takes none any more, or only for some minutes.
  const minutesLeft = (Date.parse(first.terms.taken_until) - first.now) / minuteMs;
  if (!first.terms.is_open || minutesLeft < 10)
    await advanceTo(first.terms.session_ends_at, first.now);
  await page.goto(`${application.address}/#/home/withinDays`);
  await page.getByLabel(/Trade value/).fill("100000");
  await page.getByRole("button", { name: "Buy at market" }).click();
  await page.getByText("Trading", { exact: true }).waitFor();
  await look("intraday");
  const second = await terms();
  await advanceTo(second.terms.squares_off_at, second.now);
  await page.getByText("Closed automatically").waitFor({ timeout: 90_000 });
  await page.getByText(/Average win .* average loss/).waitFor({ timeout: 90_000 });
  await look("intraday-done");
  for (const language of ["jp", "cn"]) {
    await page.evaluate((to) => localStorage.setItem("language", to), language);
    await page.reload();
    await page.getByRole("main").getByRole("listitem").first().waitFor();
    await look(`intraday-${language}`);
  }
});

it("stands at the desk with its exposure and the square-off, as it was done", async () => {
  const desk = await firstOperatorsDesk(browser, application);
  await openDesk(desk, application, "/intraday");
  await desk.getByRole("heading", { level: 1 }).waitFor();
  await look("desk-exposure", desk);
  await openDesk(desk, application, "/intraday?tab=square_off");
  await desk.getByText(credentials.account).first().waitFor();
  await look("desk-square-off", desk);
  await desk.close();
});
