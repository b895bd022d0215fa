import { randomInt } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

type Shown = { account_number: string; minimum: string; name: string };
const shownToCustomer = async (number: string) => {
  const path = "/user/deposit-channels";
  const { data } = await customerCall<{ channels: Shown[] }>(application, path, {}, customer);
  return data.channels.find((channel) => channel.account_number === number);
};

describe("a deposit channel", () => {
  const number = String(randomInt(1_000_000, 9_999_999));
  const next = String(randomInt(1_000_000, 9_999_999));
  const card = (account: string) => page.locator("article", { hasText: account });

  it("stands in the list once it is approved, and customers are shown it", async () => {
    await open(page, application, "/deposit-channels");
    await page.getByRole("heading", { name: "Deposit channels", level: 1 }).waitFor();
    await page.locator("article").first().waitFor();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New channel" });
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByText("The name is missing: 日本語, 简体中文, English").waitFor();
    await dialog.getByLabel("Account name").fill("Sanshi");
    await dialog.getByLabel("Account number").fill(number);
    await dialog.getByLabel("Bank", { exact: true }).fill("First Bank");
    await dialog.getByLabel("Branch").fill("Main branch");
    for (const language of ["日本語", "简体中文", "English"]) {
      await dialog.getByRole("tab", { name: language }).click();
      await dialog.getByLabel("Name", { exact: true }).fill(`Transfer ${language}`);
    }
    await dialog.getByLabel("Minimum").fill("0");
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByText("Enter an amount above zero.").waitFor();
    await dialog.getByLabel("Minimum").fill("5,000");
    expect(await shownToCustomer(number)).toBeUndefined();
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.waitFor({ state: "detached" });
    await card(number).getByText("Transfer 简体中文").waitFor();
    await card(number).getByText("5,000.00").waitFor();
    expect(await shownToCustomer(number)).toMatchObject({ minimum: "5000" });
  });

  it("is replaced by another, and withdrawn at once", async () => {
    await card(number).getByRole("button", { name: "Replace" }).click();
    const dialog = page.getByRole("dialog", { name: `Replace ${number}` });
    await dialog.getByLabel("Account number").fill(next);
    await dialog.getByRole("button", { name: "Replace" }).click();
    await dialog.waitFor({ state: "detached" });
    await card(next).waitFor();
    await card(number).waitFor({ state: "detached" });
    expect(await shownToCustomer(number)).toBeUndefined();
    expect(await shownToCustomer(next)).toMatchObject({ minimum: "5000" });
    await card(next).getByRole("button", { name: "Withdraw" }).click();
    const withdrawing = page.getByRole("dialog", { name: `Withdraw ${next}?` });
    await withdrawing.getByRole("button", { name: "Withdraw" }).click();
    await withdrawing.waitFor({ state: "detached" });
    await card(next).waitFor({ state: "detached" });
    expect(await shownToCustomer(next)).toBeUndefined();
    await page.getByText("All", { exact: true }).click();
    await card(next).getByText("Withdrawn").waitFor();
  });
});
