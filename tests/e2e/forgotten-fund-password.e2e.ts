import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo, launchBrowser } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { customerPassword, registerCustomer, untilWithdrawalsOpen } from "./backoffice-desk.ts";
import { phoneOf, prepareToWithdraw } from "./trader-desk.ts";

const application = sharedApplication();
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const customer = await registerCustomer(application);
  await prepareToWithdraw(application, customer);
  await untilWithdrawalsOpen(application, customer);
  page = await phoneOf(browser, customer);
});
afterAll(() => browser.close());

const open = (place: string) => goTo(page, `${application.address}/`, place);

describe("a forgotten fund password", () => {
  const due = () => page.getByText("You can choose a new one from");
  const request = async () => {
    await page.getByLabel("Login password").last().fill(customerPassword);
    await page.getByRole("button", { name: "Request the reset" }).click();
    await page.getByText("Reset requested").waitFor();
    await due().waitFor();
  };

  it("is reset from where it is asked for, and the reset can be cancelled", async () => {
    await open("/mine/withdraw");
    await page.getByRole("link", { name: "Forgot your fund password?" }).click();
    await request();
    await page.getByRole("button", { name: "Cancel the reset" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel the reset" }).click();
    await page.getByText("Reset canceled").waitFor();
    await due().waitFor({ state: "detached" });
  });

  it("is chosen anew a day later, without the old one", async () => {
    await page.getByRole("button", { name: "Forgot your fund password?" }).click();
    await request();
    await advanceClock(application, 24 * 3_600);
    await open("/mine/fundPassword");
    await page.getByText(/^Your reset is ready/).waitFor();
    await expect.poll(() => page.getByLabel("Current fund password").count()).toBe(0);
    await page.getByLabel("New fund password", { exact: true }).fill("907561");
    await page.getByLabel("New fund password again").fill("907561");
    await page.getByLabel("Login password").fill(customerPassword);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Fund password saved").waitFor();
    await open("/mine/message");
    await page.getByText("Your fund password was reset").waitFor();
  });
});
