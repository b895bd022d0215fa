import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
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

type Messages = { items: { kind: string; texts: { jp: { body: string } } | null }[] };

it("is looked at in the customer's language and sent at once, and no field takes a sentence", async () => {
  await open(page, application, `/customers/${customer.account}`);
  await page.getByRole("button", { name: "Template", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Template to ${customer.account}` });
  await dialog.getByLabel("Template").selectOption({ label: "Correction of an entry" });
  await dialog.getByLabel("Amount").fill("send it to 0312345678");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.locator('[aria-invalid="true"], [role="alert"]:not(:empty)').first().waitFor();
  await dialog.getByLabel("Template").selectOption({ label: "Document needed" });
  await dialog.getByLabel("Document").selectOption({ label: "Passport" });
  const { data } = await customerCall<{ name: string; value: string }[]>(
    application,
    "/common/config",
    { type: "all" },
  );
  const today = (data.find(({ name }) => name === "now")?.value ?? "").slice(0, 10);
  await dialog.getByLabel("Due day").fill(today);
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("tab", { name: "日本語" }).click();
  await dialog.getByText("お客様のパスポートの確認が必要です").waitFor();
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.waitFor({ state: "detached" });
  const read = () =>
    customerCall<Messages>(application, "/user/messages", { limit: "10" }, customer);
  const sent = (await read()).data.items.find(({ kind }) => kind === "announcement");
  expect(sent?.texts?.jp.body).toContain("お客様のパスポートの確認が必要です");
});

it("is proposed anew with the fields of its place, and shown with who wrote it", async () => {
  await open(page, application, "/templates");
  await page.getByRole("heading", { name: "Check your bank account" }).waitFor();
  await page.getByRole("button", { name: "New template" }).click();
  const dialog = page.getByRole("dialog", { name: "New template" });
  await dialog.getByLabel("Place").selectOption({ label: "Deposits" });
  await dialog.getByText("Amount {{amount}}").waitFor();
  await dialog.getByRole("button", { name: "Propose" }).click();
  await dialog.getByText("Title and text are missing").waitFor();
});
