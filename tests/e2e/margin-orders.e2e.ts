import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { registerCustomer } from "./backoffice-desk.ts";
import {
  callsOf,
  choosesToOrder,
  definitionOf,
  leadingNumber,
  open,
  phoneOf,
} from "./trader-desk.ts";

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
describe("a trader with a short, parts of it and exits", () => {
  const application = sharedApplication();
  let page: Page;
  const dialog = () => page.getByRole("dialog");
  beforeAll(async () => {
    const customer = await registerCustomer(application);
    await choosesToOrder(application, customer, { review: false, leverage: true, short: true });
    await callsOf(application, customer)("/trade/place-order", {
      ...{ type: "jpy", code: "7203", side: "short", kind: "market", leverage: "2" },
      ...{ quantity: "100", request_id: randomUUID() },
    });
    page = await phoneOf(browser, customer);
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
      .poll(() => ticket.getByRole("button", { name: "Review order" }).isDisabled())
      .toBe(true);
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
