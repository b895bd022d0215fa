import type { CallOutput, Calls } from "@sanshi/contract";
import { language } from "@sanshi/web/language";
import { ask, type Refusal } from "./api.ts";
import { useSession } from "./session.ts";
import { readStored, writeStored } from "./stored.ts";

/** What stands in the way of notifications in this browser, before anybody is asked. */
export type PushObstacle = "unsupported" | "to_be_installed" | "denied";

export type PushAsked =
  | { ok: true; data: CallOutput<Calls["/user/push"]> }
  | { ok: false; refusal: Refusal }
  | { ok: false; obstacle: "denied" | "unreachable" };

export function pushObstacle(): PushObstacle | null {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    // There a page is told nothing before it is an app on the home screen.
    return /iPhone|iPad|iPod/.test(navigator.userAgent) ? "to_be_installed" : "unsupported";
  }
  return Notification.permission === "denied" ? "denied" : null;
}

/** Asks the customer, the browser's push service and the server, in this order. */
export async function turnPushOn(publicKey: string): Promise<PushAsked> {
  if ((await Notification.requestPermission()) !== "granted") {
    return { ok: false, obstacle: "denied" };
  }
  const subscription = await subscribe(publicKey).catch(() => null);
  return subscription === null ? { ok: false, obstacle: "unreachable" } : tell(subscription);
}

export async function turnPushOff(): Promise<PushAsked> {
  const asked = await ask("/user/push-off", {});
  // The server sends nothing any more; the browser's own end of it needs nobody's answer.
  if (asked.ok) void (await subscriptionNow())?.unsubscribe().catch(() => undefined);
  writeStored("push", "");
  return asked;
}

/** The browser makes its subscription anew at times, and the language may have changed: the server is told. */
export async function renewPush(): Promise<void> {
  const subscription = await subscriptionNow();
  if (subscription !== null && readStored("push") !== noteOf(subscription))
    await tell(subscription);
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // One that was made for another key of the server's is of no use, and in the way.
  if (before !== null) await before.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function subscriptionNow(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function tell(subscription: PushSubscription): Promise<PushAsked> {
  const { endpoint, keys } = subscription.toJSON();
  const form = { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" };
  const asked = await ask("/user/push-on", {
    endpoint: endpoint ?? "",
    ...form,
    language: language(),
  });
  if (asked.ok) writeStored("push", noteOf(subscription));
  return asked;
}

/** What the server was told last by this browser. */
function noteOf({ endpoint }: PushSubscription): string {
  return [useSession.getState().account, language(), endpoint].join(" ");
}
