import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import {
  customerCall,
  firstOperatorsDesk,
  open,
  registerCustomer,
  type Credentials,
} from "./backoffice-desk.ts";

const application = sharedApplication();
let browser: Browser;
let page: Page;
let customer: Credentials;

beforeAll(async () => {
  browser = await launchBrowser();
  customer = await registerCustomer(application);
  page = await firstOperatorsDesk(browser, application);
});
afterAll(() => browser.close());

type Fees = { announced: { name: string; rate: string; since: string }[] };
const announced = async () =>
  (await customerCall<Fees>(application, "/market/fees", { type: "cny" }, customer)).data.announced;

it("a commission is planned after its example was seen, announced, and withdrawn before its day", async () => {
  await open(page, application, "/fees?market=cny");
  await page.getByText("The commission has never been changed.").waitFor();
  await page.getByRole("row", { name: /Stamp duty.*Selling.*0.05%/ }).waitFor();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "Commission: China" });
  await dialog.getByLabel("Rate").fill("0.31");
  await dialog.getByRole("button", { name: "Change" }).click();
  await dialog.getByText("Enter a figure from 0 to 0.3").waitFor();
  await dialog.getByLabel("Rate").fill("0.025");
  await dialog.getByLabel("Minimum").fill("5");
  await dialog.getByLabel("Trade value").fill("10000");
  // 0.64 yuan of levies to buy, 5.64 to sell; the commission is its minimum.
  await dialog.getByRole("row", { name: /All fees, buying 0.64 5.64/ }).waitFor();
  await dialog.getByRole("row", { name: /All fees, selling 5.64 10.64/ }).waitFor();
  await dialog.getByLabel("Reason").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Change" }).click();
  await dialog.waitFor({ state: "detached" });
  const row = page.getByRole("row", { name: /Planned.*0.025%/ });
  await row.waitFor();
  // The server keeps the fees in memory, and hears of a change by a notification.
  await expect.poll(announced).toMatchObject([{ name: "broker_commission", rate: "0.025" }]);
  await row.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByLabel("Reason").selectOption({ index: 1 });
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("row", { name: /Withdrawn.*0.025%/ }).waitFor();
  await expect.poll(announced).toEqual([]);
});
