import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { definitionOf, leadingNumber, newTrader, open, reviewOrder } from "./trader-desk.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const stock = "/quotes/info?type=jpy&code=7203";

const tensBelow = (price: number) => Math.floor(price / 10) * 10;
/** `2410` is `"2,410.00"`, as the app writes yen. */
const shown = (yen: number) => yen.toLocaleString("en-US", { minimumFractionDigits: 2 });

// Later steps stand on the earlier ones: one trader's afternoon.
describe("a trader with short, leverage, limits and a bracket", () => {
  const application = sharedApplication();
  let page: Page;
  const dialog = () => page.getByRole("dialog");
  beforeAll(async () => {
    page = await newTrader(browser, application);
  });

  it("reads what a short costs and risks, and sells it at the market", async () => {
    await open(page, application, stock);
    await page.getByRole("button", { name: "Sell short", exact: true }).click();
    const ticket = dialog();
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("100");
    await ticket.getByRole("button", { name: /^More: / }).click();
    await ticket.getByText("2×", { exact: true }).click();
    await reviewOrder(ticket);
    await ticket.getByText(/^Losses on a short sale have no limit/).waitFor();
    const sell = ticket.getByRole("button", { name: "Short 100 Toyota Motor at market, 2×" });
    await expect.poll(() => sell.isEnabled()).toBe(true);
    const price = leadingNumber(await definitionOf("Expected price", ticket));
    const call = leadingNumber(await definitionOf("Margin call at", ticket));
    const forced = leadingNumber(await definitionOf("Forced sale at", ticket));
    expect(call).toBeGreaterThan(price);
    expect(forced).toBeGreaterThan(call);
    await expect.poll(() => definitionOf("Borrow fee", ticket)).toMatch(/a day \(.*% a year\)$/);
    await sell.click();
    await ticket.getByRole("heading", { name: "Filled" }).waitFor();
    await ticket.getByText(/^You sold 100 shares of Toyota Motor short at/).waitFor();
    await ticket.getByRole("button", { name: "See the position" }).click();
    await page.waitForURL(/#\/position\/info\?id=\d+$/);
    await page.getByText("Short · Market").waitFor();
    await page.getByText("Short-sale value", { exact: true }).waitFor();
  });

  it("sets a bracket, and a price on the wrong side is refused beside its field", async () => {
    await open(page, application, "/position/index?type=jpy");
    await page.getByRole("link", { name: "Toyota Motor" }).click();
    await page.getByRole("button", { name: "Set", exact: true }).click();
    const sheet = dialog();
    await sheet.getByRole("textbox", { name: "Take profit" }).fill("9500");
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByText(/^A take-profit lies above .* for a long position, and below/).waitFor();
    await sheet.getByRole("textbox", { name: "Take profit" }).fill("1000");
    await sheet.getByRole("textbox", { name: "Stop loss" }).fill("9000");
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.waitFor({ state: "hidden" });
    const main = page.locator("main");
    await expect.poll(() => definitionOf("Take profit", main)).toMatch(/^1,000\.00 \(\+/);
    await expect.poll(() => definitionOf("Stop loss", main)).toMatch(/^9,000\.00 \(−/);
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await dialog().getByRole("button", { name: "Remove" }).first().click();
    await dialog().getByRole("button", { name: "Save" }).click();
    await expect.poll(() => definitionOf("Take profit", main)).toBe("None");
  });

  it("places a limit for today, changes it, and cancels it", async () => {
    await open(page, application, `${stock}&order=buy`);
    const ticket = dialog();
    await ticket.getByText("Limit", { exact: true }).click();
    // The field begins at the market: a little below it nothing fills, and every day's limits allow it.
    const limit = ticket.getByRole("textbox", { name: "Limit price" });
    await expect.poll(async () => leadingNumber(await limit.inputValue())).toBeGreaterThan(0);
    const market = leadingNumber(await limit.inputValue());
    const price = tensBelow(market * 0.96);
    const lower = tensBelow(market * 0.93);
    await limit.fill(String(price));
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("100");
    await ticket.getByRole("button", { name: /^More: / }).click();
    await ticket.getByLabel("Good for").selectOption("day");
    const buy = ticket.getByRole("button", { name: `Buy 100 Toyota Motor at ${shown(price)}` });
    await expect.poll(() => buy.isEnabled()).toBe(true);
    await buy.click();
    await ticket.getByRole("heading", { name: "Order placed" }).waitFor();
    await open(page, application, "/position/index?type=jpy&tab=waiting");
    const row = page.locator("article");
    await row.getByText(`Reserved ${shown(100 * price)}`).waitFor();
    const until = /\d\d:\d\d$/.exec((await row.getByText(/^Good until/).textContent()) ?? "")?.[0];
    await row.getByRole("link", { name: "Toyota Motor" }).click();
    await page.getByText("Good for", { exact: true }).waitFor();
    await expect
      .poll(() => definitionOf("Expires", page.locator("main")))
      .toMatch(new RegExp(`${until}$`));
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Change order Toyota Motor" }).click();
    await dialog().getByRole("textbox", { name: "Limit price" }).fill(String(lower));
    await dialog().getByRole("textbox", { name: "Quantity" }).fill("50");
    await dialog().getByRole("button", { name: "Change this order" }).click();
    await dialog().getByText("Order changed").waitFor();
    await expect.poll(() => definitionOf("Reserved", dialog())).toBe(shown(50 * lower));
    await dialog().getByRole("button", { name: "Close" }).last().click();
    await row.getByText(`Reserved ${shown(50 * lower)}`).waitFor();
    await page.getByRole("button", { name: "Cancel order Toyota Motor" }).click();
    await dialog()
      .getByText(`Cancel your order (Buy limit ${shown(lower)}) for 50 shares`)
      .waitFor();
    await dialog().getByRole("button", { name: "Cancel order" }).click();
    await dialog().getByText("Order canceled").waitFor();
    await dialog().getByRole("button", { name: "Close" }).last().click();
    await page.getByText(/^No open orders/).waitFor();
  });

  it("sees the short's fee grow by the day, and buys it back", async () => {
    await advanceClock(application, 2 * 86_400);
    await open(page, application, "/position/index?type=jpy");
    await page.locator("article").getByRole("link", { name: "Toyota Motor" }).click();
    const owed = () => definitionOf("Accrued interest and fees", page.locator("main"));
    await expect.poll(async () => Number(await owed())).toBeGreaterThan(0);
    const parts = page.locator("section", { hasText: "Profit/loss breakdown" });
    await expect.poll(() => definitionOf("Interest and borrow fees", parts)).toMatch(/−[\d,.]+$/);
    await page.getByRole("button", { name: "Buy to cover Toyota Motor" }).click();
    // What comes back is this, less the purchase and the fees below it.
    await dialog().getByText("Margin and short-sale value", { exact: true }).waitFor();
    const cover = dialog().getByRole("button", { name: "Buy back 100 Toyota Motor at market" });
    const bought = dialog().getByText(/^Bought back 100 shares of Toyota Motor at/);
    await expect
      .poll(
        async () => {
          if (await bought.isVisible()) return true;
          await cover.click({ timeout: 1000 }).catch(() => undefined);
          return bought.isVisible();
        },
        // Just after the jump there is no fresh price yet, and the order is refused.
        { interval: 500 },
      )
      .toBe(true);
    expect(Number(await definitionOf("Borrow fee paid", dialog()))).toBeGreaterThan(0);
  });
});
