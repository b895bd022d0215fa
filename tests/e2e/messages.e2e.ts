import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { goTo, launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { type Credentials, customerPassword, registerCustomer } from "./backoffice-desk.ts";
import { phoneOf, untilLive } from "./trader-desk.ts";

const app = `${sharedApplication().address}/`;
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";
let browser: Browser;
let customer: Credentials;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  customer = await registerCustomer(sharedApplication());
  page = await phoneOf(browser, customer);
});
afterAll(() => browser.close());

const bell = (unread: number) => page.getByRole("link", { name: `Messages, ${unread} unread` });

it("messages ring the bell while the app is open, are read one by one, and all at once", async () => {
  await goTo(page, app, "/home/home");
  await bell(1).waitFor();
  await untilLive(page);

  const login = { account: customer.account, password: customerPassword };
  const signedIn = await fetch(`${app}api/vue/user/login`, {
    method: "POST",
    headers: { "user-agent": iPhone },
    body: new URLSearchParams(login),
  });
  expect(await signedIn.json()).toMatchObject({ status: 1 });
  await bell(2).waitFor();

  await bell(2).click();
  const list = page.getByRole("list", { name: "Your messages" });
  const newest = list.getByRole("link").first();
  await newest.getByText("Sign-in from a new device").waitFor();
  await expect.poll(() => list.getByRole("img", { name: "Unread" }).count()).toBe(2);

  const rows = list.getByRole("link");
  await page.getByText("Orders & fills", { exact: true }).click();
  await page.getByText("No messages of this type.").waitFor();
  await page.getByRole("button", { name: "Show all messages" }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByText("Account & security", { exact: true }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByText("All", { exact: true }).click();
  await expect.poll(() => rows.count()).toBe(2);

  await newest.click();
  await page.getByText(/sign-in to your account on Safari · iPhone/).waitFor();
  await page.getByRole("link", { name: "Go to my page" }).click();
  await page.waitForURL(/mine\/index/);
  await page.getByText("1 unread", { exact: true }).waitFor();
  await bell(1).click();
  await expect.poll(() => list.getByRole("img", { name: "Unread" }).count()).toBe(1);

  await page.getByRole("button", { name: "Mark all read" }).click();
  await expect.poll(() => list.getByRole("img", { name: "Unread" }).count()).toBe(0);
  await page.getByRole("button", { name: "Mark all read" }).waitFor({ state: "detached" });
  await goTo(page, app, "/home/home");
  await page.getByRole("link", { name: "Messages", exact: true }).waitFor();
});
