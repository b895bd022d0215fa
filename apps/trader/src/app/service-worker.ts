import { language } from "@sanshi/web/language";

/** Later than everything that a first view needs. */
const registerAfterMs = 3_000;

/**
 * Has the browser keep the app itself, so that it opens without the server. Browsers do that where the
 * connection is encrypted, or the machine is one's own.
 */
export function keepApp(): void {
  if (!("serviceWorker" in navigator)) return;
  window.setTimeout(() => void register().catch(() => undefined), registerAfterMs);
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register(`/service-worker.js?language=${language()}`);
  const registration = await navigator.serviceWorker.ready;
  // What did not come by the worker: it was loaded, or on its way, before the worker had taken the page over.
  const keepOthers = (list: PerformanceObserverEntryList) => {
    const files = (list.getEntries() as PerformanceResourceTiming[]).filter(
      ({ name, workerStart }) => workerStart === 0 && name.includes("/assets/"),
    );
    if (files.length > 0) registration.active?.postMessage({ keep: files.map(({ name }) => name) });
  };
  new PerformanceObserver(keepOthers).observe({ type: "resource", buffered: true });
}
