import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerCustomer } from "../../bench/web/pages.ts";
import { launchBrowser, newPhone } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";

const application = sharedApplication();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type Language = "jp" | "cn" | "us";
const locales = { jp: "ja-JP", cn: "zh-CN", us: "en-US" } as const;

/** A phone on which a customer of its own is signed in, in a language. */
async function signedInPhone(language: Language): Promise<Page> {
  const { token, account } = await registerCustomer(
    application.address,
    application.invitationCode,
  );
  const context = await newPhone(browser, { locale: locales[language] });
  await context.addInitScript(
    (entries) => {
      // Once: what the app itself writes afterwards must stand.
      if (localStorage.getItem("tokend") !== null) return;
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    [
      ["tokend", token],
      ["account", account],
      ["language", language],
    ] as [string, string][],
  );
  return context.newPage();
}

function open(page: Page, route: string) {
  return page.goto(`${application.address}/#${route}`);
}

const stockLinks = 'a[href^="#/quotes/info"]';

describe.each([
  { language: "jp", query: "あっぷる", name: "アップル", field: "銘柄名またはコードで検索" },
  { language: "cn", query: "pingguo", name: "苹果", field: "按名称或代码搜索" },
  { language: "us", query: "apple", name: "Apple", field: "Search by name or symbol" },
] as const)("a customer who reads $language", ({ language, query, name, field }) => {
  it("finds a stock, opens it, watches it, and sees it on the watchlist", async () => {
    const page = await signedInPhone(language);
    await open(page, "/quotes/search");
    const input = page.getByRole("textbox", { name: field });
    await input.waitFor();
    await expect
      .poll(() => input.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await input.fill(query);
    const found = page.locator('a[href="#/quotes/info?type=usd&code=AAPL"]');
    await found.getByText(name, { exact: true }).waitFor();

    await found.click();
    await page.waitForURL(/quotes\/info\?type=usd&code=AAPL/);
    await page
      .getByRole("heading", { name: new RegExp(name) })
      .first()
      .waitFor();

    await page.goBack();
    await found.waitFor();
    await expect.poll(() => input.inputValue()).toBe(query);
    // It is pressed before the server has heard of it.
    const kept = page.waitForResponse(/\/market\/watch$/);
    const star = page.locator("button[aria-pressed]").first();
    await star.click();
    await page.locator('button[aria-pressed="true"]').waitFor();
    await kept;

    await open(page, "/quotes/self");
    await page.locator(stockLinks).getByText(name, { exact: true }).waitFor();
    await expect.poll(() => page.locator(stockLinks).count()).toBe(1);

    const stored = await page.evaluate(() => localStorage.getItem("searchList"));
    expect(JSON.parse(stored ?? "")).toMatchObject([{ type: "usd", code: "AAPL" }]);
    await page.context().close();
  });
});

describe("a result that is touched before the typing has settled", () => {
  it("opens, however long its screen takes to load, and a return finds what was typed", async () => {
    const page = await signedInPhone("us");
    // What the stock's screen consists of comes only once the typing has long settled.
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
    await page.route("**/assets/stock-page-*.js", async (route) => {
      await settled;
      await route.continue();
    });
    await open(page, "/quotes/search");
    const input = page.getByRole("textbox", { name: "Search by name or symbol" });
    await input.fill("apple");
    const found = page.locator('a[href="#/quotes/info?type=usd&code=AAPL"]');
    await found.waitFor();
    await page.waitForURL(/q=apple/);
    // In one breath: a touch from out here could come after the pause of the typing.
    await input.evaluate((field: HTMLInputElement) => {
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
      value?.set?.call(field, "apple i");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      document.querySelector<HTMLElement>('a[href*="code=AAPL"]')?.click();
    });
    await page.waitForURL(/quotes\/info\?type=usd&code=AAPL/);
    // Longer than the pause after which the typing is taken over: nothing may take the customer back.
    await page.waitForTimeout(1_000);
    settle();
    await page.getByRole("heading", { name: "Apple" }).first().waitFor();
    await expect.poll(() => page.url()).toContain("/quotes/info?type=usd&code=AAPL");
    await page.goBack();
    await expect.poll(() => input.inputValue()).toBe("apple i");
    await page.context().close();
  });
});

describe("the rankings", () => {
  it("tick, and a return from a stock finds the place that was left", async () => {
    const page = await signedInPhone("us");
    await open(page, "/home/index");
    await page.locator(stockLinks).first().waitFor();
    await expect.poll(() => page.locator(stockLinks).count()).toBeGreaterThanOrEqual(40);

    const list = page.getByRole("region", { name: "Turnover" });
    const before = await list.innerText();
    await expect.poll(() => list.innerText()).not.toBe(before);

    await page.getByRole("tab", { name: "Symbol" }).click();
    const far = page.locator(stockLinks).nth(30);
    await far.evaluate((link) => link.scrollIntoView({ block: "center" }));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
    const left = await page.evaluate(() => window.scrollY);
    await far.click();
    await page.waitForURL(/quotes\/info/);
    await page.getByRole("button", { name: "Back" }).click();
    await page.waitForURL(/home\/index/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left);
    const rankings = page.getByRole("tablist", { name: "Rankings" });
    await expect
      .poll(() => rankings.getByRole("tab", { selected: true }).innerText())
      .toBe("Symbol");
    await page.context().close();
  });

  it("are of the market that was chosen, also after a reload", async () => {
    const page = await signedInPhone("us");
    await open(page, "/home/index");
    await page.getByText("China", { exact: true }).click();
    await page.locator('a[href^="#/quotes/info?type=cny"]').first().waitFor();
    await page.reload();
    await page.locator('a[href^="#/quotes/info?type=cny"]').first().waitFor();
    await expect.poll(() => page.locator('a[href^="#/quotes/info?type=jpy"]').count()).toBe(0);
    await page.context().close();
  });
});

describe("home's first screen", () => {
  it("has one figure before all others, then indices, watchlist and movers, and cuts no name", async () => {
    const page = await signedInPhone("jp");
    await open(page, "/home/home");
    const movers = page.getByRole("tablist", { name: "値動き" });
    await page.locator(stockLinks).first().waitFor();
    const menu = page.getByRole("navigation").last();
    const bottom = (await menu.boundingBox())?.y ?? 0;
    const indexes = page.getByRole("region", { name: "指数" });
    const watchlist = page.getByRole("heading", { name: "お気に入り" });
    for (const part of [indexes, watchlist, movers]) {
      const box = await part.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(bottom);
    }
    const cut = await indexes.evaluate((region) =>
      [...region.querySelectorAll("span")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll("main *")]
        .filter(({ childNodes }) => [...childNodes].some(({ nodeName }) => nodeName === "#text"))
        .map((element) => parseFloat(getComputedStyle(element).fontSize)),
    );
    const hero = await page
      .getByText(/^[\d,]+\.00\s*JPY$/)
      .first()
      .evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
    expect(Math.max(...sizes)).toBe(hero);
    await page.context().close();
  });
});

describe("the bottom menu", () => {
  it("adds one step to the way back, however often an entry is touched", async () => {
    const page = await signedInPhone("us");
    await open(page, "/home/index");
    const home = page.getByRole("link", { name: "Home", exact: true });
    await home.click();
    await page.waitForURL(/home\/home/);
    await home.click();
    await home.click();
    await page.goBack();
    await page.waitForURL(/home\/index/);
    await page.context().close();
  });
});

describe("a market on a phone's screen", () => {
  it.each(["jp", "cn", "us"] as const)(
    "shows ten stocks with the day as a line, and breaks no name inside a word, read in %s",
    async (language) => {
      const page = await signedInPhone(language);
      for (const market of ["jpy", "usd", "cny"]) {
        await open(page, `/home/index?type=${market}`);
        await page
          .locator(`a[href^="#/quotes/info?type=${market}"] svg path + path`)
          .first()
          .waitFor({ state: "attached" });
        await expect.poll(() => page.evaluate(rowsInSight)).toBeGreaterThanOrEqual(10);
        for (const width of [390, 360]) {
          await page.setViewportSize({ width, height: 844 });
          expect(await page.evaluate(brokenNames)).toEqual([]);
        }
        await page.setViewportSize({ width: 390, height: 844 });
      }
      // The same names where they stand beside a larger figure.
      await page.evaluate(watchAll);
      for (const place of ["/quotes/self", "/home/home", "/quotes/search?q=a"]) {
        await open(page, place);
        await page.locator(stockLinks).nth(3).waitFor();
        for (const width of [390, 360]) {
          await page.setViewportSize({ width, height: 844 });
          expect.soft(await page.evaluate(brokenNames), place).toEqual([]);
        }
      }
      await page.context().close();
    },
  );

  it("has its industries as a map and as a table, and each tile leads to its stock", async () => {
    const page = await signedInPhone("us");
    await open(page, "/home/index?view=map&type=usd");
    const map = page.getByRole("region", { name: "Sector heat map" });
    const tiles = map.locator(stockLinks);
    await tiles.first().waitFor();
    // Whoever cannot hit a small tile finds its stock in its industry, and all of them in the table.
    const small = () =>
      tiles.evaluateAll((all) =>
        all
          .map((tile) => tile.getBoundingClientRect())
          .filter((box) => box.width < 44 || box.height < 44),
      );
    await expect.poll(small).toEqual([]);
    const inMap = await tiles.count();
    await map.getByText("Table", { exact: true }).click();
    await map.getByRole("table").waitFor();
    await expect.poll(() => tiles.count()).toBeGreaterThan(inMap);
    await map.getByRole("tab", { name: "Technology" }).click();
    await map.getByText("Map", { exact: true }).click();
    const apple = map.getByRole("link", { name: /^Apple [+−]?\d+\.\d\d%$/ });
    await apple.click();
    await page.waitForURL(/quotes\/info\?type=usd&code=AAPL/);
    await page.goBack();
    // The way back finds the industry that was left.
    await apple.waitFor();
    await page.context().close();
  });

  it("finds stocks by their figures, says how many, and keeps what was asked on every device", async () => {
    const page = await signedInPhone("us");
    await open(page, "/home/index?view=screener&type=usd");
    const view = page.getByRole("region", { name: "Stock screener" });
    const found = view.getByRole("status");
    await expect.poll(() => found.innerText()).toMatch(/^(\d+) of \1 stocks$/);
    await view.getByRole("button", { name: "Dividend yield" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("textbox", { name: "Min" }).fill("3");
    await sheet.getByRole("button", { name: /^Show \d+ stocks$/ }).click();
    // Prices move meanwhile, and a company may come to market: what is counted is what is listed.
    const counted = async () => {
      const [count = "", , of = ""] = (await found.innerText()).split(" ");
      const yields = await view.getByText(/^Yield \d+\.\d\d%$/).allInnerTexts();
      const isRight = yields.every((text) => parseFloat(text.slice("Yield ".length)) >= 3);
      return isRight && yields.length === Number(count) && yields.length < Number(of);
    };
    await expect.poll(counted).toBe(true);
    await view.getByRole("button", { name: "Save or manage" }).click();
    await sheet.getByRole("textbox", { name: "Name" }).fill("For income");
    await sheet.getByRole("button", { name: "Save screen" }).click();
    await view.getByRole("button", { name: "For income", pressed: true }).waitFor();

    const stored = await page.evaluate(() => Object.entries(localStorage));
    const other = await newPhone(browser, { locale: "en-US" });
    const credentials = stored.filter(([key]) => ["tokend", "account", "language"].includes(key));
    await other.addInitScript((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    }, credentials);
    const tablet = await other.newPage();
    await open(tablet, "/home/index?view=screener&type=jpy");
    await tablet.getByRole("button", { name: "For income" }).click();
    await tablet.getByRole("button", { name: "For income", pressed: true }).waitFor();
    await tablet.getByRole("radio", { name: "US", checked: true }).waitFor({ state: "attached" });
    await Promise.all([page.context().close(), other.close()]);
  });

  it("has a calendar of which each line leads to what it is of", async () => {
    const page = await signedInPhone("us");
    await open(page, "/home/index?view=calendar&type=jpy");
    const view = page.getByRole("region", { name: "Market calendar" });
    await view.locator("button[aria-pressed=true]").waitFor();
    const month = view.locator("h2");
    const first = await month.innerText();
    await view.getByRole("button", { name: "Next month" }).click();
    await expect.poll(() => month.innerText()).not.toBe(first);
    await view.getByRole("button", { name: "Previous month" }).click();
    await expect.poll(() => month.innerText()).toBe(first);
    // In half a year every market pays dividends.
    const dividends = view.getByRole("button", { name: /Ex-dividend/ }).first();
    for (let step = 0; step < 6 && (await dividends.count()) === 0; step += 1) {
      const shown = await month.innerText();
      await view.getByRole("button", { name: "Previous month" }).click();
      await expect.poll(() => month.innerText()).not.toBe(shown);
    }
    await dividends.click();
    const group = view.getByRole("region", { name: "Ex-dividend" });
    const line = group.locator(stockLinks).first();
    const href = await line.getAttribute("href");
    await line.click();
    await page.waitForURL((url) => url.hash === href);
    await page.context().close();
  });
});

/** Rows of the list that stand whole between what sticks to the top and the menu at the bottom. */
function rowsInSight(): number {
  const menu = [...document.querySelectorAll("nav")].at(-1)!;
  const bottom = menu.getBoundingClientRect().top;
  const top = [...document.querySelectorAll("[role=tablist]")]
    .at(-1)!
    .getBoundingClientRect().bottom;
  const rows = [...document.querySelectorAll('main a[href^="#/quotes/info"]')];
  return rows
    .map((row) => row.getBoundingClientRect())
    .filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length;
}

/** Puts every stock of the three markets on the watchlist. */
async function watchAll(): Promise<void> {
  const headers = {
    token: localStorage.getItem("tokend") ?? "",
    account: localStorage.getItem("account") ?? "",
  };
  const call = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(`/api/vue/market/${path}`, { method: "POST", headers, body });
    return (await answer.json()) as { status: number; data: { code: string }[] };
  };
  for (const type of ["jpy", "usd", "cny"]) {
    for (const { code } of (await call("stocks", { type })).data) {
      const { status } = await call("watch", { type, code });
      if (status !== 1) throw new Error(`${code} cannot be watched`);
    }
  }
}

/** Names of which a word lies on two lines, or of which something is cut off. */
function brokenNames(): string[] {
  const names = [
    ...document.querySelectorAll<HTMLElement>('main a[href^="#/quotes/info"] [class*="name_"]'),
  ];
  return names
    .filter((name) => {
      if (name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1) {
        return true;
      }
      return [...name.childNodes].some((word) => {
        if (word.nodeName === "WBR") return false;
        const range = document.createRange();
        range.selectNodeContents(word);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      });
    })
    .map((name) => name.textContent ?? "");
}

describe("the watchlist", () => {
  it("puts a stock back to its place on undo, and forgets it otherwise", async () => {
    const page = await signedInPhone("us");
    await open(page, "/quotes/search?q=motor");
    await page.locator('button[aria-pressed="false"]').nth(1).waitFor();
    for (const count of [1, 2]) {
      // One after the other: the list has them in the order in which the server hears of them.
      const kept = page.waitForResponse(/\/market\/watch$/);
      await page.locator('button[aria-pressed="false"]').first().click();
      await kept;
      await expect.poll(() => page.locator('button[aria-pressed="true"]').count()).toBe(count);
    }
    await open(page, "/quotes/self");
    const links = page.locator(stockLinks);
    await expect.poll(() => links.count()).toBe(2);
    const order = await hrefs(page);

    await page.getByRole("button", { name: "Edit" }).click();
    const remove = page.getByRole("button", { name: /^Remove .* from the watchlist$/ });
    // The way back stands there for some seconds only: it is taken as soon as it is there.
    await Promise.all([page.getByRole("button", { name: "Undo" }).click(), remove.last().click()]);
    await expect.poll(() => hrefs(page)).toEqual(order);

    // Leaving the screen settles it, or the seconds are over by then.
    const settled = page.waitForResponse(/\/market\/unwatch$/);
    await remove.first().click();
    await expect.poll(() => links.count()).toBe(1);
    await page.getByRole("link", { name: "Add a stock" }).click();
    await settled;
    await open(page, "/quotes/self");
    await page.reload();
    await links.first().waitFor();
    await expect.poll(() => hrefs(page)).toEqual(order.slice(1));
    await page.context().close();
  });
});

function hrefs(page: Page): Promise<(string | null)[]> {
  return page
    .locator(stockLinks)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
}

describe("the last trades of a stock", () => {
  it("stand beside the order book, and the newest is the price that everybody has", async () => {
    const page = await signedInPhone("us");
    await open(page, "/quotes/info?type=usd&code=AAPL");
    await page.getByRole("heading", { name: "Order book" }).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    const trades = page.getByRole("table", { name: "Time & sales" });
    await trades.waitFor();
    const rows = trades.locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(10);
    // Read first: whatever is traded afterwards is among the hundred that are told.
    const newest = await rows.first().locator("td").nth(2).innerText();
    const told = await page.evaluate(async () => {
      const headers = {
        token: localStorage.getItem("tokend") ?? "",
        account: localStorage.getItem("account") ?? "",
      };
      const body = new URLSearchParams({ type: "usd", code: "AAPL", limit: "100" });
      const answer = await fetch("/api/vue/market/trades", { method: "POST", headers, body });
      return ((await answer.json()) as { data: { items: string[][] } }).data.items;
    });
    expect(told.map(([, , quantity]) => Number(quantity))).toContain(
      Number(newest.replaceAll(",", "")),
    );
    await page.getByRole("button", { name: "Show more" }).first().click();
    await expect.poll(() => rows.count()).toBe(60);
    await page.context().close();
  });
});
