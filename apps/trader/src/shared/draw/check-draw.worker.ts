import { verifyBundle, type DelayPart } from "@sanshi/draw";
import { findReceipt, signingKeysOf } from "@sanshi/draw/receipt";
import type { CheckAsked, CheckTold } from "./check-messages.ts";

// Everything of a check but the window: the page stays quick on a phone, however long the list is.
const tell = (told: CheckTold) => self.postMessage(told);

self.addEventListener("message", (event: MessageEvent<CheckAsked>) => void check(event.data));

async function check({ address, receipt }: CheckAsked): Promise<void> {
  const answer = await fetch(address).catch(() => null);
  if (answer === null || !answer.ok) return tell({ kind: "unreachable" });
  const bundle: unknown = await answer.json().catch(() => null);
  const parts = startParts(Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2)));
  const verdict = await verifyBundle(bundle, {
    checkPart: parts.check,
    sideBySide: parts.count,
    isBeacon: async (beacon) => (await import("@sanshi/draw/drand")).isDrandRound(beacon),
    onProgress: ({ steps, parts: { checked, count } }) =>
      tell({ kind: "progress", steps, checked, count }),
    // What was told at the subscription, not what is told now.
    ...(receipt !== null && { known: { termsHash: receipt.terms_hash } }),
  });
  parts.stop();
  if (verdict.outcome === "failed") {
    return tell({ kind: "failed", step: verdict.step, place: verdict.place });
  }
  if (verdict.outcome === "pending") return tell({ kind: "pending" });
  const { entries, allotments, terms_hash: termsHash } = verdict.bundle;
  const isEmpty = entries.length === 0;
  if (receipt === null) {
    const { rootLateSeconds: lateSeconds } = verdict;
    return tell({ kind: "proven", fate: null, lateSeconds, isEmpty });
  }
  const finding = findReceipt({ receipt, termsHash, entries, keys: signingKeysOf(bundle) });
  const { number } = receipt;
  const lots = allotments.find((one) => one.number === number)?.lots ?? 0;
  const place = verdict.waiting.indexOf(number) + 1;
  tell({
    kind: "proven",
    lateSeconds: verdict.rootLateSeconds,
    isEmpty,
    fate: { number, isEntered: finding === "entered", lots, place },
  });
}

/** As many threads as the device has: the 256 parts of the delay are hashed side by side. */
function startParts(count: number) {
  const idle = Array.from(
    { length: count },
    () => new Worker(new URL("./check-part.worker.ts", import.meta.url), { type: "module" }),
  );
  const all = [...idle];
  const checkPart = (part: DelayPart) =>
    new Promise<boolean>((resolve, reject) => {
      const worker = idle.pop();
      if (worker === undefined) return reject(new Error("more parts at once than threads"));
      worker.onmessage = ({ data }: MessageEvent<boolean>) => {
        idle.push(worker);
        resolve(data);
      };
      worker.onerror = () => reject(new Error("a thread of the check failed"));
      worker.postMessage(part);
    });
  return { count, check: checkPart, stop: () => all.forEach((worker) => worker.terminate()) };
}
