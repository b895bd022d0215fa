import { randomInt } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { type Credentials, registerCustomer, newDesk, signIn, open } from "./backoffice-desk.ts";
import { choosesToOrder, phoneOf } from "./trader-desk.ts";

/** One operator under single approval: what needs two elsewhere takes effect at once here. */
const application = sharedApplication();
/** Other files of this run look at the same market: a code of its own in each. */
const code = `5${String(randomInt(10, 99))}F`;

let browser: Browser;
let desk: Page;
let phone: Page;
let customer: Credentials;
const pageErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  customer = await registerCustomer(application);
  await choosesToOrder(application, customer, { review: false });
  ({ page: desk } = await newDesk(browser));
  await signIn(desk, application, {
    email: application.operatorEmail,
    password: application.operatorPassword,
  });
  phone = await phoneOf(browser, customer);
  for (const page of [desk, phone]) page.on("pageerror", (error) => pageErrors.push(error.message));
});
afterAll(() => browser.close());

const rowOf = () => desk.getByRole("row", { name: new RegExp(`^${code}`) });
const search = async (text: string) => {
  await phone.goto(`${application.address}/#/quotes/search`);
  await phone.getByRole("textbox", { name: "Search by name or symbol" }).fill(text);
  return phone.getByRole("link", { name: /Aoba Optics/ });
};

describe("a stock that an operator adds", () => {
  it("has everything but a price, and what is wrong stands beside its field", async () => {
    await open(desk, application, "/instruments");
    await desk.getByRole("button", { name: "Add a stock" }).click();
    const dialog = desk.getByRole("dialog", { name: "Add a stock" });
    const add = dialog.getByRole("button", { name: "Add a stock" });
    await add.click();
    await dialog.getByText("Enter the stock’s code.").waitFor();
    await expect.poll(() => dialog.getByText("Enter the name.").count()).toBe(3);
    await expect.poll(() => dialog.getByLabel(/price/i).count()).toBe(0);
    await dialog.getByLabel("Code").fill("7203");
    await dialog.getByLabel("Name · 日本語").fill("あおば光学");
    await dialog.getByLabel("Name · 简体中文").fill("青叶光学");
    await dialog.getByLabel("Name · English").fill("<b>Aoba</b> Optics");
    await dialog.getByLabel("Other spellings").fill("アオバコウガク、aobakogaku");
    await dialog.getByLabel("Sector").selectOption({ label: "Technology" });
    await dialog.getByLabel("Listed on").fill("2001-04-02");
    await add.click();
    await dialog.getByText("A stock with this code already exists.").waitFor();
    await dialog.getByLabel("Code").fill(code);
    await add.click();
    await dialog.waitFor({ state: "detached" });
    await open(desk, application, `/instruments?q=${code}`);
    // Markup in a name is text.
    await rowOf().getByText("<b>Aoba</b> Optics").waitFor();
    await rowOf().getByText("Added").waitFor();
  });

  it("is named anew at once", async () => {
    await rowOf().getByRole("button", { name: "Listing" }).click();
    await rowOf().getByRole("button", { name: "Names" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByLabel("Name · English").fill("Aoba Optics");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await desk.getByRole("row", { name: /Aoba Optics/ }).waitFor();
  });

  it("is found by its code, by all its names and readings", async () => {
    for (const text of [code, "あおば", "青叶", "qingye", "aoba", "あおばこうがく"]) {
      await (await search(text)).first().waitFor();
    }
  });

  it("has a quote and a chart, and is bought", async () => {
    await (await search(code)).first().click();
    await phone.waitForURL(new RegExp(`#/quotes/info\\?.*code=${code}`));
    await phone.getByRole("heading", { name: "Aoba Optics" }).waitFor();
    await phone.locator("[data-ready=chart]").first().waitFor();
    await phone.getByRole("button", { name: "Buy", exact: true }).click();
    const ticket = phone.getByRole("dialog");
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("3");
    const buy = ticket.getByRole("button", { name: "Buy 3 Aoba Optics at market" });
    await expect.poll(() => buy.isEnabled()).toBe(true);
    await buy.click();
    await ticket.getByRole("heading", { name: "Filled" }).waitFor();
  });

  it("is sold in another lot, which a purchase has to keep to", async () => {
    await rowOf().getByRole("button", { name: "Terms" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByText("A multiple of 1, at most 1000000").waitFor();
    await dialog.getByLabel("Lot").fill("0");
    await dialog.getByRole("button", { name: "Change" }).click();
    await dialog.getByLabel("Lot").fill("100");
    await dialog.getByRole("button", { name: "Change" }).click();
    await dialog.waitFor({ state: "detached" });
    await desk.getByRole("row", { name: /Own decision 100/ }).waitFor();
    await phone.goto(`${application.address}/#/quotes/info?type=jpy&code=${code}`);
    await phone.reload();
    await phone.getByRole("button", { name: "Buy", exact: true }).click();
    const ticket = phone.getByRole("dialog");
    await ticket.getByRole("textbox", { name: "Quantity" }).fill("150");
    await ticket
      .getByText(/100 shares/)
      .first()
      .waitFor();
  });

  it("is taken off the shelf: no search finds it", async () => {
    await rowOf().getByRole("button", { name: "Terms" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByLabel("On offer").selectOption({ label: "No longer offered" });
    await dialog.getByRole("button", { name: "Change" }).click();
    await dialog.waitFor({ state: "detached" });
    await rowOf().getByText("No longer offered").waitFor();
    await search(code);
    await phone.getByText(/^No stock matches/).waitFor();
    expect(pageErrors).toEqual([]);
  });
});
