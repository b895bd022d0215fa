import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo, launchBrowser } from "../support/browser.ts";
import { testPhoto } from "../support/multipart.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { type Credentials, registerCustomer, untilWithdrawalsOpen } from "./backoffice-desk.ts";
import {
  callsOf,
  decideNewest,
  phoneOf,
  prepareToWithdraw,
  testFundPassword,
} from "./trader-desk.ts";

/** Money in and money out, as a customer does it on the phone; an operator decides in between. */
const application = sharedApplication();
let browser: Browser;
let page: Page;
let credentials: Credentials;
let call: ReturnType<typeof callsOf>;
let photo: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
  browser = await launchBrowser();
  photo = {
    name: "photo.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(await (await testPhoto()).arrayBuffer()),
  };
  credentials = await registerCustomer(application);
  call = callsOf(application, credentials);
  await prepareToWithdraw(application, credentials);
  page = await phoneOf(browser, credentials);
});
afterAll(() => browser.close());

const open = (place: string) => goTo(page, `${application.address}/`, place);

const approve = (queue: string) =>
  decideNewest(application, credentials, queue, { decision: "approve" });

const yen = async () => (await call<{ jpy: string }>("/user/getUserinfo", {})).jpy;

describe("money in", () => {
  it("is told with a receipt, waits for review, and comes when it is approved", async () => {
    const before = BigInt(await yen());
    await open("/mine/stored?currency=JPY");
    await page.getByRole("link", { name: "Use this method" }).first().click();
    await page.getByText(/do not send real money/).waitFor();
    await page.getByRole("button", { name: /^Copy: Account number/ }).waitFor();
    await page.getByLabel("Amount sent").fill("50,000");
    await page.locator("input[type=file]").setInputFiles(photo);
    await page.locator("img[src^='blob:']").waitFor();
    await page.getByRole("button", { name: "Submit a deposit of 50,000.00 JPY" }).click();
    await page.getByText("Deposit under review").first().waitFor();
    expect(BigInt(await yen())).toBe(before);
    await approve("deposits");
    await open("/mine/stored");
    await page.getByText("Credited").waitFor();
    expect(BigInt(await yen())).toBe(before + 50_000n);
  });
});

describe("money out", () => {
  it("is asked for in its hours, frozen at once, and can be cancelled", async () => {
    await untilWithdrawalsOpen(application, credentials);
    const before = BigInt(await yen());
    await open("/mine/withdraw");
    await page.getByLabel("Amount", { exact: true }).fill("30000");
    await page.getByLabel("Fund password").fill(testFundPassword);
    await page.getByRole("button", { name: "Withdraw 30,000.00 JPY" }).click();
    await page.getByText("Withdrawal requested").waitFor();
    expect(BigInt(await yen())).toBe(before - 30_000n);
    await page.getByRole("button", { name: /30,000\.00 JPY.*Under review/s }).click();
    await page.getByRole("button", { name: "Cancel this withdrawal" }).click();
    await page.getByText(/^Withdrawal canceled/).waitFor();
    expect(BigInt(await yen())).toBe(before);
  });

  it("is paid when an operator approves it, and stands among the records", async () => {
    await open("/mine/withdraw");
    await page.getByLabel("Amount", { exact: true }).fill("20000");
    await page.getByLabel("Fund password").fill(testFundPassword);
    await page.getByRole("button", { name: "Withdraw 20,000.00 JPY" }).click();
    await page.getByText("Withdrawal requested").waitFor();
    await approve("withdrawals");
    await open("/mine/transactionRecords?tab=withdrawal");
    await page
      .getByText(/20,000/)
      .first()
      .waitFor();
    await open("/mine/withdraw");
    await page.getByRole("button", { name: /20,000\.00 JPY.*Paid/s }).waitFor();
  });
});
