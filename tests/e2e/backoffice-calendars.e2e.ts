import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { asOperator } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { firstOperatorsDesk, open } from "./backoffice-desk.ts";

const application = sharedApplication();
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await firstOperatorsDesk(browser, application);
});
afterAll(() => browser.close());

it("a notice is read beside what is expected, corrected, confirmed and published", async () => {
  await open(page, application, "/calendars");
  const years = page.getByRole("table", { name: "Years" });
  // The first year of the mainland that is only expected, whenever this runs.
  const row = years.getByRole("row", { name: /Chin.*Expected/ }).first();
  const [, year = ""] = /(\d{4})/.exec(await row.innerText()) ?? [];
  await page.getByText("No year has been entered yet.").waitFor();
  await row.getByRole("button", { name: "Enter" }).click();
  const dialog = page.getByRole("dialog", { name: "Enter a year" });
  const text = dialog.getByLabel("Notice or list of days");
  await dialog.getByRole("button", { name: "Read" }).click();
  await dialog.getByText("Paste the notice, or choose a file.").waitFor();
  await text.fill(`关于${Number(year) - 1}年部分节假日休市安排的公告\n元旦：1月1日休市。`);
  await dialog.getByRole("button", { name: "Read" }).click();
  await dialog.getByText(`The notice is for ${Number(year) - 1}, not ${year}.`).waitFor();
  await dialog.getByLabel("Or a file").setInputFiles({
    name: "calendar.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`date,name\n${year}-01-04,\n${year}-10-01,National Day`),
  });
  await expect.poll(() => text.inputValue()).toContain("National Day");
  await dialog.getByRole("button", { name: "Read" }).click();
  const review = page.getByRole("dialog", { name: new RegExp(`${year}: check what was read`) });
  const days = review.getByRole("table", { name: "Days read" });
  await days.getByRole("row", { name: /10-01.*Same, closed by law/ }).waitFor();
  await days
    .getByRole("row", { name: /10-02.*Missing, closed by law|10-04.*Missing/ })
    .first()
    .waitFor();
  await review.getByRole("button", { name: "Back to the text" }).click();
  await expect.poll(() => text.inputValue()).toContain("National Day");
  await dialog.getByRole("button", { name: "Read" }).click();
  await review.getByLabel("Title or number").fill("A notice of the test");
  await review.getByLabel("Address of the notice").fill("https://www.sse.com.cn/notice");
  await review.getByLabel("Date of the notice").fill(`${Number(year) - 1}-12-22`);
  await review.getByRole("button", { name: "Publish" }).click();
  await review.getByText("Confirm every warning first.").waitFor();
  await review.getByLabel(/Days that the law closes are missing/).check();
  await review.getByRole("button", { name: "Publish" }).click();
  await review.waitFor({ state: "detached" });
  await years
    .getByRole("row", { name: new RegExp(`${year}.*Published.*A notice of the test`) })
    .waitFor();
  await page.getByText("No day has been closed without a calendar.").waitFor();
  await page.getByRole("button", { name: "Close a market" }).click();
  const closing = page.getByRole("dialog", { name: "Close a market" });
  await closing.getByLabel("Day").fill("2019-01-04");
  await closing.getByLabel("Reason").selectOption({ index: 1 });
  await closing.getByRole("button", { name: "Close a market" }).click();
  await closing.getByText(/Choose a day from/).waitFor();
  const soon = await wednesdayAhead();
  await closing.getByLabel("Day").fill(soon);
  await closing.getByRole("button", { name: "Close a market" }).click();
  await closing.waitFor({ state: "detached" });
  const closed = page.getByRole("table", { name: "Unscheduled closings" });
  await closed.getByRole("row", { name: new RegExp(`${soon}.*All day.*Ahead`) }).waitFor();
  await closed.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await closed.getByRole("row", { name: new RegExp(`${soon}.*Withdrawn`) }).waitFor();
  const decisions = page.getByRole("table", { name: "Decisions" });
  await decisions.getByRole("row", { name: new RegExp(`${year}.*A notice of the test`) }).waitFor();
});

/** By the app's clock, which other tests have moved, at least three days ahead. */
async function wednesdayAhead(): Promise<string> {
  const operator = await asOperator(application);
  const { now } = await operator<{ now: string }>("GET", "/simulation/clock/state");
  const at = new Date(Date.parse(now) + 3 * 86_400_000);
  at.setUTCDate(at.getUTCDate() + ((10 - at.getUTCDay()) % 7));
  return at.toISOString().slice(0, 10);
}
