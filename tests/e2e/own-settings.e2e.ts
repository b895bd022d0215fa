import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerCustomer } from "../../bench/web/pages.ts";
import { launchBrowser, newPhone } from "../support/browser.ts";
import { advanceClock, asOperator } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";

const application = sharedApplication();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type Customer = { token: string; account: string };

/** A device of its own: nothing is in its storage but the session. */
async function newDevice(customer: Customer): Promise<Page> {
  const context = await newPhone(browser, { locale: "en-US" });
  await context.addInitScript(({ token, account }) => {
    localStorage.setItem("tokend", token);
    localStorage.setItem("account", account);
    localStorage.setItem("language", "us");
  }, customer);
  return context.newPage();
}

const register = () => registerCustomer(application.address, application.invitationCode);
const open = (page: Page, path: string) => page.goto(`${application.address}/#${path}`);

describe("a customer's chart", () => {
  it("looks on another device as it was chosen on the first, for every stock", async () => {
    const customer = await register();
    const first = await newDevice(customer);
    await open(first, "/quotes/info?type=jpy&code=7203");
    await first.getByRole("tab", { name: "Day", exact: true }).click();
    const saved = first.waitForResponse(
      (answer) =>
        answer.url().endsWith("/user/save-preferences") &&
        (answer.request().postData() ?? "").includes("chart_sub=MACD"),
    );
    await first.getByRole("combobox", { name: "Indicator below the candles" }).selectOption("MACD");
    expect((await saved).status()).toBe(200);

    const second = await newDevice(customer);
    await open(second, "/quotes/info?type=cny&code=600519");
    const day = second.getByRole("tab", { name: "Day", exact: true });
    await expect.poll(() => day.getAttribute("aria-selected")).toBe("true");
    const below = second.getByRole("combobox", { name: "Indicator below the candles" });
    await expect.poll(() => below.inputValue()).toBe("MACD");
    await first.context().close();
    await second.context().close();
  });
});

describe("an account without trading", () => {
  it("says so before an order, and still closes what it holds", async () => {
    const customer = await register();
    const page = await newDevice(customer);
    await open(page, "/quotes/info?type=usd&code=AAPL&order=buy");
    const ticket = page.getByRole("dialog");
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("3");
    await ticket.getByRole("button", { name: "Buy 3 Apple at market" }).click();
    await ticket.getByRole("heading", { name: "Filled" }).waitFor();
    await advanceClock(application, 901);
    const operator = await asOperator(application);
    await operator("POST", `/customers/${customer.account}/state`, {
      state: "trading_disabled",
      reason: "identity_in_doubt",
    });

    await open(page, "/position/index?type=usd");
    const banner = page.getByRole("alert").filter({ hasText: "Trading is disabled" });
    await banner.getByText(/You can still close positions, cancel orders/).waitFor();
    await open(page, "/quotes/info?type=usd&code=AAPL&order=buy");
    await ticket.getByText(/^Trading is disabled for your account/).waitFor();
    expect(await ticket.getByRole("button", { name: /^Buy .* at market$/ }).isDisabled()).toBe(
      true,
    );
    await open(page, "/position/index?type=usd");
    await page.getByRole("button", { name: "Sell Apple" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sell 3 Apple at market" }).click();
    await page.getByText(/^Sold 3 shares of Apple at/).waitFor();
    await open(page, "/home/home");
    await banner.getByRole("link", { name: "See the details" }).click();
    await page.getByRole("heading", { name: "Your account is restricted" }).waitFor();
    await page.getByText(/^Reason: We have to confirm the account holder/).waitFor();
    await page.getByText(/Reviewed by .* Decided by: Administrator/).waitFor();
    await page.context().close();
  });
});
