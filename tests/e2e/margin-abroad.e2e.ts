import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatMinor, minor, shares } from "@sanshi/money";
import { fees, localDate } from "@sanshi/rulebook";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApplication, type StartedApplication } from "../support/application.ts";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import {
  definitionOf,
  exchangeAtHeldRate,
  leadingNumber,
  newTrader,
  open,
  reviewOrder,
} from "./trader-desk.ts";

/** Minutes of a New York day: calm at 200, then 130, where a call is made, then a gap to 80. */
function gappingDay(): string {
  const rows = Array.from({ length: 180 }, (_, minute) => {
    const price = minute < 60 ? 200 : minute < 100 ? 130 : 80;
    const clock = new Date(Date.UTC(2026, 10, 18, 9, 30 + minute)).toISOString();
    const at = clock.slice(0, 16).replace("T", " ");
    return ["NVDA", at, price, price, price, price, 400_000].join();
  });
  return ["symbol,time_exchange_start,open,high,low,close,volume", ...rows].join("\n");
}

/** Twice as fast as it was, so that a price is never older than an order takes. */
const replaySpeed = 2;
/** From midnight in Greenwich, at which the record begins, to New York's opening at 14:30. */
const secondsUntil = {
  opening: (14.5 * 3600 + 90) / replaySpeed,
  call: (61 * 60) / replaySpeed,
  gap: (40 * 60) / replaySpeed,
};

/**
 * Interest is of days of the app's clock, whatever the record's. Where New York's midnight would come between the
 * purchase and the forced sale, the record begins a day earlier, which takes half a day of the app's clock.
 */
function crossesMidnight(): boolean {
  const bought = Date.now() + secondsUntil.opening * 1_000;
  const sold = bought + (secondsUntil.call + secondsUntil.gap + slackSeconds) * 1_000;
  return localDate("usd", bought) !== localDate("usd", sold);
}
const slackSeconds = 1_800;

// Later steps stand on the earlier ones: one trader's day. The market looked at last stays Japan's.
describe("a trader who borrowed dollars, on a day on which the stock gaps", () => {
  let browser: Browser;
  let folder: string;
  let application: StartedApplication;
  let page: Page;
  let soldOn: string;
  beforeAll(async () => {
    browser = await launchBrowser();
    folder = mkdtempSync(join(tmpdir(), "sanshi-gapping-"));
    mkdirSync(join(folder, "intraday"));
    writeFileSync(join(folder, "intraday", "gapping.csv"), gappingDay());
    // Without a day before it, the stock would be there only from its first price on.
    mkdirSync(join(folder, "daily"));
    writeFileSync(
      join(folder, "daily", "before.csv"),
      "symbol,date,open,high,low,close,volume\nNVDA,2026-11-16,200,200,200,200,50000000",
    );
    const begins = crossesMidnight()
      ? { from: "2026-11-17", before: 86_400 }
      : { from: "2026-11-18", before: 0 };
    const played = { from: begins.from, speed: replaySpeed };
    writeFileSync(join(folder, "replay.json"), JSON.stringify(played));
    application = await startApplication({ environment: { MARKET: `replay:${folder}` } });
    page = await newTrader(browser, application);
    const beforehand = begins.before / replaySpeed + secondsUntil.opening;
    await advanceClock(application, beforehand);
    soldOn = localDate(
      "usd",
      Date.now() + (beforehand + secondsUntil.call + secondsUntil.gap) * 1_000,
    );
  });
  afterAll(async () => {
    await application?.stop();
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens the newest message of a title and follows its way. */
  async function followMessage(title: string, way: string): Promise<void> {
    await open(page, application, "/mine/message");
    await page.getByRole("link", { name: title }).first().click();
    await page.getByRole("link", { name: way, exact: true }).click();
  }

  it("reads prices of the call and the forced sale that its own arithmetic gives", async () => {
    await open(page, application, "/quotes/info?type=usd&code=NVDA&order=buy");
    const ticket = page.getByRole("dialog");
    await ticket.getByRole("button", { name: /^More: / }).click();
    await ticket.getByText("2×", { exact: true }).click();
    await ticket.getByRole("button", { name: "100%" }).click();
    await reviewOrder(ticket);
    const buy = ticket.getByRole("button", { name: "Buy 100 NVIDIA at market, 2×" });
    await expect.poll(() => buy.isEnabled()).toBe(true);
    await expect.poll(() => definitionOf("Borrowed", ticket)).toBe("10,000.00");
    // Own money is 25 % of the value where the loan is 75 % of it, and 15 % where it is 85 %.
    expect(leadingNumber(await definitionOf("Margin call at", ticket))).toBe(133.33);
    expect(leadingNumber(await definitionOf("Forced sale at", ticket))).toBe(117.65);
    // 8 % of 360 days.
    await expect.poll(() => definitionOf("Interest", ticket)).toBe("about 2.22 a day (8% a year)");
    await buy.click();
    await ticket.getByRole("heading", { name: "Filled" }).waitFor();
  });

  it("is led from the message of the call to the US positions, and told of an exchange", async () => {
    await advanceClock(application, secondsUntil.call);
    await open(page, application, "/home/home");
    const banner = page.getByRole("alert");
    await banner.getByText(/^US: margin call, due /).waitFor();
    // A quarter of 100 × 130, less what is left: 13,000 − 10,000.
    await banner.getByText(/^.*Deposit 250\.00 USD, exchange into this currency/).waitFor();
    await followMessage("Margin call: US stocks", "See positions");
    await page.waitForURL(/#\/position\/index\?type=usd/);
    // The market follows the address, also where it is typed over.
    await open(page, application, "/position/index?type=jpy");
    await page.getByRole("radio", { name: "Japan", checked: true }).waitFor();
    await open(page, application, "/position/index?type=usd");
    await page.getByRole("alert").getByRole("link", { name: "Exchange" }).waitFor();
    await page.locator("summary").getByText("23.07%", { exact: true }).waitFor();
  });

  it("reads the rule and the figures in the receipt of the forced sale", async () => {
    await advanceClock(application, secondsUntil.gap);
    await open(page, application, "/position/index?type=usd&tab=closed");
    const row = page.locator("article");
    await row.getByText("Forced sale", { exact: true }).waitFor();
    await row.getByRole("link", { name: "NVIDIA" }).click();
    const receipt = page.locator("section", { hasText: "The margin ratio fell to" });
    await receipt.getByText("The margin ratio fell to −25.00%, below 15.00%.").waitFor();
    await expect
      .poll(() => definitionOf("Rule", receipt))
      .toMatch(/^US margin rules, in force since 1974‑01‑03$/);
    // What it had borrowed is in the cost and the margin; nothing is any more.
    await expect.poll(() => page.locator('dt:text-is("Borrowed")').count()).toBe(0);
  });

  it("owes the rest in dollars, opens nothing, and repays it by an exchange", async () => {
    await followMessage("Unpaid debt: US stocks", "See assets");
    await page.waitForURL(/#\/mine\/index\?type=usd/);
    // 10,000 − 100 × 80 and the levies on the sale: a bar of one price has one price, and all was spent.
    const sale = { market: "usd", side: "sell", date: soldOn } as const;
    const { totalMinor } = fees({
      ...sale,
      notionalMinor: minor(800_000n),
      quantity: shares(100n),
    });
    const debt = Number(formatMinor(minor(200_000n + totalMinor), "USD"));
    const shown = debt.toLocaleString("en-US", { minimumFractionDigits: 2 });
    await expect.poll(() => definitionOf("Total debt", page.locator("main"))).toBe(shown);
    await open(page, application, "/quotes/info?type=usd&code=NVDA&order=buy");
    await page
      .getByRole("dialog")
      .getByText(
        `You have an unpaid debt of ${shown} dollars. Deposit or exchange into its currency`,
      )
      .waitFor();
    await open(page, application, "/position/index?type=usd");
    const banner = page.getByRole("alert");
    await banner.getByText(`US: unpaid debt of ${shown} USD`).waitFor();
    await banner.getByRole("link", { name: "Exchange" }).click();
    await page.waitForURL(/#\/mine\/exchange\?from=JPY&to=USD/);
    await page.getByLabel("Amount to exchange").fill("400000");
    await page.getByRole("button", { name: "Get this rate" }).click();
    await exchangeAtHeldRate(page, /^Exchange 400,000\.00 JPY for [\d,.]+ USD$/);
    await open(page, application, "/position/index?type=usd");
    await page.getByText(/^You hold no stocks in this market yet/).waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });
});
