import type { Page } from "playwright-core";

export type Watched = {
  /** When each step was proven, since the check began; milliseconds. */
  steps: Record<string, number>;
  /** When each of the delay's parts was. */
  parts: number[];
  threads: number;
  longestTaskMs: number;
};

/** Watches what the page shows of a check that begins now; answers what was seen. */
export function watchCheck(page: Page): () => Promise<Watched> {
  const began = page.evaluate(() => {
    const seen = { began: performance.now(), steps: new Map<string, number>(), longest: 0 };
    const parts: number[] = [];
    const since = () => performance.now() - seen.began;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: "longtask" });
    new MutationObserver(() => {
      const bar = document.querySelector("[role=progressbar]");
      const shown = Number(bar?.getAttribute("aria-valuenow") ?? 0);
      while (parts.length < shown) parts.push(since());
      for (const step of document.querySelectorAll("[data-state=proven]")) {
        const name = step.textContent ?? "";
        if (!seen.steps.has(name)) seen.steps.set(name, since());
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, {
      watched: () => ({
        steps: Object.fromEntries(seen.steps),
        parts,
        threads: Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2)),
        longestTaskMs: seen.longest,
      }),
    });
  });
  return async () => {
    await began;
    return page.evaluate(() => (globalThis as unknown as { watched(): Watched }).watched());
  };
}
