import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setTextSize } from "../support/accessibility.ts";
import { goTo, launchBrowser, newPhone } from "../support/browser.ts";
import { lostTexts, overlappingTexts, widerThanScreen } from "../support/lost-texts.ts";
import { atRest, letPagesRest } from "../support/page-at-rest.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { newTrader, open, untilLive } from "./trader-desk.ts";

const application = sharedApplication();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("shows anybody a rule that a link names, with its text, and which are unconfirmed", async () => {
  const page = await (await newPhone(browser, { locale: "en-US" })).newPage();
  await open(page, application, "/mine/rules?rule=us_rule_201");
  const rule = page.locator("details[open]");
  await rule.getByText("In force since 02/28/2011").waitFor();
  const text = rule.getByRole("link", { name: /Rule 201 of Regulation SHO/ });
  expect(await text.getAttribute("href")).toMatch(/^http:\/\/www\.sec\.gov\//);
  await page.getByText("Extended hours in New York", { exact: false }).first().waitFor();
  await page.getByRole("checkbox", { name: "Unconfirmed only" }).check();
  await expect.poll(() => page.getByText("SEC Rule 201").count()).toBe(0);
  await page.context().close();
});

it("says under a refused price which rule it was, since when and by whose text", async () => {
  const page = await newTrader(browser, application);
  await open(page, application, "/quotes/info?type=jpy&code=7203");
  await untilLive(page);
  await page.getByRole("button", { name: /^Buy/ }).first().click();
  const ticket = page.getByRole("dialog");
  await ticket.getByText("Limit", { exact: true }).click();
  await ticket.getByRole("textbox", { name: "Limit price" }).fill("99000");
  await ticket.getByText("Why?").click();
  await ticket
    .getByText(/TSE daily price limit, in force since 2020.08.03/)
    .last()
    .waitFor();
  await ticket.getByText("Japan Exchange Group").waitFor();
  const source = ticket.getByRole("link", { name: "Open the source" });
  expect(await source.getAttribute("href")).toBe(
    "https://www.jpx.co.jp/equities/trading/domestic/06.html",
  );
  await ticket.getByRole("link", { name: "See market rules" }).click();
  await page.locator("details[open]").getByText("TSE daily price limit").waitFor();
});

it.each(["us", "jp", "cn"])(
  "cuts nothing of any open rule on a small phone, in %s",
  async (language) => {
    const context = await newPhone(browser, { locale: "en-US" });
    await letPagesRest(context);
    await context.addInitScript((chosen) => {
      // A page that is about to be left has no storage.
      if (location.protocol !== "about:") localStorage.setItem("language", chosen);
    }, language);
    const page = await context.newPage();
    await page.setViewportSize({ width: 320, height: 844 });
    for (const type of ["jpy", "usd", "cny"]) {
      await goTo(page, `${application.address}/`, `/mine/rules?type=${type}`);
      const rules = page.locator("main details");
      await rules.first().waitFor();
      await rules.evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
      await setTextSize(page, 200);
      const faults = await atRest(page, async () => [
        ...(await lostTexts(page)),
        ...(await overlappingTexts(page)),
        ...(await widerThanScreen(page)),
      ]);
      expect.soft(faults, type).toEqual([]);
    }
    await context.close();
  },
);

it.each([
  ["us", /^Buy/, "Limit", "Limit price"],
  ["jp", /^買/, "指値", "指値"],
  ["cn", /^买/, "限价", "委托价格"],
] as const)(
  "says why by keyboard, and cuts nothing of it on a small phone, in %s",
  async (language, buy, kind, price) => {
    const page = await newTrader(browser, application);
    await letPagesRest(page.context());
    await page.addInitScript((chosen) => {
      if (location.protocol !== "about:") localStorage.setItem("language", chosen);
    }, language);
    await page.setViewportSize({ width: 320, height: 844 });
    await open(page, application, "/quotes/info?type=jpy&code=7203");
    await setTextSize(page, 200);
    await page.getByRole("button", { name: buy }).first().click();
    const ticket = page.getByRole("dialog");
    await ticket.getByText(kind, { exact: true }).click();
    await ticket.getByRole("textbox", { name: price }).fill("99000");
    const why = ticket.locator("details:has(a[href*='rule='])");
    await why.locator("summary").focus();
    await page.keyboard.press("Enter");
    const links = why.getByRole("link");
    await links.first().waitFor();
    await page.keyboard.press("Tab");
    expect(await links.first().evaluate((link) => link === document.activeElement)).toBe(true);
    const faults = await atRest(page, async () => [
      ...(await lostTexts(page)),
      ...(await widerThanScreen(page)),
    ]);
    expect(await page.evaluate(() => innerWidth)).toBe(320);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);
