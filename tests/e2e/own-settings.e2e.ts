import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock, asOperator } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { registerCustomer } from "./backoffice-desk.ts";
import { choosesToOrder, phoneOf } from "./trader-desk.ts";

const application = sharedApplication();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type Customer = { token: string; account: string };

/** A device of its own: nothing is in its storage but the session. */
const newDevice = (customer: Customer): Promise<Page> => phoneOf(browser, customer);

const register = () => registerCustomer(application);
const open = (page: Page, path: string) => page.goto(`${application.address}/#${path}`);

describe("a customer's chart", () => {
  it("looks on another device as it was chosen on the first, for every stock", async () => {
    const customer = await register();
    const first = await newDevice(customer);
    await open(first, "/quotes/info?type=jpy&code=7203");
    await first.getByRole("tab", { name: "Day", exact: true }).click();
    const saved = first.waitForResponse(
      (answer) =>
        answer.url().endsWith("/user/save-preferences") &&
        (answer.request().postData() ?? "").includes("chart_sub=MACD"),
    );
    await first.getByRole("combobox", { name: "Indicator below the candles" }).selectOption("MACD");
    expect((await saved).status()).toBe(200);

    const second = await newDevice(customer);
    await open(second, "/quotes/info?type=cny&code=600519");
    const day = second.getByRole("tab", { name: "Day", exact: true });
    await expect.poll(() => day.getAttribute("aria-selected")).toBe("true");
    const below = second.getByRole("combobox", { name: "Indicator below the candles" });
    await expect.poll(() => below.inputValue()).toBe("MACD");
    await first.context().close();
    await second.context().close();
  });
});

describe("a customer's home", () => {
  it("shows one figure in the chosen currency with its day, and the entries in the chosen order, on every device", async () => {
    const customer = await register();
    const page = await newDevice(customer);
    await open(page, "/home/home");
    const assets = page.getByRole("region", { name: "Your assets" });
    await assets.getByText(/^Since \d\d:\d\d, time-weighted, excl\. cash in and out/).waitFor();
    const figure = assets.getByRole("link");
    await expect.poll(() => figure.innerText()).toMatch(/^[\d,]+\.00\s*JPY/);
    await assets.getByLabel("Display currency").selectOption("USD");
    await expect.poll(() => figure.innerText()).toMatch(/^[\d,]+\.\d\d\s*USD/);

    const services = page.getByRole("navigation", { name: "Services" });
    const names = () => services.getByRole("link").allInnerTexts();
    const firstTwo = async () => (await names()).slice(0, 2);
    await expect.poll(firstTwo).toEqual(["Deposit", "Exchange"]);
    await services.getByRole("button", { name: "Arrange" }).click();
    await page.getByRole("button", { name: "Move Exchange up" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    const saved = page.waitForResponse(
      (answer) =>
        answer.url().endsWith("/user/save-home-preferences") &&
        /currency=USD.*market=cny/.test(answer.request().postData() ?? ""),
    );
    await page.getByRole("combobox", { name: "Market" }).selectOption("cny");
    expect((await saved).status()).toBe(200);
    await expect.poll(firstTwo).toEqual(["Exchange", "Deposit"]);
    await page.reload();
    await expect.poll(async () => (await names())[0]).toBe("Exchange");
    await expect.poll(() => figure.innerText()).toMatch(/USD/);
    await looksAlikeElsewhere(customer);
    await leavesNothingToAnother(page);
    // Nothing leads nowhere.
    for (const place of await services
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))) {
      await open(page, place.slice(1));
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await expect.poll(() => page.url()).toContain(place);
    }
    await page.context().close();
  });
});

/** A second device finds all three. */
async function looksAlikeElsewhere(customer: Customer): Promise<void> {
  const second = await newDevice(customer);
  await open(second, "/home/home");
  const entries = second.getByRole("navigation", { name: "Services" }).getByRole("link");
  await expect.poll(() => entries.first().innerText()).toBe("Exchange");
  await expect.poll(() => second.getByLabel("Display currency").inputValue()).toBe("USD");
  await expect
    .poll(() => second.getByRole("combobox", { name: "Market" }).inputValue())
    .toBe("cny");
  await second.context().close();
}

/** Who signs in after the customer on the same device has a newcomer's home, and the customer's stays as it was. */
async function leavesNothingToAnother(page: Page): Promise<void> {
  const { token, account } = await register();
  // A tab that stays open follows the one that signs in, and would ask with a session that is half of each.
  await page.goto("about:blank");
  const other = await page.context().newPage();
  await other.addInitScript(
    (session) => {
      localStorage.setItem("tokend", session.token);
      localStorage.setItem("account", session.account);
    },
    { token, account },
  );
  await open(other, "/home/home");
  const entries = other.getByRole("navigation", { name: "Services" }).getByRole("link");
  await expect.poll(() => entries.first().innerText()).toBe("Deposit");
  await expect.poll(() => other.getByLabel("Display currency").inputValue()).toBe("JPY");
  await other.close();
  // The page's own storage has the customer again.
  await open(page, "/home/home");
  await expect
    .poll(() =>
      page.getByRole("navigation", { name: "Services" }).getByRole("link").first().innerText(),
    )
    .toBe("Exchange");
}

describe("what a customer draws on a chart", () => {
  it("is drawn, pulled and removed, stands in every period, and is on another device", async () => {
    const customer = await register();
    const page = await newDevice(customer);
    await open(page, "/quotes/info?type=jpy&code=7203");
    await page.getByRole("tab", { name: "Day", exact: true }).click();
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    const tool = (name: string) => page.getByRole("button", { name, exact: true });

    await tool("Trend line").click();
    await drag(page, { from: [60, 140], to: [200, 70] });
    await page.locator("[data-kind=trend]").waitFor();
    // The finger is the browser's pointer too: two taps set the ends of a retracement.
    await tool("Fibonacci").click();
    await tapOn(page, [90, 150]);
    await tapOn(page, [220, 60]);
    await page
      .locator("[data-kind=fibonacci]")
      .getByText(/^61.8%/)
      .waitFor();
    await tool("Horizontal line").click();
    await drag(page, { from: [100, 90], to: [100, 110] });
    const level = page.locator("[data-kind=level]");
    await level.waitFor();

    const priceOf = async () => (await level.locator("text").textContent()) ?? "";
    const drawnAt = await priceOf();
    const moved = page.waitForResponse(/save-chart-line$/);
    const height = await level.locator("line").first().getAttribute("y1");
    await drag(page, { from: [40, Number(height)], to: [40, Number(height) + 30] });
    await expect.poll(priceOf).not.toBe(drawnAt);
    await moved;
    const shown = await priceOf();

    await page.getByRole("button", { name: "Drawings" }).click();
    const list = page.getByRole("dialog", { name: "Drawings" });
    await list.getByText(shown, { exact: true }).waitFor();
    const removed = page.waitForResponse(/remove-chart-line$/);
    await list.getByRole("button", { name: /^Remove Trend line/ }).click();
    await removed;
    const drawn = page.waitForResponse(/save-chart-line$/);
    await list.getByRole("textbox", { name: "Price of the horizontal line" }).fill("1");
    await list.getByRole("button", { name: "Add horizontal line" }).click();
    await list.getByText("1.00", { exact: true }).waitFor();
    await drawn;
    await list.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => page.locator("[data-kind=trend]").count()).toBe(0);
    await page.getByRole("tab", { name: "Week", exact: true }).click();
    await level.getByText(shown, { exact: true }).waitFor();

    const second = await newDevice(customer);
    await open(second, "/quotes/info?type=jpy&code=7203");
    await second.getByRole("tab", { name: "Day", exact: true }).click();
    await second.locator("[data-kind=level]").getByText(shown, { exact: true }).waitFor();
    await expect.poll(() => second.locator("svg[data-lines]").getAttribute("data-lines")).toBe("3");
    await second.context().close();
    await page.context().close();
  });

  /** In pixels of the candles' pane. */
  type Place = readonly [x: number, y: number];

  async function at(page: Page, [x, y]: Place) {
    const box = await page.locator("svg[data-lines]").boundingBox();
    return [(box?.x ?? 0) + x, (box?.y ?? 0) + y] as const;
  }

  async function drag(page: Page, { from, to }: { from: Place; to: Place }) {
    await page.mouse.move(...(await at(page, from)));
    await page.mouse.down();
    await page.mouse.move(...(await at(page, to)), { steps: 4 });
    await page.mouse.up();
  }

  async function tapOn(page: Page, place: Place) {
    await page.touchscreen.tap(...(await at(page, place)));
  }
});

describe("a chart on the full screen", () => {
  it("keeps what was chosen, beside an index, and is left by back, Escape and turning the phone", async () => {
    const page = await newDevice(await register());
    const stock = "/quotes/info?type=jpy&code=7203";
    await open(page, stock);
    await page.getByRole("tab", { name: "Month", exact: true }).click();
    await page.getByRole("button", { name: "Compare" }).click();
    const choices = page.getByRole("dialog", { name: "Compare with a stock or index" });
    await choices.getByRole("textbox").fill("sony");
    await choices.getByRole("button", { name: /Sony Group/ }).click();
    const other = page.locator("[data-compared='6758']");
    const percent = /^[+−]?\d+\.\d\d%$/;
    await expect
      .poll(() => other.locator("dd").allInnerTexts())
      .toEqual([expect.stringMatching(percent), expect.stringMatching(percent)]);
    await other.getByText(/^Change since \d\d\/20\d\d$/).waitFor();

    const full = page.getByRole("dialog", { name: "Chart" });
    await page.getByRole("button", { name: "Full screen" }).click();
    await full.getByText("Simulated · no real money").waitFor();
    const month = full.getByRole("tab", { name: "Month", exact: true });
    await expect.poll(() => month.getAttribute("aria-selected")).toBe("true");
    await full.locator("[data-compared='6758']").waitFor();
    await full.getByRole("combobox", { name: "Indicator over the candles" }).selectOption("BOLL");
    await page.keyboard.press("Escape");
    await full.waitFor({ state: "detached" });
    const over = page.getByRole("combobox", { name: "Indicator over the candles" });
    await expect.poll(() => over.inputValue()).toBe("BOLL");
    await expect.poll(() => page.url()).toBe(`${application.address}/#${stock}`);

    await page.setViewportSize({ width: 844, height: 390 });
    await full.waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await full.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Full screen" }).click();
    await full.waitFor();
    await page.goBack();
    await full.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Stop comparing with Sony Group" }).click();
    await other.waitFor({ state: "detached" });
    await open(page, `${stock}&chart=full`);
    await full.getByRole("button", { name: "Exit full screen" }).click();
    await full.waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toBe(`${application.address}/#${stock}`);
    await page.context().close();
  });
});

describe("an account without trading", () => {
  it("says so before an order, and still closes what it holds", async () => {
    const customer = await register();
    await choosesToOrder(application, customer, { review: false });
    const page = await newDevice(customer);
    await open(page, "/quotes/info?type=usd&code=AAPL&order=buy");
    const ticket = page.getByRole("dialog");
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("3");
    await ticket.getByRole("button", { name: "Buy 3 Apple at market" }).click();
    await ticket.getByRole("heading", { name: "Filled" }).waitFor();
    await advanceClock(application, 901);
    const operator = await asOperator(application);
    await operator("POST", `/customers/${customer.account}/state`, {
      state: "trading_disabled",
      reason: "identity_in_doubt",
    });

    await open(page, "/position/index?type=usd");
    const banner = page.getByRole("alert").filter({ hasText: "Trading is disabled" });
    await banner.getByText(/You can still close positions, cancel orders/).waitFor();
    await open(page, "/quotes/info?type=usd&code=AAPL&order=buy");
    await ticket.getByText(/^Trading is disabled for your account/).waitFor();
    await expect
      .poll(() => ticket.getByRole("button", { name: /^Buy .* at market$/ }).isDisabled())
      .toBe(true);
    await open(page, "/position/index?type=usd");
    await page.locator("article").getByRole("link", { name: "Apple" }).click();
    await page.getByRole("button", { name: "Sell Apple" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sell 3 Apple at market" }).click();
    await page.getByText(/^Sold 3 shares of Apple at/).waitFor();
    await open(page, "/home/home");
    await banner.getByRole("link", { name: "See details" }).click();
    await page.getByRole("heading", { name: "Your account is restricted" }).waitFor();
    await page.getByText(/^Reason: We need to confirm the account holder/).waitFor();
    await page.getByText(/Reviewed by .* Decided by: Administrator/).waitFor();
    await page.context().close();
  });
});
