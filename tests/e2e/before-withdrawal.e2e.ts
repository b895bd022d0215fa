import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo, launchBrowser } from "../support/browser.ts";
import { testPhoto } from "../support/multipart.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { type Credentials, customerPassword, registerCustomer } from "./backoffice-desk.ts";
import { decideNewest, phoneOf } from "./trader-desk.ts";

/** What a customer has to hand in on the phone before money can go out; an operator decides in between. */
const application = sharedApplication();
let browser: Browser;
let page: Page;
let credentials: Credentials;
let photo: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
  browser = await launchBrowser();
  photo = {
    name: "photo.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(await (await testPhoto()).arrayBuffer()),
  };
  credentials = await registerCustomer(application);
  page = await phoneOf(browser, credentials);
});
afterAll(() => browser.close());

const open = (place: string) => goTo(page, `${application.address}/`, place);

/** The operator's decision on the newest case of the customer in a queue. */
const decide = (queue: string, decision: "approve" | "reject", reason?: string) =>
  decideNewest(application, credentials, queue, {
    decision,
    ...(reason !== undefined && { reason }),
  });

describe("before the first withdrawal", () => {
  it("a customer reads what is missing, each with the way there", async () => {
    await open("/mine/withdraw");
    await page.getByRole("heading", { name: "Before you can withdraw" }).waitFor();
    const step = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await step("No open positions").getByText("Done", { exact: true }).waitFor();
    await step("Fund password").getByText("To do", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Set a fund password" }).waitFor();
    await page.getByRole("link", { name: "Verify your identity" }).click();
    await page.waitForURL(/#\/mine\/verified/);
  });

  it("hands in an ID, reads why it was rejected, and hands it in again", async () => {
    const submit = async () => {
      await page.getByLabel("ID", { exact: true }).selectOption("passport");
      await page.getByLabel("Full name").fill("山田 太郎");
      await page.getByLabel("Name in katakana").fill("やまだ たろう");
      await page.getByLabel("ID number").fill(`TZ${credentials.account.slice(-7)}`);
      const photos = page.locator("input[type=file]");
      await photos.nth(0).setInputFiles(photo);
      await photos.nth(1).setInputFiles(photo);
      await expect.poll(() => page.locator("img[src^='blob:']").count()).toBe(2);
      await page.getByRole("button", { name: "Submit for review" }).click();
    };
    await submit();
    await page.getByText("privacy", { exact: false }).first().waitFor();
    await expect.poll(() => page.getByRole("checkbox").getAttribute("aria-invalid")).toBe("true");
    await page.getByText("Agree to the handling of your personal data.").waitFor();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Submit for review" }).click();
    await page.getByText(/^Your ID is under review/).waitFor();
    await decide("verifications", "reject", "photo_unreadable");
    await open("/mine/verified");
    await page.getByText(/^Your last submission was not accepted/).waitFor();
    await page.getByRole("checkbox").check();
    await submit();
    await page.getByText(/^Your ID is under review/).waitFor();
    await decide("verifications", "approve");
    await open("/mine/verified");
    await page.getByText("Your identity is verified.").waitFor();
  });

  it("adds a bank account of their own, found by its reading", async () => {
    await page.getByRole("link", { name: "Add a bank account" }).click();
    await page.waitForURL(/#\/mine\/bank$/);
    await page.getByRole("link", { name: "Add a bank account" }).click();
    await page.getByRole("button", { name: "Add the account" }).click();
    await page.getByText("Enter the account holder.").waitFor();
    await page.getByText("Choose the bank.").waitFor();
    await page.getByText("Enter the account number.").waitFor();
    await page.getByLabel("Account holder").fill("たなか じろう");
    await page.getByLabel("Bank", { exact: true }).fill("mizuho");
    await page.getByRole("button", { name: /0001/ }).click();
    await page.getByLabel("Branch", { exact: true }).fill("００１");
    await page.getByRole("button", { name: /001/ }).click();
    await page.getByLabel("Account number").fill("1234567");
    await page.getByRole("button", { name: "Add the account" }).click();
    await page.getByText(/^The account holder does not match your verified name/).waitFor();
    await page.getByLabel("Account holder").fill("ﾔﾏﾀﾞ ﾀﾛｳ");
    await page.getByRole("button", { name: "Add the account" }).click();
    await page.waitForURL(/#\/mine\/bank$/);
    await page.getByText("ヤマダ タロウ").waitFor();
    await expect.poll(() => page.getByText("1234567").count()).toBe(0);
  });

  it("sets a fund password that is no password field", async () => {
    await open("/mine/fundPassword");
    await page.getByLabel("New fund password", { exact: true }).fill("123456");
    await page.getByLabel("New fund password again").fill("123456");
    await page.getByLabel("Login password").fill(customerPassword);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/too easy to guess/).waitFor();
    await page.getByLabel("New fund password", { exact: true }).fill("482915");
    await page.getByLabel("New fund password again").fill("482915");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Fund password saved").waitFor();
  });
});
