import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../apps/trader/src/app/paths.ts";
import { launchBrowser, newPhone } from "../support/browser.ts";
import { lineTo, type Line } from "../support/line-to.ts";
import { widerThanScreen } from "../support/lost-texts.ts";
import { asOperator } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { registerCustomer, type Credentials } from "./backoffice-desk.ts";
import { callsOf, keepPictures, newTrader, open, phoneOf, untilLive } from "./trader-desk.ts";

/** What a new user saw cut, covered or in a misleading colour on a phone, each looked at by its measures. */
const application = sharedApplication();
let browser: Browser;
let line: Line;
let contexts: BrowserContext[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
  line = await lineTo(application.address);
});
afterEach(async () => {
  for (const context of contexts) await context.close();
  contexts = [];
});
afterAll(() => browser.close());

/** Closed after its test. */
async function phone(page: Promise<Page>): Promise<Page> {
  const opened = await page;
  contexts.push(opened.context());
  return opened;
}

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox();
  if (box === null) throw new Error("it is not shown");
  return { ...box, bottom: box.y + box.height };
};

describe("the ticket with a button of two lines, its keypad open and closed again", () => {
  it("shows its title whole and leaves nothing empty below the button", async () => {
    const page = await phone(newTrader(browser, application));
    await open(page, application, "/quotes/info?type=jpy&code=6758");
    await untilLive(page);
    await page.getByRole("button", { name: /^Buy/ }).first().click();
    const ticket = page.getByRole("dialog");
    await ticket.getByRole("button", { name: /^More: / }).click();
    await ticket.getByText("3×", { exact: true }).click();
    await ticket.getByRole("textbox", { name: "Quantity" }).click();
    for (const key of ["2", "0", "0"]) await page.keyboard.press(key);
    const fits = async () => {
      const sheet = await boxOf(ticket);
      const title = await boxOf(ticket.getByRole("heading").first());
      expect(title.y).toBeGreaterThanOrEqual(sheet.y);
      expect(Math.round(sheet.bottom)).toBe(844);
      // The button's own bar ends where the sheet does, and the sheet itself was not scrolled.
      const { bar, scrolled } = await ticket.evaluate((dialog) => ({
        bar: dialog
          .querySelector("button[type=submit]")
          ?.closest("form > *")
          ?.getBoundingClientRect(),
        scrolled: dialog.scrollTop,
      }));
      expect(Math.round(bar?.bottom ?? 0)).toBe(844);
      expect(scrolled).toBe(0);
    };
    await fits();
    await keepPictures(page, "ticket-keypad");
    await ticket.getByRole("button", { name: "Done" }).click();
    await fits();
  });
});

describe("a phone on its side, and a narrow one", () => {
  it("has room for the chart on its side", async () => {
    const page = await phone(newTrader(browser, application));
    await page.setViewportSize({ width: 844, height: 390 });
    await open(page, application, "/quotes/info?type=jpy&code=7203");
    await page.locator("[data-ready=chart]").waitFor();
    const chart = await boxOf(page.locator("[data-ready=chart]"));
    expect(chart.height).toBeGreaterThan(200);
  });

  it("keeps each currency in one line at 320 pixels, and nothing beyond the edge", async () => {
    const page = await phone(newTrader(browser, application));
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, application, "/quotes/info?type=usd&code=AAPL");
    await untilLive(page);
    await page.getByRole("button", { name: /^Buy/ }).first().click();
    const ticket = page.getByRole("dialog");
    await ticket.getByText("Limit", { exact: true }).click();
    await ticket.getByRole("textbox", { name: "Limit price" }).waitFor();
    const lines = await ticket.evaluate((dialog) =>
      [...dialog.querySelectorAll("*")]
        .filter((one) => one.childElementCount === 0 && one.textContent?.trim() === "USD")
        .map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getClientRects().length;
        }),
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines)).toEqual(new Set([1]));
    expect(await widerThanScreen(page)).toEqual([]);
  });
});

it("draws the arrow of every list to choose from itself, away from the border", async () => {
  const page = await phone(newTrader(browser, application));
  for (const place of [
    routes.stored,
    routes.verified,
    routes.transactionRecords,
    routes.exchange,
  ]) {
    await open(page, application, place);
    await page.locator("select").first().waitFor();
    const selects = await page.locator("select").evaluateAll((all) =>
      all.map((one) => {
        const { appearance, backgroundImage, paddingInlineEnd } = getComputedStyle(one);
        const hasArrow = backgroundImage !== "none" || one.nextElementSibling?.tagName === "svg";
        return { appearance, hasArrow, isRoomy: parseFloat(paddingInlineEnd) >= 16 };
      }),
    );
    for (const one of selects) {
      expect(one, place).toEqual({ appearance: "none", hasArrow: true, isRoomy: true });
    }
  }
});

describe("buying and selling", () => {
  let holder: Credentials;
  beforeAll(async () => {
    holder = await registerCustomer(application);
    const call = callsOf(application, holder);
    // The cheapest one is the last, and opens as it was bought twice.
    for (const code of ["7203", "6758", "8306", "9432", "9432"]) {
      await call("/trade/place-order", {
        ...{ type: "jpy", code, side: "long", kind: "market", leverage: "1" },
        ...{ quantity: code === "7203" ? "40" : "10", request_id: randomUUID() },
      });
    }
    const operator = await asOperator(application);
    await operator("POST", "/simulation/clock", { advance_seconds: 1_000 });
  });
  async function partsIn(within: Locator, name: string): Promise<string[]> {
    const parts = within.getByRole("group", { name }).getByRole("button");
    await parts.first().waitFor();
    return parts.allInnerTexts();
  }

  it("offer the same parts, in the same words", async () => {
    const page = await phone(phoneOf(browser, holder));
    await open(page, application, "/quotes/info?type=jpy&code=7203");
    await untilLive(page);
    await page.getByRole("button", { name: /^Buy/ }).first().click();
    const dialog = page.getByRole("dialog");
    const buying = await partsIn(dialog, "Percentage of your available balance");
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await page.getByRole("button", { name: "Sell", exact: true }).click();
    await dialog.getByRole("heading", { name: /^Sell order/ }).waitFor();
    const selling = await partsIn(dialog, "Part of the position");
    expect(buying).toHaveLength(4);
    expect(selling).toEqual(buying);
  });

  it("leave the sell button of the last row above the menu at the bottom", async () => {
    const page = await phone(phoneOf(browser, holder));
    await open(page, application, "/position/index?type=jpy");
    const rows = page.getByRole("article");
    await expect.poll(() => rows.count()).toBe(4);
    await page.getByRole("button", { name: "NTT", exact: true }).click();
    const sell = rows.last().getByRole("button", { name: "Sell", exact: true });
    await sell.waitFor();
    await keepPictures(page, "last-row");
    // Where it comes to rest by itself, nobody has scrolled.
    const isOnTop = () =>
      sell.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height - 2);
        return seen !== null && button.contains(seen);
      });
    await expect.poll(isOnTop).toBe(true);
  });
});

it("congratulates in the colour of neither a rise nor a fall, in every language", async () => {
  for (const locale of ["ja-JP", "zh-CN", "en-US"] as const) {
    const context = await newPhone(browser, { locale });
    contexts.push(context);
    const page = await context.newPage();
    const { token, account } = await registerCustomer(application);
    await context.addInitScript(
      (stored) => {
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      },
      { tokend: token, account },
    );
    await open(page, application, routes.loginAfter);
    await page.getByRole("heading").first().waitFor();
    const seen = await page.evaluate(() => {
      const inks = [...document.querySelectorAll("main svg *")].map(
        (one) => getComputedStyle(one).stroke,
      );
      const probe = document.body.appendChild(document.createElement("i"));
      const colourOf = (name: string) => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
      };
      return { inks: inks.slice(0, 2), directions: ["--up", "--down"].map(colourOf) };
    });
    expect(seen.inks).toHaveLength(2);
    for (const ink of seen.inks) expect(seen.directions).not.toContain(ink);
  }
});

it("leaves room between the files to save, and a month's word on one line", async () => {
  const page = await phone(newTrader(browser, application));
  await open(page, application, routes.transactionRecords);
  await page.getByRole("button", { name: "Save file" }).click();
  const csv = await boxOf(page.getByRole("button", { name: /^Save this list as CSV/ }));
  const excel = await boxOf(page.getByRole("button", { name: /^Save this list as Excel/ }));
  expect(excel.y - csv.bottom).toBeGreaterThanOrEqual(6);
  const word = page.getByText("In progress", { exact: true });
  const lines = await word.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getClientRects().length;
  });
  expect(lines).toBe(1);
  await keepPictures(page, "save-file");
});

it("takes who lost every second factor back to their case by its number", async () => {
  const context = await newPhone(browser, { locale: "en-US" });
  contexts.push(context);
  const page = await context.newPage();
  await open(page, application, routes.loginLostFactors);
  await page.getByText("I have a case number").click();
  await page.getByLabel("Case number").fill("abcd efgh");
  await keepPictures(page, "lost-factors");
  await page.getByRole("button", { name: "Open messages" }).click();
  await page.getByLabel("Your message").waitFor();
});

it("says that the connection is lost, and nothing of it two seconds after it is back", async () => {
  const customer = await registerCustomer(application);
  const page = await phone(phoneOf(browser, customer));
  await page.goto(`${line.address}/#/home/index`);
  await untilLive(page);
  const lost = page.locator("[role=status][data-state=offline]");
  await line.cut();
  await lost.waitFor();
  // Longer than the pauses between the first attempts.
  await page.waitForTimeout(5_000);
  await line.lay();
  const laid = Date.now();
  await lost.waitFor({ state: "detached" });
  await untilLive(page);
  // Two seconds, and what a busy machine takes for a page; 10.9 were seen on an idle one.
  expect(Date.now() - laid).toBeLessThan(5_000);
  await expect.poll(() => page.getByText("Reconnecting", { exact: false }).count()).toBe(0);
});
