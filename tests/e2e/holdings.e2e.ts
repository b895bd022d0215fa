import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityFaults } from "../support/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { letPagesRest } from "../support/page-at-rest.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { definitionOf, newTrader, open } from "./trader-desk.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

// Later steps stand on the earlier ones: one trader's afternoon.
describe("a trader who bought a stock three times", () => {
  const application = sharedApplication();
  let page: Page;
  const dialog = () => page.getByRole("dialog");
  const row = () => page.getByRole("article").filter({ hasText: "Toyota Motor" });
  const toggle = () => page.getByRole("button", { name: "Toyota Motor", exact: true });

  async function buy(quantity: string): Promise<number> {
    const { token, account } = await page.evaluate(() => ({
      token: localStorage.getItem("tokend") ?? "",
      account: localStorage.getItem("account") ?? "",
    }));
    const order = { type: "jpy", code: "7203", side: "long", kind: "market", leverage: "1" };
    const answer = await fetch(`${application.address}/api/vue/trade/place-order`, {
      method: "POST",
      headers: { token, account },
      body: new URLSearchParams({ ...order, quantity, request_id: randomUUID() }),
    });
    const { status } = (await answer.json()) as { status: number };
    return status;
  }

  beforeAll(async () => {
    page = await newTrader(browser, application);
    await letPagesRest(page.context());
    await open(page, application, "/home/home");
    await page.locator("[data-ready=home]").waitFor();
    expect(await buy("30")).toBe(1);
    expect(await buy("50")).toBe(1);
    await advanceClock(application, 3600);
  });

  it("sees one row for the stock, opens its openings, and finds the choice after a reload", async () => {
    // Until the first price after the clock was moved there is none to trade at.
    await expect.poll(() => buy("20")).toBe(1);
    await open(page, application, "/position/index?type=jpy");
    await expect.poll(() => row().count()).toBe(1);
    await page.getByText("By order", { exact: true }).click();
    await expect.poll(() => row().count()).toBe(3);
    await page.getByText("By stock", { exact: true }).click();
    await expect.poll(() => row().count()).toBe(1);
    await page.getByLabel("Show", { exact: true }).selectOption("Margin, short");
    await page.getByText("0 of 1 shown").waitFor();
    await page.getByLabel("Sort by").selectOption("Name");
    await page.reload();
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => row().count()).toBe(1);
    await expect.poll(() => page.getByLabel("Sort by").inputValue()).toBe("name");
    await toggle().click();
    await expect.poll(() => definitionOf("Quantity held", row())).toBe("100");
    await expect.poll(() => definitionOf("Available to sell", row())).toBe("80");
    await row().getByText("20 can be sold from", { exact: false }).waitFor();
    await row().getByRole("heading", { name: "3 opening orders" }).waitFor();
    await expect.poll(() => row().locator("a[href*='/position/info']").count()).toBe(3);
    // What the bar at the bottom covers can be scrolled out from below it.
    await page.setViewportSize({ width: 390, height: 1400 });
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it("sells the oldest first, told before what that brings and what is locked", async () => {
    await row().getByRole("button", { name: "Sell", exact: true }).click();
    await dialog().getByRole("textbox", { name: "Quantity" }).fill("40");
    const estimate = dialog().getByRole("region", { name: "Estimate" });
    await estimate.getByText("Placed as 2 orders", { exact: false }).waitFor();
    await estimate.getByText("15 minutes after the fill", { exact: false }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Sell 40 Toyota Motor at market" }).click();
    await dialog().getByText("You sold 40 shares of Toyota Motor").waitFor();
    await dialog().getByRole("button", { name: "Close" }).last().click();
    await expect.poll(() => definitionOf("Quantity held", row())).toBe("60");
  });

  it("sells on the stock's own page, which says how much of it is locked and until when", async () => {
    await open(page, application, "/quotes/info?type=jpy&code=7203");
    const area = page.getByRole("region", { name: "Trade" });
    await area.getByRole("link", { name: /^You hold 60 shares/ }).waitFor();
    await area.getByText(/^40 can be sold now, 20 from /).waitFor();
    await area.getByRole("button", { name: "Sell", exact: true }).click();
    await dialog().getByRole("heading", { name: "Sell order for Toyota Motor" }).waitFor();
    await expect
      .poll(() => dialog().getByRole("textbox", { name: "Quantity" }).inputValue())
      .toBe("40");
    await dialog().getByRole("button", { name: "Close" }).click();
    await open(page, application, "/position/index?type=jpy");
    await toggle().click();
  });

  it("or the opening that was chosen, and no more of it than there is", async () => {
    await row().getByRole("button", { name: "Sell", exact: true }).click();
    await dialog().getByText("Market", { exact: true }).waitFor();
    // Of the openings one alone is not locked: there is nothing to choose between but its shares.
    await dialog().getByText("Choose", { exact: true }).click();
    const field = dialog().getByRole("textbox");
    await field.fill("41");
    const sell = dialog().getByRole("button", { name: /^Sell .* Toyota Motor at market$/ });
    await expect.poll(() => sell.isDisabled()).toBe(true);
    await field.fill("15");
    await expect.poll(() => sell.isEnabled()).toBe(true);
    await sell.click();
    await dialog().getByText("You sold 15 shares of Toyota Motor").waitFor();
    await dialog().getByRole("button", { name: "Close" }).last().click();
    await expect.poll(() => definitionOf("Quantity held", row())).toBe("45");
    await page.getByText("By order", { exact: true }).click();
    await expect.poll(() => row().count()).toBe(2);
  });

  it("comes from the stock's page to its row, opened", async () => {
    await open(page, application, "/quotes/info?type=jpy&code=7203");
    await page.getByRole("link", { name: /45 shares/ }).click();
    await page.waitForURL(/stock=7203/);
    await expect.poll(() => definitionOf("Quantity held", row())).toBe("45");
  });
});
