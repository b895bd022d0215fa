import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApplication, type StartedApplication } from "../support/application.ts";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { definitionOf, leadingNumber, newTrader, open, reviewOrder } from "./trader-desk.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const stock = "/quotes/info?type=jpy&code=7203";

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
    await reviewOrder(ticket);
    await ticket.getByText(/^You are buying with borrowed money/).waitFor();
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
      .getByText(/^10 shares of Sony Group: becomes a market order when the price reaches/)
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
    expect(leadingNumber(await definitionOf("Fill price", receipt))).toBe(1_700);
    await expect.poll(() => definitionOf("Rule", receipt)).toMatch(/margin/);
  });

  it("is called no more once nothing is owed", async () => {
    await open(page, application, "/position/index?type=jpy");
    await page.getByText(/^You hold no stocks in this market yet/).waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });
});
