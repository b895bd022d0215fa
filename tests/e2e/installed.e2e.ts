import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { registerCustomer } from "../../bench/web/pages.ts";
import { launchWholeBrowser, newPhone } from "../support/browser.ts";
import { lineTo, type Line } from "../support/line-to.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { untilLive } from "./trader-desk.ts";

const application = sharedApplication();
let browser: Browser;
let line: Line;

beforeAll(async () => {
  browser = await launchWholeBrowser();
  line = await lineTo(application.address);
});
afterAll(async () => {
  await browser.close();
  await line.cut();
});

async function signedIn(page: Page, credentials: { token: string; account: string }) {
  await page.goto(`${line.address}/#/login/login`);
  await page.evaluate(({ token, account }) => {
    localStorage.setItem("tokend", token);
    localStorage.setItem("account", account);
    localStorage.setItem("language", "us");
  }, credentials);
  await page.goto("about:blank");
  await page.goto(`${line.address}/#/home/home`);
  await untilLive(page);
}

/** Until everything that this page has loaded opens without the server. */
async function untilKept(page: Page): Promise<void> {
  const left = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null) return ["the worker"];
      const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
      const files = loaded.filter((name) => name.includes("/assets/"));
      const kept = await Promise.all(files.map((name) => caches.match(name)));
      return files.filter((_, index) => kept[index] === undefined);
    });
  await expect.poll(left).toEqual([]);
}

const stock = "/#/quotes/info?type=jpy&code=7203";

/** Draws a level by its price on a stock's candles. */
async function drawLevel(page: Page): Promise<void> {
  await page.goto(line.address + stock);
  await page.getByRole("tab", { name: "Day", exact: true }).click();
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await page.getByRole("button", { name: "Drawings" }).click();
  const list = page.getByRole("dialog", { name: "Drawings" });
  await list.getByRole("textbox", { name: "Price of the horizontal line" }).fill("1");
  await list.getByRole("button", { name: "Add horizontal line" }).click();
  await list.getByRole("button", { name: "Close" }).click();
  // It is kept on the phone once the server has heard of it.
  await expect.poll(() => keptLines(page)).toBe(1);
  await page.goto(`${line.address}/#/home/home`);
}

/** How many drawn lines of the stock are kept. */
const keptLines = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open("figures");
    const [key] = (await cache.keys()).filter(({ url }) => url.includes("/market/chart-lines?"));
    const kept = key && (await cache.match(key));
    return kept === undefined ? 0 : ((await kept.json()) as { lines: unknown[] }).lines.length;
  });

const keptAnswers = (page: Page) =>
  page.evaluate(async () => {
    const keys = await (await caches.open("figures")).keys();
    return keys.map(({ url }) => new URL(url).pathname);
  });

it("opens with its last figures while the server is away, goes on by itself, and leaves nothing behind", async () => {
  const credentials = await registerCustomer(application.address, application.invitationCode);
  const context = await newPhone(browser, { locale: "en-US", keepsApp: true });
  const page = await context.newPage();
  await signedIn(page, credentials);
  const card = page.getByRole("region", { name: "Assets" });
  const total = card.locator("a[aria-busy=false]");
  await total.waitFor();
  await drawLevel(page);
  await total.waitFor();
  await untilKept(page);
  await expect.poll(() => keptAnswers(page)).toContain(`/kept/${credentials.account}/user/assets`);

  await line.cut();
  // From here on no newer ones come.
  const figures = await total.innerText();
  expect(figures).toMatch(/\d/);
  await page.reload();
  await page.getByText(/^Showing data as of .*\d\d:\d\d/).waitFor();
  await expect.poll(() => total.innerText()).toBe(figures);
  // A stock has its candles, and on them what was drawn last.
  await page.goto(line.address + stock);
  await page.locator("svg[data-lines='1']").waitFor({ state: "attached" });
  await page.goto(`${line.address}/#/home/home`);
  // Other screens open as well, of which nothing was ever seen, with the words that home does without.
  await page.getByRole("link", { name: "Me", exact: true }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  // One whose code was never loaded says so, and leads back.
  await page.goto(`${line.address}/#/mine/withdraw`);
  await page.getByText("This screen could not be loaded.").waitFor();
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await total.waitFor();
  await page.getByRole("link", { name: "Me", exact: true }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();

  await line.lay();
  await untilLive(page);
  await page.getByText("Showing data as of").waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/#\/login\/login/);
  await expect.poll(() => keptAnswers(page)).toEqual([]);
  await line.cut();
  await page.reload();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await line.lay();
  await context.close();
});

it("is installed with icons, a manifest in the reader's language, and links into its screens", async () => {
  const context = await newPhone(browser, { locale: "zh-CN" });
  const page = await context.newPage();
  await page.goto(`${application.address}/#/login/login`);
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const read = async (path: string) => fetch(new URL(path, application.address));
  const manifest = (await (await read(href ?? "")).json()) as {
    lang: string;
    icons: { src: string; sizes: string }[];
    shortcuts: { name: string; url: string }[];
  };
  expect(manifest).toMatchObject({ id: "/", lang: "zh-CN", display: "standalone" });
  expect(manifest.shortcuts[0]).toEqual({ name: "持仓", url: "/#/position/index" });
  for (const { src } of manifest.icons) expect((await read(src)).status).toBe(200);
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual([
    "any",
    "192x192",
    "512x512",
    "512x512",
  ]);
  await context.close();
});

/** A browser's subscription as its push service would have given it: no test asks one outside of this machine. */
const subscribeHere = () => {
  const keys = crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
    "deriveBits",
  ]);
  const base64Url = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  PushManager.prototype.subscribe = async () => {
    const { publicKey } = await keys;
    const p256dh = base64Url(await crypto.subtle.exportKey("raw", publicKey));
    const auth = base64Url(crypto.getRandomValues(new Uint8Array(16)).buffer);
    const endpoint = "https://fcm.googleapis.com/fcm/send/of-the-test";
    return {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: () => Promise.resolve(true),
    } as unknown as PushSubscription;
  };
};

it("is told of messages once that is switched on, by kind, and shows what is pushed to it", async () => {
  const credentials = await registerCustomer(application.address, application.invitationCode);
  const context = await newPhone(browser, { locale: "en-US", keepsApp: true });
  await context.grantPermissions(["notifications"], { origin: line.address });
  const page = await context.newPage();
  await page.addInitScript(subscribeHere);
  await signedIn(page, credentials);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${line.address}/#/mine/index`);
  await page.getByRole("button", { name: "Notifications" }).click();
  const sheet = page.getByRole("dialog", { name: "Notifications" });
  await sheet.getByRole("button", { name: "Turn on for this device" }).click();
  await sheet.getByText("Notifications are on for this device").waitFor();
  const margin = sheet.getByRole("checkbox", { name: "Margin & deadlines" });
  const amounts = sheet.getByRole("checkbox", { name: "Show amounts" });
  await expect.poll(() => amounts.isChecked()).toBe(false);
  // What is shown is what the server has kept, which takes a moment.
  await margin.click();
  await expect.poll(() => margin.isChecked()).toBe(false);
  await amounts.click();
  await expect.poll(() => amounts.isChecked()).toBe(true);
  await page.reload();
  await page.getByRole("button", { name: "Notifications" }).click();
  await expect.poll(() => margin.isChecked()).toBe(false);
  await expect.poll(() => amounts.isChecked()).toBe(true);
  await sheet.getByText("Notifications are on for this device").waitFor();

  const told = {
    ...{ title: "Order filled: Toyota Motor", body: "Simulated", place: "/position/index" },
    ...{ tag: "message-1", language: "us", unread: 2 },
  };
  await deliverPush(page, JSON.stringify(told));
  const notifications = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const shown = await registration.getNotifications();
      return shown.map(({ title, body, lang }) => ({ title, body, lang }));
    });
  await expect.poll(notifications).toEqual([{ title: told.title, body: told.body, lang: "en" }]);

  await sheet.getByRole("button", { name: "Turn off for this device" }).click();
  await sheet.getByRole("button", { name: "Turn on for this device" }).waitFor();
  await context.close();
});

/** What the browser does once a push service has given it a message and it is decrypted. */
async function deliverPush(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${line.address}/`);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: line.address,
    registrationId,
    data,
  });
  await session.detach();
}
