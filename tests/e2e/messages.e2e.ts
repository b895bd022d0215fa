import { randomInt } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launchBrowser, newPhone } from "../support/browser.ts";

const application = inject("application");
const password = "a pass phrase of the test 4";
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type Credentials = { token: string; account: string };

async function post(
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; msg: string; data: Credentials }> {
  const answer = await fetch(`${application.address}/api/vue${path}`, {
    method: "POST",
    headers,
    body: new URLSearchParams(form),
  });
  return (await answer.json()) as { status: number; msg: string; data: Credentials };
}

async function register(): Promise<Credentials> {
  const { status, msg, data } = await post("/user/register", {
    account: String(randomInt(1_000_000_000, 9_999_999_999)),
    password,
    password2: password,
    invite_code: application.invitationCode,
    agree: "true",
  });
  if (status !== 1) throw new Error(`The registration was refused: ${msg}`);
  return data;
}

const signInFrom = (device: string, account: string) =>
  post("/user/login", { account, password }, { "user-agent": device });

async function signedInPhone({ token, account }: Credentials): Promise<Page> {
  const context = await newPhone(browser, { locale: "en-US" });
  await context.addInitScript(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    [
      ["tokend", token],
      ["account", account],
      ["language", "us"],
    ] as [string, string][],
  );
  return context.newPage();
}

const open = (page: Page, route: string) => page.goto(`${application.address}/#${route}`);
const bell = (page: Page, unread: number) =>
  page.getByRole("link", { name: `Messages, ${unread} unread` });

describe("messages", () => {
  it("ring the bell while the app is open, are read one by one, and all at once", async () => {
    const customer = await register();
    const page = await signedInPhone(customer);
    await open(page, "/home/home");
    await bell(page, 1).waitFor();

    expect((await signInFrom(iPhone, customer.account)).status).toBe(1);
    await bell(page, 2).waitFor();

    await bell(page, 2).click();
    const list = page.getByRole("list", { name: "Your messages" });
    const newest = list.getByRole("link").first();
    await newest.getByText("Login from a new device").waitFor();
    expect(await list.getByRole("img", { name: "Unread" }).count()).toBe(2);

    await newest.click();
    await page.getByText(/logged in to your account with Safari · iPhone/).waitFor();
    await page.getByRole("link", { name: "Go to my page" }).click();
    await page.waitForURL(/mine\/index/);
    await page.getByText("1 unread", { exact: true }).waitFor();
    await bell(page, 1).click();
    await expect.poll(() => list.getByRole("img", { name: "Unread" }).count()).toBe(1);

    await page.getByRole("button", { name: "Mark all read" }).click();
    await expect.poll(() => list.getByRole("img", { name: "Unread" }).count()).toBe(0);
    await page.getByRole("button", { name: "Mark all read" }).waitFor({ state: "detached" });
    await open(page, "/home/home");
    await page.getByRole("link", { name: "Messages", exact: true }).waitFor();
    await page.context().close();
  });

  it("say where there is none of that name, and lead back to the list", async () => {
    const page = await signedInPhone(await register());
    await open(page, "/mine/messageInfo?id=999999999");
    await page.getByText("This message was not found.").waitFor();
    await page.getByRole("link", { name: "Go to messages" }).click();
    await page.getByText("Your account is open").waitFor();
    await page.context().close();
  });
});
