import { iso, minuteMs } from "@sanshi/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { asOperator } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { testOfferingOnAnyDay } from "../support/test-offerings.ts";
import { firstOperatorsDesk, open as openDesk } from "./backoffice-desk.ts";

const application = sharedApplication();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const prospectus = "%PDF-1.4 Sanshi Electric %%EOF";

it("an offering is written at the desk with its prospectus, and published", async () => {
  const operator = await asOperator(application);
  const { now } = await operator<{ now: string }>("POST", "/simulation/clock", {
    advance_seconds: 1,
  });
  const at = Date.parse(now);
  const form = testOfferingOnAnyDay(at, { code: "9934", opens_at: iso(at + 3 * minuteMs) });
  const desk = await firstOperatorsDesk(browser, application);
  await openDesk(desk, application, "/offerings");
  await desk.getByRole("row").nth(2).waitFor();
  await desk.keyboard.press("n");
  const dialog = desk.getByRole("dialog", { name: "New offering" });
  await dialog.getByRole("button", { name: "Save the draft" }).click();
  await dialog.getByText(/^Still to be filled in: Stock code, Name \(Japanese\)/).waitFor();
  const texts: Record<string, string> = {
    "Stock code": form.code,
    "Name (Japanese)": form.names.jp,
    "Name (Chinese)": form.names.cn,
    "Name (English)": form.names.us,
    Sponsor: form.sponsor,
    "Range: lowest price": form.price_low,
    "Range: highest price": form.price_high,
    "Earnings per share": form.earnings_per_share ?? "",
    Lot: form.lot,
    "Issue volume": form.issue_volume,
    Quota: form.quota,
    Minimum: form.minimum,
    Cap: form.cap,
  };
  for (const [label, text] of Object.entries(texts)) {
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  const file = dialog.getByLabel("Or upload it as PDF (at most 8 MB)");
  const pdf = (text: string) => ({
    name: "prospectus.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(text),
  });
  await file.setInputFiles(pdf("not one"));
  await dialog.getByText(/not a complete PDF/).waitFor();
  await file.setInputFiles(pdf(prospectus));
  await dialog.getByRole("link", { name: "Open the uploaded PDF" }).waitFor();
  const times: Record<string, string> = {
    "Subscription opens": form.opens_at,
    Deadline: form.closes_at,
    Draw: form.draws_at,
    "Payment deadline": form.pays_until,
    "Waiting-list deadline": form.waiting_until,
    Allocation: form.allocates_at,
    Listing: form.lists_at,
  };
  for (const [label, time] of Object.entries(times)) {
    // In Tokyo, where the desk is.
    const local = iso(Date.parse(time) + 9 * 60 * minuteMs).slice(0, 16);
    await dialog.getByLabel(label, { exact: true }).fill(local);
  }
  await dialog.getByRole("button", { name: "Save the draft" }).click();
  await dialog.waitFor({ state: "detached" });
  await desk.getByRole("button", { name: "Propose to publish" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await desk.getByRole("row", { name: /Sanshi Electric.*Not started/ }).waitFor();
  if (process.env["PICTURES"] !== undefined) {
    await desk.screenshot({ path: `${process.env["PICTURES"]}/desk.png` });
  }
  await desk.close();
});
