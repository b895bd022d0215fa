import type { QuoteFragment } from "@sanshi/contract/stream";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { keepPictures, newTrader, open } from "./trader-desk.ts";

const application = sharedApplication();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("an open screen marks a price that became stale by itself, and one whose age is not known at once", async () => {
  const page = await newTrader(browser, application);
  let isSilent = false;
  let newest: QuoteFragment | undefined;
  let speak: (text: string) => void = () => undefined;
  await page.routeWebSocket(/\/stream$/, (route) => {
    speak = (text) => route.send(text);
    route.connectToServer().onMessage((message) => {
      const heard = JSON.parse(String(message)) as { op: string; q?: QuoteFragment[] };
      newest = heard.q?.find(({ k }) => k === "jpy:7203") ?? newest;
      // The feed is silent; the line is not.
      if (!isSilent || heard.op !== "quotes") route.send(message);
    });
  });
  await open(page, application, "/quotes/info?type=jpy&code=7203");
  const head = page.getByRole("region", { name: "Last price" });
  await expect.poll(() => newest).toBeDefined();
  expect(await head.getByText(/ago$/).count()).toBe(0);
  isSilent = true;
  await head.getByText(/^\d+ s ago$/).waitFor({ timeout: 50_000 });
  if (newest === undefined) throw new Error("no price came");
  const tell = (more: object) =>
    speak(JSON.stringify({ op: "quotes", now: newest?.t, q: [{ ...newest, ...more }] }));
  tell({});
  await head.getByText(/ago$/).waitFor({ state: "detached" });
  tell({ o: true });
  await head.getByText("Price not current").waitFor({ timeout: 5_000 });
  await keepPictures(page, "stale-price");
  tell({});
  await head.getByText("Price not current").waitFor({ state: "detached" });
});
