import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { goTo, launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { type Credentials, registerCustomer } from "./backoffice-desk.ts";
import { callsOf, phoneOf } from "./trader-desk.ts";

/** Shares are lent from their position, shown as lent, sold as before or recalled; and all of them by themselves. */
const application = sharedApplication();
let browser: Browser;
let page: Page;
let credentials: Credentials;
let call: ReturnType<typeof callsOf>;

beforeAll(async () => {
  browser = await launchBrowser();
  credentials = await registerCustomer(application);
  call = callsOf(application, credentials);
  page = await phoneOf(browser, credentials);
});
afterAll(() => browser.close());

const open = (place: string) => goTo(page, `${application.address}/`, place);

it("lends a part from the position, recalls it, and lends everything by itself once the risks are agreed to", async () => {
  const { id } = await call<{ id: string }>("/trade/place-order", {
    type: "jpy",
    code: "7203",
    side: "long",
    kind: "market",
    leverage: "1",
    quantity: "20",
    request_id: randomUUID(),
  });
  await open(`/position/info?id=${id}`);
  await page.getByRole("link", { name: /Stock lending/ }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Shares to lend").fill("15");
  await sheet.getByRole("button", { name: "Lend", exact: true }).click();
  await page.getByText("Shares lent").waitFor();
  await expect
    .poll(async () => call<{ lent: string; status: number }>("/trade/position", { id }))
    .toMatchObject({ lent: "15", status: 5 });
  await sheet.getByRole("button", { name: "Recall all" }).click();
  await page.getByText("Your shares are back").waitFor();
  await open("/mine/lending");
  const start = page.getByRole("button", { name: "Start lending automatically" });
  await expect.poll(() => start.isDisabled()).toBe(true);
  await page.getByText("I understand these risks").click();
  await start.click();
  await page.getByRole("button", { name: "Stop lending automatically" }).waitFor();
  // What borrowing costs is for everybody to look up, of a stock that nobody lends too.
  await page.getByRole("link", { name: "Borrow fees for all stocks" }).click();
  await page.getByRole("heading", { name: "Borrow fees" }).waitFor();
  await open("/mine/borrowing?type=jpy&code=9984");
  await page.getByRole("heading", { name: /9984/ }).waitFor();
  await page.getByText("Borrow fee (annual)").waitFor();
});
