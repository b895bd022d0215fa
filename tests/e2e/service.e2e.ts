import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { firstOperatorsDesk, open as openDesk } from "./backoffice-desk.ts";
import { newTrader, open, untilLive } from "./trader-desk.ts";

const application = sharedApplication();
let browser: Browser;
let phone: Page;
let desk: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  [phone, desk] = await Promise.all([
    newTrader(browser, application),
    firstOperatorsDesk(browser, application),
  ]);
});
afterAll(() => browser.close());

it("answers by help with this instance's figures, and by an operator to whom the customer writes", async () => {
  await open(phone, application, "/mine/index");
  await phone.getByRole("link", { name: "Customer service" }).click();
  await phone.getByRole("textbox", { name: "Search help" }).fill("cash out minimum");
  await phone.getByRole("link", { name: /How to withdraw/ }).click();
  await phone
    .getByText("Requests are accepted on business days, 09:00–15:30 Japan time.")
    .waitFor();
  const yen = phone.getByRole("row", { name: "JPY 10,000 100,000,000" });
  await yen.waitFor();

  await open(phone, application, "/mine/service");
  await untilLive(phone);
  const account = await phone.evaluate(() => localStorage.getItem("account") ?? "");
  const question = "I moved house. <b>What do I do?</b>";
  await phone.getByRole("textbox", { name: "Message" }).fill(question);
  await phone.getByRole("button", { name: "Send" }).click();
  const log = phone.getByRole("log", { name: "Conversation" });
  await log.getByText(question).waitFor();

  await openDesk(desk, application, "/conversations");
  const row = desk.getByRole("row", { name: new RegExp(account) });
  await row.getByText("1 unanswered").waitFor();
  await row.getByRole("link", { name: account }).click();
  const pane = desk.locator("[data-detail]");
  await pane.getByText(question).waitFor();
  await pane.getByLabel("Add a help page").selectOption({ label: "Identity verification" });
  await pane.getByRole("textbox", { name: "Reply" }).fill("Please send your new ID.");
  const isRead = phone.waitForResponse(/read-conversation$/);
  await pane.getByRole("button", { name: "Send" }).click();
  await pane.getByText("Please send your new ID.", { exact: true }).waitFor();

  // By itself: the stream says that there is something to read.
  await log.getByText("Please send your new ID.").waitFor();
  await log.getByText(/\(Administrator\)/).waitFor();
  // A page that is left before it has said what it showed would count this reply as unread too.
  await isRead;
  await log.getByRole("link", { name: /Identity verification/ }).click();
  await phone.getByRole("heading", { name: "Identity verification", level: 2 }).waitFor();

  await open(phone, application, "/mine/index");
  await untilLive(phone);
  await pane.getByRole("textbox", { name: "Reply" }).fill("Is there anything else?");
  await pane.getByRole("button", { name: "Send" }).click();
  const entry = phone.getByRole("link", { name: /Customer service.*1 unread/ });
  await entry.click();
  await log.getByText("Is there anything else?").waitFor();
  // What was read is not announced again.
  await phone.goBack();
  await phone.getByRole("link", { name: "Customer service", exact: true }).waitFor();
});
