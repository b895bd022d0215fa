import {
  groupOf,
  messageGroups,
  pushDevicesMax,
  type CallOutput,
  type Calls,
  type CheckedInput,
  type MessageGroup,
} from "@sanshi/contract";
import type { Context } from "../../../context.ts";
import { accept, refuse, type Outcome } from "../../../platform/outcome.ts";
import { encryptedFor, isSubscriptionKey } from "../../../platform/push/push-encryption.ts";
import type { PushKey } from "../../../platform/push/push-key.ts";
import type { Customer } from "../../../platform/sessions.ts";
import type { Reader, Transaction } from "../../../platform/sql/database.ts";
import { fateOf, howToSend, pushAgeHoursMax } from "./push.rules.ts";
import * as store from "./push.store.ts";
import type { DueDelivery } from "./push.store.ts";
import { shownOf, type Told } from "./shown.ts";

type PushContext = Pick<Context, "database" | "push" | "settings" | "feed">;
type Push = CallOutput<Calls["/user/push"]>;

export function pushOf(context: PushContext, customer: Customer): Promise<Push> {
  return readPush(context, context.database.reader, customer);
}

/** The browser's subscription is this session's from now on, whoever's it was before. */
export async function pushOn(
  context: PushContext,
  customer: Customer,
  { endpoint, p256dh, auth, language }: CheckedInput<Calls["/user/push-on"]>,
): Promise<Outcome<Push>> {
  const { key, transport } = context.push;
  if (key === null) return refuse("push_not_offered");
  if (!transport.isKnown(endpoint)) return refuse("push_service_unknown");
  if (!isSubscriptionKey(p256dh)) return refuse("invalid_request");
  const { customerId, sessionId } = customer;
  return context.database.transaction(async (transaction) => {
    await store.lockCustomer(transaction, customerId);
    await store.keepSubscription(transaction, {
      ...{ customerId, sessionId, endpoint, p256dh, auth, language },
      publicKey: key.publicKey,
    });
    await store.forgetOldest(transaction, customerId, pushDevicesMax);
    return accept(await readPush(context, transaction, customer));
  });
}

export async function pushOff(context: PushContext, customer: Customer): Promise<Push> {
  await store.forgetSubscription(context.database.reader, customer.sessionId);
  return pushOf(context, customer);
}

export function savePushChoice(
  context: PushContext,
  customer: Customer,
  { choice, switched }: CheckedInput<Calls["/user/save-push-choice"]>,
): Promise<Push> {
  const on = switched === "on";
  return context.database.transaction(async (transaction) => {
    if (choice === "amounts") await store.keepAmounts(transaction, customer.customerId, on);
    else await store.keepGroup(transaction, customer.customerId, choice, on);
    return readPush(context, transaction, customer);
  });
}

async function readPush(
  { push: { key } }: PushContext,
  reader: Reader,
  { customerId, sessionId }: Customer,
): Promise<Push> {
  const publicKey = key?.publicKey ?? "";
  const { on, devices } = await store.stateOf(reader, { customerId, sessionId, publicKey });
  const { groups_off: off, amounts } = await store.choiceOf(reader, customerId);
  const groups = Object.fromEntries(messageGroups.map((group) => [group, !off.includes(group)]));
  return {
    ...{ public_key: key?.publicKey ?? null, on, devices, amounts },
    groups: groups as Record<MessageGroup, boolean>,
  };
}

/** A reply of customer service reaches the phone as a message does. */
export function pushReply(transaction: Transaction, customerId: bigint): Promise<void> {
  return store.queueReply(transaction, customerId);
}

/** Of whoever is signed out, banned, or has not come back for too long. */
export function forgetEnded(
  { database }: PushContext,
  which: { tokenHash?: string; customerId?: bigint } | "all",
): Promise<void> {
  const { reader } = database;
  if (which === "all") return store.forgetEnded(reader, "all");
  const { tokenHash, customerId } = which;
  if (tokenHash !== undefined) return store.forgetEnded(reader, { tokenHash });
  if (customerId !== undefined) return store.forgetEnded(reader, { customerId });
  return Promise.resolve();
}

const batchMax = 64;
/** Longer than a push service is waited for, with what is before it in the same batch. */
const takenSeconds = 120;

export type Sent = { delivered: number; dropped: number; later: number; gone: number };

/** Sends what is due, once; answers whether there was as much as is taken at once, and so perhaps more. */
export async function deliverDue(
  context: PushContext,
  count: (sent: Sent) => void,
): Promise<boolean> {
  const due = await store.takeDue(context.database.reader, {
    limit: batchMax,
    forSeconds: takenSeconds,
    ageHoursMax: pushAgeHoursMax,
  });
  const sent: Sent = { delivered: 0, dropped: 0, later: 0, gone: 0 };
  await Promise.all(
    due.map(async (delivery) => {
      sent[await deliver(context, delivery)] += 1;
    }),
  );
  count(sent);
  return due.length === batchMax;
}

async function deliver(context: PushContext, delivery: DueDelivery): Promise<keyof Sent> {
  const { reader } = context.database;
  const { key } = context.push;
  const wanted = wantedOf(delivery, key);
  if (wanted === null || key === null) {
    await store.dropDeliveries(reader, [delivery.id]);
    return "dropped";
  }
  const fate = fateOf(await send(context, key, wanted), delivery.attempts);
  if (typeof fate === "object") {
    await store.deliverLater(reader, delivery.id, fate.retryInSeconds);
    return "later";
  }
  if (fate === "subscription_gone") {
    await store.forgetEndpoint(reader, delivery.session_id, wanted.subscription.endpoint);
  }
  await store.dropDeliveries(reader, [delivery.id]);
  return fate === "subscription_gone" ? "gone" : fate;
}

type Wanted = {
  subscription: { endpoint: string; p256dh: string; auth: string };
  language: "jp" | "cn" | "us";
  told: Told;
  group: MessageGroup;
  amounts: boolean;
  unread: number;
};

/** Null where nobody is to be told any more: signed out, switched off, read, or too long ago. */
function wantedOf(delivery: DueDelivery, key: PushKey | null): Wanted | null {
  const { endpoint, p256dh, auth, language, is_live, is_old, is_read, unread } = delivery;
  if (endpoint === null || p256dh === null || auth === null || language === null) return null;
  if (!is_live || is_old || is_read || delivery.public_key !== key?.publicKey) return null;
  const { message_id: id, kind, params, texts, author, link } = delivery;
  if (id !== null && kind === null) return null;
  const told: Told =
    id === null || kind === null
      ? { kind: "service" }
      : { id: id.toString(), kind, params: params ?? {}, texts, author, link };
  const group = told.kind === "service" ? "notices" : groupOf(told.kind);
  if (delivery.groups_off?.includes(group) === true) return null;
  const amounts = delivery.amounts ?? false;
  return { subscription: { endpoint, p256dh, auth }, language, told, group, amounts, unread };
}

async function send(
  { push: { transport }, settings, feed }: PushContext,
  key: PushKey,
  { subscription, language, told, group, amounts, unread }: Wanted,
): Promise<{ status: number | null; retryAfterSeconds: number | null }> {
  const simulated = feed.kind === "simulated";
  const shown = shownOf(told, { language, amounts, simulated });
  const request = encryptedFor(subscription, JSON.stringify({ ...shown, language, unread }), {
    key,
    contact: settings.pushContact,
    topic: shown.tag,
    ...howToSend(group),
  });
  try {
    return await transport.send(request);
  } catch {
    return { status: null, retryAfterSeconds: null };
  }
}
