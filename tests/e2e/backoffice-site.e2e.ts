import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import {
  customerCall,
  firstOperatorsDesk,
  open,
  registerCustomer,
  type Credentials,
} from "./backoffice-desk.ts";

const application = sharedApplication();
let browser: Browser;
let page: Page;
let customer: Credentials;

beforeAll(async () => {
  browser = await launchBrowser();
  customer = await registerCustomer(application);
  page = await firstOperatorsDesk(browser, application);
});
afterAll(() => browser.close());

const asCustomer = async <Data>(path: string, fields: Record<string, string> = {}) =>
  customerCall<Data>(application, path, fields, customer);
const fillTexts = async (dialog: ReturnType<Page["getByRole"]>, title: string, body: string) => {
  for (const language of ["日本語", "简体中文", "English"]) {
    await dialog.getByRole("tab", { name: language }).click();
    await dialog.getByLabel("Title").fill(`${title} ${language}`);
    await dialog.getByLabel("Text").fill(body);
  }
};

describe("the site's settings", () => {
  const serviceLink = async () => {
    const { data } = await asCustomer<{ name: string; value: string }[]>("/common/config", {
      type: "all",
    });
    return data.find(({ name }) => name === "kefu")?.value ?? "";
  };
  const change = async (value: string) => {
    await open(page, application, "/site");
    const row = page.getByRole("row", { name: /Customer-service link/ });
    await row.getByRole("button", { name: "Change" }).click();
    const dialog = page.getByRole("dialog", { name: "Customer-service link" });
    await dialog.getByLabel("New value").fill(value);
    await dialog.getByLabel("Reason").selectOption({ label: "It improves the service." });
    await dialog.getByRole("button", { name: "Change" }).click();
    return dialog;
  };

  it("of a link out of the app hold a day after they are approved, and can be withdrawn before", async () => {
    const before = await serviceLink();
    const dialog = await change("https://help.example.com/");
    await dialog.waitFor({ state: "detached" });
    expect(await serviceLink()).toBe(before);
    // What holds already could not be proposed if nothing were planned.
    await (await change(before)).waitFor({ state: "detached" });
    expect(await serviceLink()).toBe(before);
  });

  it("are refused beside the field where they are nothing that they can be", async () => {
    const dialog = await change("javascript:alert(1)");
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});

describe("an announcement", () => {
  it("is written in three languages, and read as text by whom it is for", async () => {
    await open(page, application, "/announcements");
    await page.getByRole("heading", { name: "Announcements", level: 1 }).waitFor();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New announcement" });
    await dialog.getByRole("button", { name: "Send to every customer" }).click();
    await dialog.getByText("Title and text are missing: 日本語, 简体中文, English").waitFor();
    await fillTexts(dialog, "Maintenance", "<b>From two</b>\nto four.");
    await dialog.getByLabel("To", { exact: true }).selectOption({ label: "Named accounts" });
    await dialog.getByLabel("Accounts").fill(`${customer.account} 12345`);
    await dialog.getByRole("button", { name: "Send to 1" }).click();
    await dialog.getByText("Not an account: 12345").waitFor();
    await dialog.getByLabel("Accounts").fill(customer.account);
    await dialog.getByRole("button", { name: "Send to 1" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator("[data-detail]").getByText("<b>From two</b>").waitFor();
    await expect
      .poll(async () => {
        type Told = { items: { texts: { us: { title: string } } | null }[] };
        const { data } = await asCustomer<Told>("/user/messages");
        return data.items.find(({ texts }) => texts?.us.title.startsWith("Maintenance"))?.texts;
      })
      .toMatchObject({ jp: { title: "Maintenance 日本語", body: "<b>From two</b>\nto four." } });
  });
});

describe("a news article", () => {
  it("is a draft first, then among the customers' news, then withdrawn", async () => {
    const title = `Our own news ${randomUUID()}`;
    const listed = async () => {
      const { data } = await asCustomer<{ items: unknown[] }>("/news/list");
      return JSON.stringify(data.items).includes(title);
    };
    await open(page, application, "/news");
    await page.getByRole("heading", { name: "News articles", level: 1 }).waitFor();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New article" });
    await fillTexts(dialog, title, "All of it.");
    await dialog.getByRole("button", { name: "Save the draft" }).click();
    const pane = page.locator("[data-detail]");
    await pane.getByText("Draft").waitFor();
    expect(await listed()).toBe(false);
    await pane.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await pane.getByText("Published", { exact: true }).waitFor();
    expect(await listed()).toBe(true);
    await pane.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await pane.getByText("Withdrawn", { exact: true }).waitFor();
    expect(await listed()).toBe(false);
  });
});

describe("a trading halt", () => {
  const buy = async () => {
    const order = { type: "jpy", code: "4502", side: "long", kind: "market", leverage: "1" };
    const sent = { ...order, quantity: "1", request_id: randomUUID() };
    return (await asCustomer("/trade/place-order", sent)).msg;
  };

  it("stops new orders at once, stands on every screen, and ends when it is lifted", async () => {
    // Where the file before has moved the clock, there is no price until the next one comes.
    await expect.poll(buy).toBe("ok");
    await open(page, application, "/halts");
    await page.getByRole("heading", { name: "Trading halts", level: 1 }).waitFor();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "Halt trading" });
    await dialog.getByLabel("Stock code").fill("4502");
    await dialog.getByLabel("Reason").selectOption({ index: 1 });
    await dialog.getByRole("button", { name: "Halt trading" }).click();
    await page.getByRole("link", { name: "Trading halted: 4502 · Japan" }).waitFor();
    // The server keeps the halts in memory, and hears of one by a notification.
    await expect.poll(buy).not.toBe("ok");
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
    await page.getByText("Nothing is halted.").waitFor();
    await expect.poll(buy).toBe("ok");
  });
});

describe("what of a stock is offered", () => {
  it("is changed by an operator's decision, which stands beside it", async () => {
    await open(page, application, "/instruments?q=7203");
    await page.getByRole("row", { name: /7203/ }).getByRole("button", { name: "Leverage" }).click();
    const dialog = page.getByRole("dialog", { name: /7203/ });
    await dialog.getByLabel("Leverage").fill("one");
    await dialog.getByRole("button", { name: "Change" }).click();
    await dialog.getByText("Enter whole multiples from 1 to 99").waitFor();
    await dialog.getByLabel("Leverage").fill("1,2");
    await dialog.getByRole("button", { name: "Change" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("row", { name: /7203.*×1 ×2 Own decision/ }).waitFor();
    await page.getByRole("row", { name: /7203/ }).getByRole("button", { name: "Leverage" }).click();
    await dialog.getByLabel("Leverage").fill("");
    await dialog.getByRole("button", { name: "Change" }).click();
    await dialog.waitFor({ state: "detached" });
  });
});
