import { addTradingDays, instantOf, isHalfDay, isTradingDay, localDate } from "@sanshi/rulebook";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApplication, type StartedApplication } from "../support/application.ts";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock, asOperator } from "../support/operator.ts";
import { keepPictures, newTrader, open } from "./trader-desk.ts";

// Later steps stand on the earlier ones: an evening in New York, where an operator has switched extended hours on.
let browser: Browser;
let application: StartedApplication;
let page: Page;
let appNow: number;
beforeAll(async () => {
  browser = await launchBrowser();
  application = await startApplication({
    environment: { MARKET_RULES: "exchange", SIMULATED_GRANT: "JPY:100000,USD:50000,CNY:1000000" },
  });
  const operator = await asOperator(application);
  await operator("POST", "/site/propose", {
    name: "extended_hours",
    value: "on",
    reason: "service_improved",
  });
  page = await newTrader(browser, application);
  let date = localDate("usd", Date.now());
  do date = addTradingDays("usd", date, 1);
  while (isHalfDay("usd", date));
  appNow = instantOf("usd", date, "17:00");
  const seconds = Math.round((appNow - Date.now()) / 1_000);
  await advanceClock(application, seconds);
});
afterAll(async () => {
  await application?.stop();
  await browser?.close();
});

/** The words over the chart's bands, before and after the day's line. */
const bands = () =>
  page.locator("svg[data-ready=chart] text", { hasText: /^(Pre-market|After hours)$/ });

it("shows what a stock trades at after hours, told apart from its official price", async () => {
  await open(page, application, "/quotes/info?type=usd&code=AAPL");
  const outside = page.getByRole("region", { name: "After hours" });
  await outside.getByText(/^Bid /).waitFor();
  await outside.getByText(/^Change from the last official close/).waitFor();
  // Charts have none before the customer has switched them on.
  await page.locator("svg[data-ready=chart]").waitFor();
  expect(await bands().count()).toBe(0);
  await keepPictures(page, "stock-us");
});

const outsideBook = () => page.getByRole("region", { name: "After hours" }).getByText(/^Bid /);

it("explains the risks before the first order for extended hours, and fills it", async () => {
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  const ticket = page.getByRole("dialog");
  await ticket.getByText("Limit", { exact: true }).click();
  const hours = ticket.getByRole("combobox", { name: "Trading hours" });
  const askNow = async () =>
    /Ask ([\d.,]+)/.exec((await outsideBook().textContent()) ?? "")?.[1]?.replaceAll(",", "");
  const before = await askNow();
  await hours.selectOption({ label: "Regular and extended hours" });
  const limit = ticket.getByRole("textbox", { name: "Limit price" });
  // It begins at the evening's own ask, which may have moved just then.
  expect([before, await askNow()].map(Number)).toContain(Number(await limit.inputValue()));
  await ticket.getByText(/^Few orders stand in the book/).waitFor();
  // What is chosen is placed as nothing else meanwhile.
  await ticket
    .getByRole("status")
    .getByText(/^Extended-hours trading is off/)
    .waitFor();
  expect(await ticket.getByRole("button", { name: /^Buy 1 / }).isDisabled()).toBe(true);
  await keepPictures(page, "ticket-intro");
  await ticket.getByRole("button", { name: "I understand the risks and turn it on" }).click();
  await ticket.getByText(/You agreed to the risks then/).waitFor();
  await limit.fill((Number(await askNow()) * 1.01).toFixed(2));
  await ticket.getByRole("textbox", { name: "Quantity" }).fill("1");
  await keepPictures(page, "ticket-on");
  await ticket.getByRole("button", { name: /^Buy 1 / }).click();
  await ticket.getByText("Order number").waitFor();
  await open(page, application, "/position/index?type=usd");
  await page.getByText("Apple").first().click();
  await page.getByText("Extended hours").first().waitFor();
  await keepPictures(page, "position");
});

it("begins a sale for extended hours at their own bid, until a price is typed", async () => {
  await advanceClock(application, 16 * 60);
  await page.reload();
  await page
    .getByRole("button", { name: /^Sell(?!able)/ })
    .first()
    .click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("Limit", { exact: true }).click();
  const limit = sheet.getByRole("textbox", { name: "Limit price" });
  const regular = await limit.inputValue();
  const hours = sheet.getByRole("combobox", { name: "Trading hours" });
  await hours.selectOption({ label: "Regular and extended hours" });
  const bid = /Bid ([\d.,]+)/.exec((await sheet.getByText(/^Bid /).textContent()) ?? "")?.[1];
  expect(Number(await limit.inputValue())).toBe(Number(bid?.replaceAll(",", "")));
  await keepPictures(page, "sale");
  await hours.selectOption({ label: "Regular hours only" });
  expect(await limit.inputValue()).toBe(regular);
  await limit.fill("900.00");
  await hours.selectOption({ label: "Regular and extended hours" });
  expect(await limit.inputValue()).toBe("900.00");
  await page.keyboard.press("Escape");
});

it("shows extended hours in the charts of minutes once they are switched on", async () => {
  await open(page, application, "/quotes/info?type=usd&code=AAPL");
  await bands().first().waitFor();
  expect(await bands().count()).toBe(2);
  await keepPictures(page, "chart-day");
  await page.getByRole("tab", { name: "5m", exact: true }).click();
  await page.getByText(/^Extended hours \(shaded\)/).waitFor();
  await keepPictures(page, "chart-minutes");
  // The note comes last on a slow line, and takes nothing from the chart that stands there already.
  const panes = () =>
    page
      .getByRole("group", { name: /^Apple/ })
      .locator("canvas")
      .count();
  const drawn = await panes();
  expect(drawn).toBeGreaterThan(0);
  const notes = /extended-note.*\.js$/;
  let isHeld = false;
  await page.route(notes, async (route) => {
    await expect.poll(panes).toBe(drawn);
    isHeld = true;
    await route.continue();
  });
  await page.reload();
  await page.getByText(/^Extended hours \(shaded\)/).waitFor();
  await page.waitForTimeout(500);
  expect([isHeld, await panes()]).toEqual([true, drawn]);
  await page.unroute(notes);
  await page.getByRole("tab", { name: "Day", exact: true }).click();
  await page.getByText(/^Extended hours \(shaded\)/).waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Intraday" }).click();
  for (const [language, word] of [
    ["jp", "アフター"],
    ["cn", "盘后"],
    ["us", "After hours"],
  ] as const) {
    await page.evaluate((to) => localStorage.setItem("language", to), language);
    await page.reload();
    await page.locator("svg[data-ready=chart] text", { hasText: word }).waitFor();
    await keepPictures(page, `chart-day-${language}`);
  }
});

it("says on the page of rules that extended hours are offered here", async () => {
  await open(page, application, "/mine/rules?type=usd");
  await page.getByText("Offered on this site: limit orders, once you turn it on").first().waitFor();
});

it("orders for Shanghai's session after hours, and shows until when that waits", async () => {
  await advanceClock(application, Math.round((nextMorning(appNow) - appNow) / 1_000));
  await open(page, application, "/quotes/info?type=cny&code=600519");
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  const ticket = page.getByRole("dialog");
  await ticket.getByText("Limit", { exact: true }).click();
  await ticket.getByRole("textbox", { name: "Quantity" }).fill("100");
  await ticket.getByRole("button", { name: /^More: / }).click();
  await ticket.getByLabel("Good for").selectOption("after_hours");
  await ticket.getByText(/^Trades only from 15:05 to 15:30/).waitFor();
  await ticket.getByText(/^Trades only from/).scrollIntoViewIfNeeded();
  await keepPictures(page, "after-hours-ticket");
  await ticket.getByRole("button", { name: /^Buy 100 / }).click();
  await ticket.getByRole("heading", { name: "Order placed" }).waitFor();
  await keepPictures(page, "after-hours-placed");
  for (const [language, text] of [
    ["us", /^Waits for after-hours trading from/],
    ["jp", /からの大引け後固定価格取引を待機中$/],
    ["cn", /^等待.*起的盘后固定价格交易$/],
  ] as const) {
    await page.evaluate((to) => localStorage.setItem("language", to), language);
    await open(page, application, "/position/index?type=cny&tab=waiting");
    await page.reload();
    await page.locator("article").getByText(text).waitFor();
    await keepPictures(page, `after-hours-row-${language}`);
    if (language !== "us") continue;
    await page.getByRole("button", { name: /^Change order/ }).click();
    await page.getByRole("dialog").getByText("Limit price").first().waitFor();
    await keepPictures(page, "after-hours-amend");
    await page.keyboard.press("Escape");
  }
});

/** Ten o'clock on Shanghai's next trading day. */
function nextMorning(at: number): number {
  let date = localDate("cny", at);
  while (instantOf("cny", date, "10:00") <= at || !isTradingDay("cny", date)) {
    date = addTradingDays("cny", date, 1);
  }
  return instantOf("cny", date, "10:00");
}
