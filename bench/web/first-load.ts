import type { Browser, CDPSession, Page } from "playwright-core";

/** One cold load of a page, from an empty cache, in a context of its own. */
export type FirstLoad = {
  /** HTML, CSS and JavaScript asked for before the page was usable, as they came over the wire. */
  codeBytes: number;
  dataBytes: number;
  requests: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockingMs: number;
  layoutShift: number;
  usableMs: number;
};

export type LoadOptions = {
  url: string;
  /** What is there once the page can be used. */
  usableSelector: string;
  storage?: Record<string, string>;
  /** Instead of a phone: a window of this size on a desk. */
  desk?: { width: number; height: number };
  /** A slow phone on slow 4G: processor four times slower, 1.6 Mbps, 150 ms. */
  throttled: boolean;
};

const phone = { width: 390, height: 844 };
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
const cpuSlowdown = 4;
/** How long after it is usable a page is watched for shifts and long tasks. */
const settleMs = 1_500;
const usableMsMax = 60_000;

export async function measureFirstLoad(browser: Browser, options: LoadOptions): Promise<FirstLoad> {
  const context = await browser.newContext({
    // What it keeps for later comes after everything that is measured here.
    serviceWorkers: "block",
    ...(options.desk === undefined
      ? { viewport: phone, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
      : { viewport: options.desk }),
    locale: "ja-JP",
  });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    const { storage = {}, usableSelector, throttled } = options;
    await page.addInitScript(observePaints, storage);
    await page.addInitScript(observeUsable, { usableSelector, holdsTimers: !throttled });
    const traffic = await recordTraffic(client);
    if (throttled) await throttle(client);
    await page.goto(options.url, { waitUntil: "commit" });
    await page.waitForSelector(usableSelector, { state: "visible", timeout: usableMsMax });
    await page.waitForTimeout(settleMs);
    const { usableMs, usableAt } = await readUsable(page);
    return { ...(await readPaints(page)), usableMs, ...traffic.until(usableAt) };
  } finally {
    await context.close();
  }
}

async function throttle(client: CDPSession): Promise<void> {
  await client.send("Network.emulateNetworkConditions", slowNetwork);
  await client.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
}

/** `askedAt` is the browser's own time: this process hears of it later. */
type Entry = { type: string; askedAt: number; bytes: number };

async function recordTraffic(client: CDPSession) {
  const entries = new Map<string, Entry>();
  await client.send("Network.enable");
  client.on("Network.requestWillBeSent", ({ requestId, type, request, wallTime }) => {
    if (request.url.startsWith("data:") || request.url.startsWith("blob:")) return;
    entries.set(requestId, { type: type ?? "Other", askedAt: wallTime * 1_000, bytes: 0 });
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const entry = entries.get(requestId);
    if (entry !== undefined) entry.bytes = encodedDataLength;
  });
  const isCode = ({ type }: Entry) => ["Document", "Stylesheet", "Script"].includes(type);
  return {
    until(moment: number) {
      // The browser's own wish for an icon is not the page's.
      const asked = [...entries.values()].filter(
        (entry) => entry.askedAt <= moment && !["Other", "Manifest"].includes(entry.type),
      );
      const bytesOf = (some: Entry[]) => some.reduce((sum, entry) => sum + entry.bytes, 0);
      return {
        codeBytes: bytesOf(asked.filter(isCode)),
        dataBytes: bytesOf(asked.filter((entry) => !isCode(entry))),
        requests: asked.length,
      };
    },
  };
}

type Paints = {
  firstPaintMs: number;
  largestPaintMs: number;
  blockingMs: number;
  layoutShift: number;
};

/** Runs in the page before anything of its own. */
function observePaints(storage: Record<string, string>): void {
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
  const paints: Paints = { firstPaintMs: 0, largestPaintMs: 0, blockingMs: 0, layoutShift: 0 };
  Object.assign(window, { paints });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  observe("paint", (entry) => {
    if (entry.name === "first-contentful-paint") paints.firstPaintMs = entry.startTime;
  });
  observe("largest-contentful-paint", (entry) => {
    paints.largestPaintMs = entry.startTime;
  });
  observe("longtask", (entry) => {
    paints.blockingMs += Math.max(0, entry.duration - 50);
  });
  observe("layout-shift", (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) paints.layoutShift += shift.value;
  });
}

type Usable = { usableMs: number; usableAt: number };

/**
 * Runs in the page before anything of its own, and notes when the page can be used, since its start and
 * since the epoch. Where it holds timers, what the page asks for a moment later waits for that, so that a
 * slow machine asks for no more before it than a fast one.
 */
function observeUsable(options: { usableSelector: string; holdsTimers: boolean }): void {
  const momentMs = 500;
  const usable: Usable = { usableMs: 0, usableAt: 0 };
  Object.assign(window, { usable });
  const { setTimeout: start, clearTimeout: end } = window;
  const held = new Map<number, () => number>();
  const begun = new Map<number, number>();
  if (options.holdsTimers) {
    let made = 0;
    const hold = (run: () => void, ms = 0, ...more: unknown[]): number => {
      if (usable.usableAt > 0 || ms < momentMs) return start(run, ms, ...more);
      made -= 1;
      held.set(made, () => start(run, ms, ...more));
      return made;
    };
    window.setTimeout = hold as typeof window.setTimeout;
    const drop = (timer?: number): void => {
      if (timer === undefined) return;
      held.delete(timer);
      end(begun.get(timer) ?? timer);
    };
    window.clearTimeout = drop as typeof window.clearTimeout;
  }
  const observer = new MutationObserver(() => {
    if (!document.querySelector(options.usableSelector)?.checkVisibility()) return;
    observer.disconnect();
    usable.usableMs = performance.now();
    usable.usableAt = performance.timeOrigin + usable.usableMs;
    for (const [timer, begin] of held) begun.set(timer, begin());
    held.clear();
  });
  observer.observe(document, { attributes: true, childList: true, subtree: true });
}

function readUsable(page: Page): Promise<Usable> {
  return page.evaluate(() => (window as unknown as { usable: Usable }).usable);
}

function readPaints(page: Page): Promise<Paints> {
  return page.evaluate(() => (window as unknown as { paints: Paints }).paints);
}
