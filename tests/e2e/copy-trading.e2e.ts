import { dayMs, iso, minuteMs, type CopyProductForm } from "@sanshi/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessibilityFaults } from "../support/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock, asOperator } from "../support/operator.ts";
import { letPagesRest } from "../support/page-at-rest.ts";
import { sharedApplication } from "../support/shared-application.ts";
import {
  type Credentials,
  customerCall,
  customerPassword,
  firstOperatorsDesk,
  registerCustomer,
  open as openDesk,
} from "./backoffice-desk.ts";
import { keepPictures, phoneOf, reloadUntil, verifyIdentity } from "./trader-desk.ts";

/** Copy trading as a customer meets it: ranked, looked at by period, followed, valued; and at the desk. */
const application = sharedApplication();
let browser: Browser;
let page: Page;
let credentials: Credentials;
let product: string;
const pin = "482915";
const names = { jp: "検証モメンタム", cn: "检验动量", us: "Test momentum" };

beforeAll(async () => {
  browser = await launchBrowser();
  credentials = await registerCustomer(application);
  await verifyIdentity(application, credentials);
  page = await phoneOf(browser, credentials);
  await letPagesRest(page.context());
});
afterAll(() => browser.close());

const open = async (path: string) => {
  await page.goto("about:blank");
  await page.goto(`${application.address}/#${path}`);
};

const look = (name: string, on: Page = page) => keepPictures(on, name);

async function now(): Promise<number> {
  const operator = await asOperator(application);
  const told = await operator<{ now: string }>("POST", "/simulation/clock", { advance_seconds: 1 });
  return Date.parse(told.now);
}

type Listed = {
  items: { id: string; names: typeof names; valued_at: string | null; next_at: string }[];
};

async function ownProduct() {
  const operator = await asOperator(application);
  const { items } = await operator<Listed>("GET", "/copy-products?limit=50");
  const found = items.find((one) => one.names.us === names.us);
  if (found === undefined) throw new Error("it is not published");
  return found;
}

/** To its cut-off, and then to the moment of its next valuation, which has to come by itself. */
async function toNextValuation(): Promise<void> {
  const { next_at: next, valued_at: before } = await ownProduct();
  const ahead = async (moment: number) =>
    advanceClock(application, Math.max(1, Math.ceil((moment - (await now())) / 1_000)));
  await ahead(Date.parse(next) - 29 * minuteMs);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await ahead(Date.parse(next) + 1_000);
  await expect.poll(async () => (await ownProduct()).valued_at !== before).toBe(true);
}

it("leads from the ranking over the figures of a period to a following and its value", async () => {
  const at = await now();
  const form: CopyProductForm = {
    type: "jpy",
    strategy: "momentum",
    names,
    issuer: "三市アセットマネジメント",
    minimum: "50000",
    capacity: "30000000",
    deadline: iso(at + 60 * dayMs),
    lock_up_days: 7,
    management_basis_points: 100,
    performance_basis_points: 1_500,
    seed: "5000000",
    valued_at_minute: 14 * 60 + 30,
    cut_off_minutes: 30,
  };
  await open("/home/follow");
  await page.getByText("Copy trading").first().waitFor();
  await look("empty");
  const operator = await asOperator(application);
  await operator("POST", "/copy-products/propose", { form });
  product = (await ownProduct()).id;
  for (let count = 0; count < 2; count += 1) await toNextValuation();

  await open("/home/follow");
  const card = page.getByRole("main").getByRole("link", { name: new RegExp(names.us) });
  await card.getByText(/Back-test .*: a loss on \d+ of \d+ days/).waitFor({ timeout: 90_000 });
  await page.getByText(/by return \(since launch\) after fees\./).waitFor();
  await page.getByText("3 months", { exact: true }).click();
  await page.getByText(/by return \(3 months\) after fees\./).waitFor();
  await look("ranking");
  expect(await accessibilityFaults(page)).toEqual([]);

  await card.click();
  const tested = page.getByRole("region", { name: "Back-test" });
  await tested
    .getByText(/^Index \(/)
    .first()
    .waitFor();
  await page.getByText("1 month", { exact: true }).click();
  await page.getByRole("region", { name: "Live" }).getByRole("img").waitFor();
  await page.getByText(/^7 days, until /).waitFor();
  await page.getByText("Performance fee on a 10% gain").waitFor();
  await look("product");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel("Stop (optional)").fill("20");
  await page.getByRole("button", { name: /^Follow with / }).click();
  const receipt = page.getByRole("status", { name: "Receipt" });
  await receipt.getByText(/^CT-\d{8}$/).waitFor();
  await look("receipt");

  await open("/mine/followOrder");
  await page.getByText("Waiting to buy").waitFor();
  await look("waiting");
  for (let count = 0; count < 2; count += 1) await toNextValuation();
  await open("/mine/followOrder");
  // The sum of the profit: what it is worth, less what was paid.
  await page.getByText(/^[\d,.]+ − 50,000\.00 = [+−]?[\d,.]+ JPY$/).waitFor();
  await page.getByText(/^You can end it from /).waitFor();
  await page.getByRole("link", { name: "See current holdings" }).waitFor();
  await look("following");
  expect(await accessibilityFaults(page)).toEqual([]);
  await open("/position/index?tab=follow");
  await page.getByText("Units bought").waitFor();
  // The tab that is open is in sight, also where the strip of tabs is wider than the phone.
  const tab = page.getByRole("tab", { selected: true });
  await expect
    .poll(async () => {
      const box = await tab.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 390;
    })
    .toBe(true);
  await look("tab");
});

it.runIf(process.env["PICTURES"] !== undefined)("is looked at in each language", async () => {
  for (const language of ["jp", "cn"]) {
    await page.evaluate((to) => localStorage.setItem("language", to), language);
    await open("/home/follow");
    await page.getByRole("main").getByRole("link").nth(1).waitFor();
    await look(`ranking-${language}`);
    await open(`/home/follow?id=${product}`);
    await page.getByRole("img").nth(1).waitFor();
    await page.waitForTimeout(1_000);
    await look(`product-${language}`);
    await open("/mine/followOrder");
    await page.getByText("− 50,000.00 =").waitFor();
    await look(`following-${language}`);
  }
});

it("ends after the lock-up, with the sum of its profit", async () => {
  await advanceClock(application, 8 * 86_400);
  await toNextValuation();
  const own = await customerCall<{ id: string }[]>(
    application,
    "/trade/userproductlist",
    { type: "jpy" },
    credentials,
  );
  expect(own.data).toHaveLength(1);
  await page.evaluate(() => localStorage.setItem("language", "us"));
  await open("/mine/followOrder");
  await page.getByRole("button", { name: "End following" }).click();
  await look("ending");
  await page.getByRole("dialog").getByRole("button", { name: "End following" }).click();
  await page.getByText("Ending", { exact: true }).waitFor();
  await toNextValuation();
  await open("/mine/followOrder");
  await reloadUntil(page, page.getByText("Paid out"));
  await look("ended");
});

it("offers the own account by a consent, which two operators publish, and shows how it is followed", async () => {
  const password = {
    login_password: customerPassword,
    new_password: pin,
    new_password2: pin,
  };
  await customerCall(application, "/user/set-fund-password", password, credentials);
  await page.evaluate(() => localStorage.setItem("language", "us"));
  await open("/mine/followOrder");
  await page.getByRole("button", { name: "Offer my account" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Name shown to followers").fill("Harbor Cat");
  await sheet.getByLabel(/^Max followers’ money/).fill("20000000");
  await sheet.getByLabel("Fund password").fill(pin);
  await look("offer");
  expect(await accessibilityFaults(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Consent" }).click();
  await page.getByText("Waiting for publication").waitFor();

  const desk = await firstOperatorsDesk(browser, application, { rests: true });
  await openDesk(desk, application, "/copy-products");
  const row = desk.getByRole("row", { name: /Harbor Cat/ });
  await row.waitFor();
  await look("desk-consents", desk);
  await row.getByRole("button", { name: "New product" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByText(/A customer’s account · .* · Harbor Cat/).waitFor();
  for (const [label, text] of [
    ["Name (Japanese)", "港の猫"],
    ["Name (Chinese)", "海港之猫"],
    ["Name (English)", "Harbor Cat"],
    ["Minimum", "50000"],
    ["The house’s own money", "1000000"],
  ] as const) {
    await dialog.getByLabel(label).fill(text);
  }
  const deadline = new Date((await now()) + 60 * dayMs).toISOString().slice(0, 16);
  await dialog.getByLabel("Deadline").fill(deadline);
  await look("desk-offer", desk);
  expect(await accessibilityFaults(desk)).toEqual([]);
  await dialog.getByRole("button", { name: "Propose to publish" }).click();
  await desk.getByRole("row", { name: /A customer’s account/ }).waitFor();
  await desk.close();

  await open("/mine/followOrder");
  await page.getByText("Offered", { exact: true }).waitFor();
  await look("offered");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Harbor Cat" }).click();
  await page.getByText(/^The account’s holder trades first\./).waitFor();
  await page
    .getByText(/^No back-test/)
    .first()
    .waitFor();
  await look("mirror");
  expect(await accessibilityFaults(page)).toEqual([]);
  if (process.env["PICTURES"] === undefined) return;
  const mirror = new URL(page.url()).hash.slice(1);
  for (const language of ["jp", "cn"]) {
    await page.evaluate((to) => localStorage.setItem("language", to), language);
    await open(mirror);
    await page.getByRole("main").getByRole("heading").nth(2).waitFor();
    await page.waitForTimeout(1_000);
    await look(`mirror-${language}`);
    await open("/mine/followOrder");
    await page.getByText("Harbor Cat").first().waitFor();
    await page.waitForTimeout(1_000);
    await look(`offered-${language}`);
  }
});

it("stands at the desk with its valuations, each recomputed", async () => {
  const desk = await firstOperatorsDesk(browser, application, { rests: true });
  await openDesk(desk, application, "/copy-products");
  const row = desk.getByRole("row", { name: new RegExp(names.us) });
  await row.waitFor();
  await look("desk", desk);
  await row.getByRole("button", { name: "Valuations" }).click();
  await desk.getByRole("dialog").getByRole("row").nth(2).waitFor();
  await look("desk-valuations", desk);
  await desk.getByRole("button", { name: "Recompute" }).first().click();
  await desk.getByText(/: equal in every figure$/).waitFor();
  await look("desk-recomputed", desk);
  expect(await accessibilityFaults(desk)).toEqual([]);
  await desk.keyboard.press("Escape");
  await desk.close();
});
