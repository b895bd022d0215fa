import { randomUUID } from "node:crypto";
import { minuteMs, type BlockOffer } from "@sanshi/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { advanceClock } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";
import {
  type Credentials,
  customerCall,
  customerPassword,
  firstOperatorsDesk,
  registerCustomer,
  open as openDesk,
} from "./backoffice-desk.ts";
import { keepPictures, phoneOf, reloadUntil } from "./trader-desk.ts";

/** Block trades as a customer meets them: applied for, settled and held; and as the desk sees them. */
const application = sharedApplication();
let browser: Browser;
let page: Page;
let credentials: Credentials;

beforeAll(async () => {
  browser = await launchBrowser();
  credentials = await registerCustomer(application);
  page = await phoneOf(browser, credentials);
});
afterAll(() => browser.close());

const open = (path: string) => page.goto(`${application.address}/#${path}`);
const look = (name: string, on: Page = page) => keepPictures(on, name);

/**
 * What is open for some time, not too dear and not drawn, which is for whom we verified, as the server has it. On
 * some days no institution sells such a block: the clock is moved to when one does.
 */
async function anOffer(): Promise<BlockOffer> {
  let found: BlockOffer | undefined;
  const isFound = async () => {
    found = await openOffer();
    if (found === undefined) await advanceClock(application, 3 * 3_600);
    return found !== undefined;
  };
  await expect.poll(isFound, { interval: 1_000 }).toBe(true);
  if (found === undefined) throw new Error("nothing is offered");
  return found;
}

async function openOffer(): Promise<BlockOffer | undefined> {
  const now = await appNow();
  const answer = await fetch(`${application.address}/api/vue/trade/blocklist`, {
    method: "POST",
    headers: { ...credentials, "content-type": "application/x-www-form-urlencoded" },
    body: "type=jpy",
  });
  const { data }: { data: BlockOffer[] } = await answer.json();
  return data.find(
    ({ status, price, minimum, withdrawn, left, draw, invited_only: invited, closes_at: closes }) =>
      status === 1 &&
      Date.parse(closes) - now > 10 * minuteMs &&
      draw === null &&
      !invited &&
      withdrawn === null &&
      left !== "0" &&
      Number(price) * Number(minimum) < 900_000,
  );
}

it("leads from the list over the application and its settlement to the locked holding", async () => {
  const offer = await anOffer();
  await open("/home/large");
  await page.getByText("First come, first served").waitFor();
  await page.getByRole("main").getByRole("link").first().waitFor();
  await look("offers");
  await open(`/home/largeInfo?id=${offer.id}`);
  const apply = page.getByRole("button", { name: /^Apply for / });
  await apply.waitFor();
  await page
    .getByText(/cannot be sold until/)
    .first()
    .waitFor();
  await look("form");
  await apply.click();
  await page.getByRole("button", { name: "Cancel the application" }).waitFor();
  await open("/home/large2");
  await page.getByRole("button", { name: "Cancel the application" }).waitFor();
  await look("applied");
  const settles = Math.ceil((Date.parse(offer.settles_at) - (await appNow())) / 1_000);
  await advanceClock(application, Math.max(1, settles) + 60);
  await reloadUntil(page, page.getByText("See the position"));
  await look("filled");
  await open("/home/large3");
  await page.getByText("Locked until").waitFor();
  await look("held");
  await open("/position/index");
  await page.getByText("Locked").first().waitFor();
  await look("positions");
  for (const language of ["jp", "cn"]) {
    await page.evaluate((to) => localStorage.setItem("language", to), language);
    const next = await anOffer();
    await open("/home/large");
    await page.reload();
    await page.getByRole("main").getByRole("link").first().waitFor();
    await look(`offers-${language}`);
    await open(`/home/largeInfo?id=${next.id}`);
    await page.reload();
    await page.getByRole("main").getByRole("textbox").first().waitFor();
    await look(`form-${language}`);
    await open("/home/large3");
    await page.getByRole("main").getByRole("link").first().waitFor();
    await look(`held-${language}`);
  }
});

/** As the server says it. */
async function appNow(): Promise<number> {
  type Entry = { name: string; value: string };
  const { data } = await customerCall<Entry[]>(application, "/common/config", { type: "all" });
  return Date.parse(data.find(({ name }) => name === "now")?.value ?? "");
}

it("counts down by the app's clock, days ahead of the phone's, before any stream has told it", async () => {
  // However soon the offers of before have closed.
  await advanceClock(application, 2 * 3_600);
  const offer = await anOffer();
  const closes = Date.parse(offer.closes_at);
  await advanceClock(
    application,
    Math.max(1, Math.floor((closes - (await appNow())) / 1_000) - 7_200),
  );
  expect((await appNow()) - Date.now()).toBeGreaterThan(3_600_000);
  await page.evaluate(() => localStorage.setItem("language", "us"));
  const first = await page.context().newPage();
  await first.routeWebSocket(/./, () => undefined);
  await first.goto(`${application.address}/#/home/largeInfo?id=${offer.id}`);
  const counted = first.locator(`main time[datetime="${offer.closes_at}"]`).first();
  const before = closes - (await appNow());
  await counted.waitFor();
  // Within the last hour the hours are left out: the parts are read from the seconds on.
  const parts = (await counted.innerText()).replace(/^\D+/, "").split(":").map(Number);
  const shown = parts.reduce((total, part) => total * 60 + part, 0) * 1_000;
  expect(shown).toBeLessThanOrEqual(before + 2_000);
  expect(shown).toBeGreaterThanOrEqual(closes - (await appNow()) - 2_000);
  await first.close();
});

it("stands at the desk with what is applied for and what is frozen", async () => {
  const desk = await firstOperatorsDesk(browser, application);
  await openDesk(desk, application, "/block-offers");
  await desk.getByRole("button", { name: "Applications" }).first().waitFor();
  await look("desk", desk);
  await desk.getByRole("button", { name: "Applications" }).first().click();
  await desk.getByRole("dialog").waitFor();
  await look("desk-applications", desk);
  await desk.close();
});

/** What the customer holds and may sell, so that it can be offered. */
async function holdSomething(): Promise<void> {
  const call = async (path: string, fields: Record<string, string>) => {
    const { status, msg } = await customerCall(application, path, fields, credentials);
    if (status !== 1) throw new Error(`${path} was refused: ${msg}`);
  };
  const password = { login_password: customerPassword, new_password: "135790" };
  await call("/user/set-fund-password", { ...password, new_password2: "135790" });
  const order = { type: "jpy", code: "9434", side: "long", kind: "market", leverage: "1" };
  await call("/trade/place-order", { ...order, quantity: "300", request_id: randomUUID() });
  await advanceClock(application, 16 * 60);
}

it("offers a customer's own shares by consent alone, which is given, seen at the desk and revoked", async () => {
  await holdSomething();
  await page.evaluate(() => localStorage.setItem("language", "us"));
  await open("/home/large3");
  await page.reload();
  await page.getByRole("button", { name: "Consent to an offer" }).click();
  const position = page.getByRole("dialog").getByLabel("Position");
  await position.waitFor();
  const choices = await position.locator("option").allTextContents();
  await position.selectOption({ index: choices.findIndex((text) => text.includes("9434")) });
  await page.getByRole("dialog").getByLabel("Shares").fill("200");
  await page.getByLabel(/Minimum price/).fill("190");
  await page.getByLabel(/Fund password/).fill("135790");
  await look("consent-form");
  await page.getByRole("button", { name: "Consent to the sale" }).click();
  await page.getByRole("button", { name: "Revoke consent" }).waitFor();
  await look("consent");
  const desk = await firstOperatorsDesk(browser, application);
  await openDesk(desk, application, "/block-offers");
  const row = desk.getByRole("table", { name: "Customers’ consents" }).getByRole("row");
  await row.filter({ hasText: credentials.account }).getByRole("button").click();
  await desk.getByRole("dialog").waitFor();
  await look("consent-desk", desk);
  await desk.close();
  for (const language of ["jp", "cn"]) {
    await page.evaluate((to) => localStorage.setItem("language", to), language);
    await page.reload();
    await page.getByText("190.00 JPY").waitFor();
    await look(`consent-${language}`);
  }
  await page.evaluate(() => localStorage.setItem("language", "us"));
  await page.reload();
  await page.getByRole("button", { name: "Revoke consent" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke consent" }).click();
  await page.getByText("Revoked", { exact: true }).waitFor();
});
