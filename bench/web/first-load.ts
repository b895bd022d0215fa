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
    viewport: phone,
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    locale: "ja-JP",
  });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await page.addInitScript(observePaints, options.storage ?? {});
    const traffic = await recordTraffic(client);
    if (options.throttled) await throttle(client);
    await page.goto(options.url, { waitUntil: "commit" });
    await page.waitForSelector(options.usableSelector, { state: "visible", timeout: usableMsMax });
    const usableMs = await page.evaluate(() => performance.now());
    const usableAt = traffic.now();
    await page.waitForTimeout(settleMs);
    return { ...(await readPaints(page)), usableMs, ...traffic.until(usableAt) };
  } finally {
    await context.close();
  }
}

async function throttle(client: CDPSession): Promise<void> {
  await client.send("Network.emulateNetworkConditions", slowNetwork);
  await client.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
}

type Entry = { type: string; askedAt: number; bytes: number };

async function recordTraffic(client: CDPSession) {
  const entries = new Map<string, Entry>();
  await client.send("Network.enable");
  client.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    if (request.url.startsWith("data:") || request.url.startsWith("blob:")) return;
    entries.set(requestId, { type: type ?? "Other", askedAt: performance.now(), bytes: 0 });
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const entry = entries.get(requestId);
    if (entry !== undefined) entry.bytes = encodedDataLength;
  });
  const isCode = ({ type }: Entry) => ["Document", "Stylesheet", "Script"].includes(type);
  return {
    now: () => performance.now(),
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

function readPaints(page: Page): Promise<Paints> {
  return page.evaluate(() => (window as unknown as { paints: Paints }).paints);
}
