import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { goTo, launchBrowser } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { type Credentials, registerCustomer } from "./backoffice-desk.ts";
import { callsOf, decideNewest, phoneOf, verifyIdentity } from "./trader-desk.ts";

/** A loan on the phone: why the limit is what it is, what it costs, and that it is repaid. */
const application = sharedApplication();
let browser: Browser;
let page: Page;
let credentials: Credentials;
let call: ReturnType<typeof callsOf>;

beforeAll(async () => {
  browser = await launchBrowser();
  credentials = await registerCustomer(application);
  call = callsOf(application, credentials);
  page = await phoneOf(browser, credentials);
});
afterAll(() => browser.close());

const open = (place: string) => goTo(page, `${application.address}/`, place);

it("without an identity the screen says what is missing, and the score how it is made", async () => {
  await open("/mine/loan");
  await page.getByRole("link", { name: "Verify your identity" }).waitFor();
  await page.getByText("The same formula for every customer").waitFor();
});

it("after nine days, what a loan costs stands above the button, and an operator pays it out", async () => {
  await verifyIdentity(application, credentials);
  // Each day more is a day of draws, back-tests and records that the application makes up for first: longer than all
  // else here together, where others have left positions and offers in it.
  await advanceClock(application, 9 * 86_400);
  await expect
    // The days are recorded one after the other, and scored in between.
    .poll(
      async () => (await call<{ score: { score: number } | null }>("/user/loan", {})).score?.score,
      {
        timeout: 90_000,
      },
    )
    .toBe(50);
  await open("/mine/loan");
  await page.getByText("Verified", { exact: true }).waitFor();
  await page.getByLabel("Amount", { exact: true }).fill("20000");
  await page.getByText("20,115.00 JPY").waitFor();
  await page.getByText("10.22% a year", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Review your loan" }).click();
  await page.getByText(/^You owe the full principal and interest/).waitFor();
  await page.getByRole("button", { name: "Apply for 20,000.00 JPY" }).click();
  await page.getByText("Application submitted").waitFor();
  await decideNewest(application, credentials, "loans", { decision: "approve" });
  expect((await call<{ jpy: string }>("/user/getUserinfo", {})).jpy).toBe("1020000");
});

it("is repaid from its record, in the cooling-off period without interest", async () => {
  await open("/mine/loanOrder");
  await page.getByRole("button", { name: /20,000\.00 JPY/ }).click();
  await page.getByText(/You can return it interest-free/).waitFor();
  await page.getByRole("heading", { name: "Repayment schedule" }).waitFor();
  await page.getByText("Principal 20,000.00 JPY, interest 115.00 JPY").waitFor();
  await page.getByRole("button", { name: "Repay 20,000.00 JPY" }).click();
  await page.getByText("Repaid", { exact: true }).first().waitFor();
  expect((await call<{ jpy: string }>("/user/getUserinfo", {})).jpy).toBe("1000000");
});
