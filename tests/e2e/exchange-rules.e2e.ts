import { randomUUID } from "node:crypto";
import {
  addTradingDays,
  calendarStatus,
  instantOf,
  isTradingDay,
  localDate,
  nextTradingDay,
  previousTradingDay,
} from "@sanshi/rulebook";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApplication, type StartedApplication } from "../support/application.ts";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { definitionOf, keepPictures, newTrader, open } from "./trader-desk.ts";

// Later steps stand on the earlier ones: a trader's days where the exchanges' own rules hold.
describe("the ticket with the exchanges' rules", () => {
  let browser: Browser;
  let application: StartedApplication;
  let page: Page;
  let now: () => number;
  beforeAll(async () => {
    browser = await launchBrowser();
    application = await startApplication({
      environment: {
        MARKET_RULES: "exchange",
        SIMULATED_GRANT: "JPY:5000000,USD:50000,CNY:1000000",
      },
    });
    page = await newTrader(browser, application);
    let ahead = 0;
    now = () => Date.now() + ahead;
    await goTo(commonDay(now()), "10:15");

    async function goTo(date: string, time: string): Promise<void> {
      const seconds = Math.round((instantOf("cny", date, time) - now()) / 1_000);
      await advanceClock(application, seconds);
      ahead += seconds * 1_000;
    }
    advanceTo = goTo;
  });
  afterAll(async () => {
    await application?.stop();
    await browser?.close();
  });
  let advanceTo: (date: string, time: string) => Promise<void>;

  /** The next day on which Tokyo and the mainland both trade, and the mainland on the day after too. */
  function commonDay(at: number): string {
    let date = localDate("cny", at);
    do date = addTradingDays("cny", date, 1);
    while (!isTradingDay("jpy", date));
    return date;
  }

  /** As the trader marks a date of a year without published holidays, whenever the test is run. */
  function marked(shown: string, date: string): string {
    return calendarStatus("cny", date) === "published" ? shown : `${shown} (expected)`;
  }

  function shownDay(date: string): string {
    const words = { month: "short", day: "numeric", weekday: "short" } as const;
    const format = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...words });
    return marked(format.format(Date.parse(`${date}T00:00:00Z`)), date);
  }

  async function ticketOf(type: string, code: string): Promise<Locator> {
    await open(page, application, `/quotes/info?type=${type}&code=${code}`);
    await page.getByRole("button", { name: "Buy", exact: true }).click();
    return page.getByRole("dialog");
  }

  it("names Tokyo's lot, and says why half of one is not bought", async () => {
    const ticket = await ticketOf("jpy", "7203");
    await ticket.getByText("Multiples of 100").waitFor();
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("150");
    await ticket
      .getByText(/^The quantity must be a multiple of 100 shares \(TSE trading unit/)
      .first()
      .waitFor();
  });

  it("names STAR's least, and says why less is not bought", async () => {
    const ticket = await ticketOf("cny", "688981");
    await ticket.getByText("At least 200, in steps of 1").waitFor();
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("199");
    await ticket
      .getByText(/^An order needs at least 200 shares \(/)
      .first()
      .waitFor();
  });

  it("says how far from the market a limit may lie", async () => {
    const ticket = await ticketOf("cny", "600519");
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("100");
    await ticket.getByText("Limit", { exact: true }).first().click();
    const price = ticket.getByRole("textbox", { name: "Limit price" });
    // The field begins at the market, once its price has come.
    const begun = async () => Number((await price.inputValue()).replaceAll(",", ""));
    await expect.poll(begun).toBeGreaterThan(0);
    const last = await begun();
    await price.fill((last * 1.05).toFixed(2));
    await ticket
      .getByText(/^The limit price is too far from the market\. /)
      .first()
      .waitFor();
  });

  it("says before the purchase that mainland shares are sold from the next trading day on", async () => {
    const ticket = await ticketOf("cny", "600519");
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("100");
    const next = addTradingDays("cny", localDate("cny", now()), 1);
    // On the phone's clock, which is Tokyo's.
    const [year, month, day] = next.split("-");
    const from = marked(`${month}/${day}/${year}, 10:30`, next);
    const buy = ticket.getByRole("button", { name: /^Buy 100 .* at market$/ });
    await expect.poll(() => buy.isEnabled()).toBe(true);
    await expect.poll(() => definitionOf("Can be sold", ticket)).toContain(from);
    await buy.click();
    await ticket.getByRole("heading", { name: "Filled" }).waitFor();
    await ticket.getByText(`from ${from}, the next trading day`).waitFor();
    await ticket.getByRole("button", { name: "See the position" }).click();
    await page.getByRole("button", { name: /^Sellable in / }).waitFor();
  });

  it("shows sale proceeds with the day on which they settle, and does not exchange them before", async () => {
    const next = addTradingDays("cny", localDate("cny", now()), 1);
    await advanceTo(next, "10:15");
    await page
      .getByRole("button", { name: /^Sell(?!able)/ })
      .first()
      .click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: /^Sell 100 .* at market$/ }).click();
    await sheet.getByText(/^Sold 100 shares of/).waitFor();
    await open(page, application, "/mine/index?type=cny");
    const box = page.getByRole("region", { name: "Unsettled sale proceeds" });
    await box.waitFor();
    const settles = shownDay(addTradingDays("cny", next, 1));
    await expect.poll(() => definitionOf(`Settles ${settles}`, box)).toMatch(/^\+[\d,.]+ CNY$/);
    await open(page, application, "/mine/exchange?from=CNY&to=JPY");
    await page.getByRole("region", { name: "Unsettled sale proceeds" }).waitFor();
    await page.getByLabel("Amount to exchange").fill("900000");
    await page.getByRole("button", { name: "Get this rate" }).click();
    await page.getByText(/^Sale proceeds have not settled yet\. /).waitFor();
  });

  it("says that what a sale of the day has bought back waits for the next day, and which deposit frees it", async () => {
    const holding = { type: "jpy", code: "7203", side: "long" };
    const order = { ...holding, kind: "market", leverage: "1" };
    const call = async (path: string, form: Record<string, string>) => {
      const { token, account } = await page.evaluate(() => ({
        token: localStorage.getItem("tokend") ?? "",
        account: localStorage.getItem("account") ?? "",
      }));
      const answer = await fetch(`${application.address}/api/vue${path}`, {
        method: "POST",
        headers: { token, account },
        body: new URLSearchParams({ ...form, request_id: randomUUID() }),
      });
      return ((await answer.json()) as { msg: string }).msg;
    };
    // In Tokyo an hour later: 10:15.
    const day = (from: string) => addTradingDays("jpy", from, 1);
    const bought = day(localDate("jpy", now()));
    await advanceTo(bought, "09:15");
    // Until the first price after the clock was moved there is none to trade at.
    await expect.poll(() => call("/trade/place-order", { ...order, quantity: "1300" })).toBe("ok");
    await advanceTo(day(bought), "09:15");
    const sale = { ...holding, funding: "cash", kind: "market" };
    await expect.poll(() => call("/trade/close-holding", sale)).toBe("ok");
    await expect.poll(() => call("/trade/place-order", { ...order, quantity: "1300" })).toBe("ok");
    await advanceTo(day(bought), "09:35");
    await open(page, application, "/position/index?type=jpy");
    await page.locator("article").getByRole("link", { name: "Toyota Motor" }).click();
    await page.getByRole("button", { name: "Sell Toyota Motor", exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet
      .getByText(
        /^You can sell [\d,]+ shares today\. .*bought back .* after a deposit of [\d,]+ yen\.$/,
      )
      .waitFor();
    await expect
      .poll(() => sheet.getByRole("button", { name: /^Sell [\d,]+ .* at market$/ }).isDisabled())
      .toBe(true);
  });

  it("marks the dates that rest on holidays which are not published yet, and says why", async () => {
    const note = "Dates marked “expected” may change until the exchange publishes its holidays";
    let last = nextTradingDay("cny", nextTradingDay("cny", localDate("cny", now())));
    while (calendarStatus("cny", nextTradingDay("cny", last)) === "published") {
      last = nextTradingDay("cny", last);
    }
    const next = nextTradingDay("cny", last);
    await advanceTo(previousTradingDay("cny", last), "10:15");
    const first = await ticketOf("cny", "600519");
    await first.getByRole("textbox", { name: "Quantity" }).fill("100");
    await first.getByRole("button", { name: /^Buy 100 .* at market$/ }).click();
    await first.getByRole("heading", { name: "Filled" }).waitFor();
    await advanceTo(last, "10:15");
    const ticket = await ticketOf("cny", "600519");
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("100");
    const settles = shownDay(next);
    expect(settles).toMatch(/ \(expected\)$/);
    await expect.poll(() => definitionOf("Settles on", ticket)).toBe(settles);
    await expect.poll(() => definitionOf("Can be sold", ticket)).toContain(" (expected), the next");
    await ticket.getByText("Cost details").click();
    await ticket.getByText(note).waitFor();
    await keepPictures(page, "expected-ticket");
    await open(page, application, "/position/index?type=cny");
    await page.locator("article").getByRole("link").first().click();
    await page
      .getByRole("button", { name: /^Sell(?!able)/ })
      .first()
      .click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: /^Sell 100 .* at market$/ }).click();
    await sheet.getByText(/^Sold 100 shares of/).waitFor();
    await open(page, application, "/mine/index?type=cny");
    const box = page.getByRole("region", { name: "Unsettled sale proceeds" });
    await expect.poll(() => definitionOf(`Settles ${settles}`, box)).toMatch(/^\+[\d,.]+ CNY$/);
    await box.getByText(note).waitFor();
    for (const [language, words] of [
      ["jp", /（予定）受渡.*「予定」の日付は/s],
      ["cn", /（预计）交收.*标注“预计”的日期/s],
      ["us", /\(expected\).*Dates marked “expected”/s],
    ] as const) {
      await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
      await page.reload();
      await expect.poll(() => page.locator("main").textContent()).toMatch(words);
      await keepPictures(page, `expected-wallet-${language}`);
    }
    await advanceTo(last, "20:00");
    await open(page, application, "/home/index?type=cny");
    await page.getByText(/^Closed, opens .* \(expected\)$/).waitFor();
    await keepPictures(page, "expected-session");
  });
});
