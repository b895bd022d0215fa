import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApplication, type StartedApplication } from "../support/application.ts";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { definitionOf, leadingNumber, newTrader, open } from "./trader-desk.ts";

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
    await ticket.getByText(/^You sold 100 Toyota Motor short at/).waitFor();
    await ticket.getByRole("button", { name: "See the position" }).click();
    await page.waitForURL(/#\/position\/info\?id=\d+$/);
    await page.getByText("Short · Market").waitFor();
    await page.getByText("Short-sale value", { exact: true }).waitFor();
  });

  it("reads why a leverage is not to be had, with the rule, beside it", async () => {
    await open(page, application, `${stock}&order=buy`);
    const ticket = dialog();
    await ticket.getByRole("button", { name: /^More: / }).click();
    await ticket.getByText("10×", { exact: true }).click();
    await ticket
      .getByText(/^This leverage is not offered\. The maximum is 3× \(.+margin.*\)\.$/)
      .waitFor();
    await expect
      .poll(() => ticket.getByRole("button", { name: /^Buy .* 10×$/ }).isDisabled())
      .toBe(true);
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

  it("waits with two orders to buy parts of it back, and cancels each by itself", async () => {
    await advanceClock(application, 3_600);
    await open(page, application, "/position/index?type=jpy");
    await page.locator("article").getByRole("link", { name: "Toyota Motor" }).click();
    const cover = page.getByRole("button", { name: "Buy to cover Toyota Motor" });
    for (const [quantity, left] of [
      ["30", "100"],
      ["40", "70"],
    ] as const) {
      await cover.click();
      await dialog().getByText(`${left} can be bought back · lot size 1`).waitFor();
      await dialog().getByText("Limit", { exact: true }).click();
      const limit = dialog().getByRole("textbox", { name: "Limit price" });
      await expect.poll(async () => leadingNumber(await limit.inputValue())).toBeGreaterThan(0);
      await limit.fill(String(tensBelow(leadingNumber(await limit.inputValue()) * 0.95)));
      await dialog().getByRole("textbox", { name: "Quantity" }).fill(quantity);
      const submit = dialog().getByRole("button", { name: new RegExp(`^Buy back ${quantity} `) });
      await expect.poll(() => submit.isEnabled()).toBe(true);
      await submit.click();
      await dialog()
        .getByText(/^Order placed\. It fills when/)
        .waitFor();
      await dialog().getByRole("button", { name: "Close" }).last().click();
    }
    const working = page.getByRole("heading", { name: "Buy-back limit" });
    await expect.poll(() => working.count()).toBe(2);
    await page.getByText("Buying back", { exact: true }).waitFor();
    for (const quantity of ["30", "40"]) {
      await page.getByRole("button", { name: "Cancel", exact: true }).first().click();
      await dialog()
        .getByText(new RegExp(`for ${quantity} shares of Toyota Motor`))
        .waitFor();
      await dialog().getByRole("button", { name: "Cancel order" }).click();
      await dialog().getByText("Order canceled").waitFor();
      await dialog().getByRole("button", { name: "Close" }).last().click();
      await expect.poll(() => working.count()).toBe(quantity === "30" ? 1 : 0);
    }
    await working.first().waitFor({ state: "detached" });
    await cover.waitFor();
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

  it("brings exits for parts with an order, sees them checked and reviewed, and finds them working", async () => {
    await open(page, application, "/quotes/info?type=jpy&code=6758&order=buy");
    const ticket = dialog();
    const market = ticket.getByRole("textbox", { name: "Quantity" }).first();
    await market.fill("100");
    await ticket.getByRole("button", { name: /^More: / }).click();
    await ticket.getByText("In parts", { exact: true }).click();
    const exit = (number: number) =>
      ticket.getByRole("group", { name: new RegExp(`^Exit ${number}`) });
    const price = leadingNumber(await definitionOf("Expected price", ticket));
    const [above, below] = [tensBelow(price * 1.1), tensBelow(price * 0.9)];
    await exit(1).getByText("Both (OCO)", { exact: true }).click();
    await exit(1).getByRole("textbox", { name: "Quantity" }).fill("60");
    await exit(1).getByRole("textbox", { name: "Take profit" }).fill(String(above));
    await exit(1).getByRole("textbox", { name: "Stop loss" }).fill(String(below));
    await ticket.getByRole("button", { name: "Add an exit" }).click();
    await exit(2).getByText("Trailing", { exact: true }).click();
    await exit(2).getByRole("textbox", { name: "Distance" }).fill("5");
    await exit(2).getByRole("textbox", { name: "Quantity" }).fill("50");
    await ticket.getByText("110 of 100 shares: 10 too many", { exact: true }).waitFor();
    await ticket.getByText(/^The parts together can be at most 100 shares/).waitFor();
    await exit(2).getByRole("textbox", { name: "Quantity" }).fill("30");
    await ticket.getByText("90 of 100 shares; 10 stay open", { exact: true }).waitFor();
    await ticket.getByText("Review each order before placing it", { exact: true }).click();
    const review = ticket.getByRole("button", { name: "Review order" });
    await expect.poll(() => review.isEnabled()).toBe(true);
    await review.click();
    await expect
      .poll(() => definitionOf("Exit 1", ticket))
      .toBe(`60 sh · Take profit ${shown(above)} / Stop loss ${shown(below)}`);
    await expect.poll(() => definitionOf("Exit 2", ticket)).toBe("30 sh · Trailing 5%");
    await ticket.getByRole("button", { name: "Buy 100 Sony Group at market" }).click();
    await ticket.getByRole("button", { name: "See the position" }).click();
    await page.getByRole("heading", { name: "Sell OCO" }).waitFor();
    await page.getByRole("heading", { name: "Trailing sell stop" }).waitFor();
    await open(page, application, "/position/index?type=jpy&tab=waiting");
    await expect
      .poll(() => page.getByRole("button", { name: "Cancel order Sony Group" }).count())
      .toBe(2);
  });

  it("has its own fills on the chart, told where the finger rests and in the table", async () => {
    await open(page, application, stock);
    await page.getByRole("tab", { name: "Day", exact: true }).click();
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByRole("columnheader", { name: "Your fills" }).waitFor();
    await page
      .getByRole("cell", { name: /S 100 at/ })
      .first()
      .waitFor();
  });
});

/**
 * Minutes of a day on which one stock falls: calm at 2,400, then 1,960, then 1,700. Another one is calm
 * at 2,400 and rises to 2,450 before that.
 */
function fallingDay(): string {
  const falling = (minute: number) => (minute < 60 ? 2400 : minute < 100 ? 1960 : 1700);
  const rising = (minute: number) => (minute < 30 ? 2400 : 2450);
  const rows = Array.from({ length: 150 }, (_, minute) =>
    Object.entries({ 7203: falling(minute), 6758: rising(minute) }).map(([symbol, price]) => {
      // The first price of all is the base of the day's limits.
      const opening = minute === 0 ? 2000 : price;
      const low = Math.min(opening, price);
      const clock = new Date(Date.UTC(2026, 10, 18, 9, minute)).toISOString();
      const at = clock.slice(0, 16).replace("T", " ");
      return [symbol, at, opening, Math.max(opening, price), low, price, 400_000].join();
    }),
  ).flat();
  return ["symbol,time_exchange_start,open,high,low,close,volume", ...rows].join("\n");
}

/** Twice as fast as it was, so that a price is never older than an order takes. */
const replaySpeed = 2;
const secondsUntil = {
  rise: (31 * 60) / replaySpeed,
  call: (30 * 60) / replaySpeed,
  forcedSale: (40 * 60) / replaySpeed,
};

describe("a trader who borrowed all that there was, on a day on which the stock falls", () => {
  let folder: string;
  let application: StartedApplication;
  let page: Page;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "sanshi-falling-"));
    mkdirSync(join(folder, "intraday"));
    writeFileSync(join(folder, "intraday", "falling.csv"), fallingDay());
    writeFileSync(join(folder, "replay.json"), JSON.stringify({ speed: replaySpeed }));
    application = await startApplication({ environment: { MARKET: `replay:${folder}` } });
    page = await newTrader(browser, application);
    // Past the day's first minute, in which the price finds its level.
    await advanceClock(application, 40);
  });
  afterAll(async () => {
    await application?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("reads that a market of recorded bars has no single trades", async () => {
    await open(page, application, stock);
    await page.getByRole("heading", { name: "Order book" }).scrollIntoViewIfNeeded();
    const trades = page.getByRole("region", { name: "Time & sales" });
    await trades.getByText(/^This market data has bars only/).waitFor();
    expect(await trades.getByRole("table").count()).toBe(0);
  });

  it("takes all of the buying power, leverage included, with one touch", async () => {
    await open(page, application, `${stock}&order=buy`);
    const ticket = page.getByRole("dialog");
    await ticket.getByRole("button", { name: /^More: / }).click();
    await ticket.getByText("3×", { exact: true }).click();
    await ticket.getByRole("button", { name: "100%" }).click();
    const buy = ticket.getByRole("button", { name: /^Buy 1,2\d\d Toyota Motor at market, 3×$/ });
    await expect.poll(() => buy.isEnabled()).toBe(true);
    await buy.click();
    await ticket.getByRole("heading", { name: "Filled" }).waitFor();
  });

  it("is not the only one: another one's stop fills by itself once the market has reached it", async () => {
    const other = await newTrader(browser, application);
    await open(other, application, "/quotes/info?type=jpy&code=6758&order=buy");
    const ticket = other.getByRole("dialog");
    await ticket.getByRole("button", { name: /^More: / }).click();
    await ticket.getByText("Stop", { exact: true }).click();
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("10");
    // The field begins one tick above the market.
    const stop = ticket.getByRole("textbox", { name: "Stop price" });
    await expect.poll(async () => leadingNumber(await stop.inputValue())).toBeGreaterThan(2400);
    await ticket.getByText(/^Includes a cushion for a higher fill price/).waitFor();
    const buy = ticket.getByRole("button", { name: /^At 2,40.*, buy 10 Sony Group at market$/ });
    await expect.poll(() => buy.isEnabled()).toBe(true);
    await buy.click();
    await ticket
      .getByText(/^10 Sony Group: becomes a market order when the price reaches/)
      .waitFor();
    await open(other, application, "/position/index?type=jpy&tab=waiting");
    await other.getByRole("button", { name: "Cancel order Sony Group" }).waitFor();
    await advanceClock(application, secondsUntil.rise);
    await open(other, application, "/position/index?type=jpy");
    await other.getByText("10 shares", { exact: true }).waitFor();
    await other.context().close();
  });

  it("sees the margin call with its deadline, at its positions and at home", async () => {
    await advanceClock(application, secondsUntil.call);
    await open(page, application, "/position/index?type=jpy");
    const banner = page.getByRole("alert");
    await banner.getByText(/^Japan: margin call, due /).waitFor();
    await banner.getByText(/Deposit [\d,.]+ JPY, .*or close positions by then/).waitFor();
    await page.locator("summary").getByText("Margin call", { exact: true }).waitFor();
    await open(page, application, "/home/home");
    await page
      .getByRole("alert")
      .getByText(/^Japan: margin call, due /)
      .waitFor();
  });

  it("reads in the receipt of the forced sale why it was sold", async () => {
    await advanceClock(application, secondsUntil.forcedSale);
    await open(page, application, "/position/index?type=jpy&tab=closed");
    const row = page.locator("article");
    await row.getByText("Forced sale", { exact: true }).waitFor();
    await row.getByRole("link", { name: "Toyota Motor" }).click();
    const receipt = page.locator("section", { hasText: "The margin ratio fell to" });
    await receipt.getByText(/^The margin ratio fell to \d+\.\d\d%, below \d+\.\d\d%\.$/).waitFor();
    expect(leadingNumber(await definitionOf("Fill price", receipt))).toBeLessThan(1_700);
    await expect.poll(() => definitionOf("Rule", receipt)).toMatch(/margin/);
  });

  it("is called no more once nothing is owed", async () => {
    await open(page, application, "/position/index?type=jpy");
    await page.getByText(/^You hold no stocks in this market yet/).waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });
});
