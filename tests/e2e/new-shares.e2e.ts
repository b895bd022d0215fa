import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { drawBundlePath, iso, minuteMs, type OfferingForm } from "@sanshi/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock, asOperator, type OperatorCall } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { testOfferingOnAnyDay } from "../support/test-offerings.ts";
import { type Credentials, registerCustomer } from "./backoffice-desk.ts";
import { definitionOf, keepPictures, phoneOf, verifyIdentity } from "./trader-desk.ts";

/** New shares as a customer meets them: subscribed to, drawn, checked on the phone, and paid for. */
const application = sharedApplication();
let browser: Browser;
let page: Page;
let credentials: Credentials;

beforeAll(async () => {
  browser = await launchBrowser();
  credentials = await registerCustomer(application);
  await verifyIdentity(application, credentials);
  page = await phoneOf(browser, credentials);
});
afterAll(() => browser.close());

const open = (path: string) => page.goto(`${application.address}/#${path}`);
const look = (name: string, on: Page = page) => keepPictures(on, name);

const prospectus = "%PDF-1.4 Sanshi Electric %%EOF";

/** What an operator writes at the desk, who approves alone on a fresh simulated instance. */
async function publish(operator: OperatorCall, form: OfferingForm): Promise<void> {
  const content = Buffer.from(prospectus).toString("base64");
  const kept = await operator<{ prospectus: string }>("POST", "/offerings/prospectus", { content });
  const { id } = await operator<{ id: string }>("POST", "/offerings/draft", {
    form: { ...form, prospectus: kept.prospectus },
  });
  await operator("POST", "/offerings/propose", { id });
}

it("leads from the list over the receipt and the checked draw to the payment", async () => {
  const operator = await asOperator(application);
  const { now } = await operator<{ now: string }>("POST", "/simulation/clock", {
    advance_seconds: 1,
  });
  const at = Date.parse(now);
  const form = testOfferingOnAnyDay(at, { code: "9933", opens_at: iso(at + 3 * minuteMs) });
  await open("/home/newShare");
  // Companies come to the simulated market by themselves.
  await page.getByRole("link").nth(2).waitFor();
  await publish(operator, form);
  // An open screen follows the clock by itself.
  await advanceClock(application, 200);
  await page.getByRole("link", { name: /Sanshi Electric/ }).waitFor();
  await look("list");
  await page.getByRole("link", { name: /Sanshi Electric/ }).click();
  await page.waitForURL(/#\/home\/newShareInfo\?id=\d+$/);
  const address = drawBundlePath(page.url().split("id=")[1] ?? "");
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Open the prospectus" }).click();
  expect(readFileSync(await (await saving).path(), "utf8")).toBe(prospectus);
  await page.getByText(createHash("sha256").update(prospectus).digest("hex")).waitFor();
  await page.getByLabel("Shares to subscribe to").fill("150");
  await page.getByText(/must be a multiple of 100 shares/).waitFor();
  await page.getByLabel("Shares to subscribe to").fill("200");
  await page.getByText("200,000.00 JPY").waitFor();
  await look("form");
  await page.getByRole("button", { name: "Subscribe to 200 shares" }).click();
  await page.getByText("Awaiting the draw").waitFor();
  await look("subscribed");
  // First to the close, so that the list is out in its ten seconds; then to the draw.
  await advanceClock(application, 3_600);
  await expect
    .poll(async () => (await fetch(`${application.address}${address}`)).text())
    .toContain('published_at":"');
  await advanceClock(application, 3_600);
  await page.getByRole("button", { name: "Check this draw" }).waitFor();
  await look("drawn");
  await page.getByRole("button", { name: "Check this draw" }).click();
  await page.getByText("Verified: this draw was fair").waitFor({ timeout: 90_000 });
  await page.getByText(/is in the list and was allocated 200 shares/).waitFor();
  await look("checked");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Pay 200,000.00 JPY" }).click();
  const review = page.getByRole("dialog", { name: "Review your payment" });
  await review.getByText(/^After listing, the price can fall below/).waitFor();
  await review.getByRole("button", { name: "Pay 200,000.00 JPY" }).click();
  await page.getByText("Paid, held until listing").waitFor();
  await open("/position/index?tab=new_shares");
  await page.getByText("Paid, held until listing").waitFor();
  await look("positions");
  await open("/mine/newShareOrder");
  await page.getByText("Paid, held until listing").waitFor();
  await expect.poll(() => definitionOf("Paid in", page.locator("main"))).toBe("200,000.00 JPY");
  await look("own");
});
