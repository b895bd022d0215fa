import type { AlertKind, CustomerEvent } from "@sanshi/contract";
import { formatPrice, settlementCurrency, type MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { hasEnded } from "../../market-feed/stock-ends.ts";
import { answeredOnceWithId, answerOnce } from "../../platform/answer-once.ts";
import { publishAllWith } from "../../platform/customer-events.ts";
import { accept, refuse, type Outcome, type Refusal } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { untilItIsRead } from "../../platform/sql/kept-in-memory.ts";
import { sendMessages, type NewMessage } from "../../people/messages/messages.ts";
import { createAlertWatch, type AlertWatch, type ReachedAlert } from "./alert-watch.ts";
import {
  changeInPercent,
  checkAlert,
  objectToAnother,
  scaledLevel,
  showLevel,
} from "./alerts.rules.ts";
import * as store from "./alerts.store.ts";
import type { StoredAlert } from "./alerts.store.ts";
import type { WaitingAlert } from "./waiting-alerts.ts";

export type AlertForm = { type: MarketKey; code: string; kind: AlertKind; value: string };
type AlertsContext = Pick<
  Context,
  "database" | "listener" | "quotes" | "clock" | "events" | "log" | "feed" | "hours" | "instruments"
>;

/** An alert of another scale than the quote is looked at again after this time, and one that could not be read. */
const againAfterMs = 1_000;

/** Carries the id of an alert that was added or cancelled. */
export const alertChannel = "price_alert_changed";

export type Alerts = {
  /** Newest first. */
  list(customer: Customer): Promise<StoredAlert[]>;
  /** Answers the new alert's id. The same request gets the same answer again, a refusal included. */
  add(customer: Customer, form: AlertForm, requestId: string): Promise<Outcome<{ id: string }>>;
  /** One that was reached is a message already, and not found any more. */
  remove(
    customer: Customer,
    id: bigint,
    requestId: string | undefined,
  ): Promise<Outcome<Record<string, never>>>;
  stop(): Promise<void>;
};

/** Watches for everybody's alerts in this process: those of the database and those that come. */
export async function startAlerts(context: AlertsContext): Promise<Alerts> {
  const timers = new Set<NodeJS.Timeout>();
  const followLater = ({ id }: Pick<WaitingAlert, "id">) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void follow(id.toString());
    }, againAfterMs);
    timers.add(timer.unref());
  };
  const watch = createAlertWatch(
    context,
    (reached) => notifyOfReached(context, reached),
    followLater,
  );
  const follow = (id: string) =>
    followChange(context, watch, BigInt(id)).catch((error: unknown) => {
      context.log.warn({ err: error, alert: id }, "a change of a price alert was not followed");
      followLater({ id: BigInt(id) });
    });
  const addAll = async () => {
    for (const stored of await store.loadAllWaiting(context.database.reader)) {
      watch.add(waitingAlert(stored));
    }
  };
  context.listener.on(alertChannel, (id) => void follow(id));
  // What was announced meanwhile was not heard; one that was removed is refused by the database.
  context.listener.onReconnected(untilItIsRead(context, "price alerts", addAll));
  const stopRenaming = context.instruments.onRenamed(addAll);
  watch.start();
  await addAll();
  return {
    list: ({ customerId }) => store.listWaiting(context.database.reader, customerId),
    add: (customer, form, requestId) => addAlert(context, watch, customer, form, requestId),
    remove: (customer, id, requestId) => removeAlert(context, watch, customer, id, requestId),
    stop() {
      stopRenaming();
      for (const timer of timers) clearTimeout(timer);
      return watch.stop();
    },
  };
}

async function followChange(context: AlertsContext, watch: AlertWatch, id: bigint): Promise<void> {
  const stored = await store.findWaiting(context.database.reader, id);
  if (stored === undefined) watch.remove(id);
  else watch.add(waitingAlert(stored));
}

function waitingAlert({ id, customer_id, market, code, kind, value, scale_of }: StoredAlert) {
  return { id, customerId: customer_id, market, code, kind, value, scaleOf: scale_of };
}

export { alertedInstruments, customersToScale } from "./alerts.store.ts";

/** Nobody waits for a price of a stock that has ended. */
export async function dropAlerts(
  transaction: Transaction,
  stock: { market: MarketKey; code: string },
): Promise<void> {
  for (const id of await store.deleteWaitingOf(transaction, stock)) {
    await store.announceChange(transaction, alertChannel, id);
  }
}

/** Brings a customer's alerts over the splits that have taken effect, in the caller's transaction. */
export async function scaleAlerts(transaction: Transaction, customerId: bigint): Promise<void> {
  await store.lockAlerts(transaction, customerId);
  const values = new Map<bigint, bigint>();
  for (const due of await store.dueScalings(transaction, customerId)) {
    const { id, kind, effective_at } = due;
    const value = scaledLevel({ kind, value: values.get(id) ?? due.value }, due);
    values.set(id, value);
    await store.scaleAlert(transaction, { id, value, effective_at });
  }
  for (const id of values.keys()) await store.announceChange(transaction, alertChannel, id);
}

/** The database decides which alerts still wait; each of them becomes one message, in the same transaction. */
async function notifyOfReached(
  context: AlertsContext,
  reached: readonly ReachedAlert[],
): Promise<void> {
  const at = context.clock.now();
  await context.database.transaction(async (transaction) => {
    const fired = new Set(
      await store.markFired(
        transaction,
        reached.map(({ alert, quote }) => ({
          id: alert.id,
          at,
          price: quote.last,
          feed: quote.feed,
          sequence: quote.sequence,
        })),
      ),
    );
    const told = reached.filter(({ alert }) => fired.has(alert.id));
    if (told.length === 0) return;
    await sendMessages(
      transaction,
      told.map((one) => alertMessage(context, one, at)),
    );
    await publishAllWith(transaction, told.map(alertEvent));
  });
}

function alertMessage(
  context: AlertsContext,
  { alert, quote }: ReachedAlert,
  at: number,
): NewMessage {
  const { customerId, market, code, kind } = alert;
  const names = context.quotes.instrument(market, code)?.names;
  return {
    customerId,
    kind: "price_alert",
    params: {
      type: market,
      code,
      ...(names && { name_jp: names.jp, name_cn: names.cn, name_us: names.us }),
      alert: kind,
      value: showLevel(alert, market),
      price: formatPrice(quote.last, settlementCurrency(market)),
      change_percent: changeInPercent(quote),
    },
    link: `/quotes/info?${new URLSearchParams({ type: market, code }).toString()}`,
    at,
  };
}

function alertEvent({ alert: { id, customerId, market, code }, quote }: ReachedAlert): {
  customerId: bigint;
  event: CustomerEvent;
} {
  const price = formatPrice(quote.last, settlementCurrency(market));
  return {
    customerId,
    event: { kind: "price_alert", id: id.toString(), type: market, code, price },
  };
}

async function addAlert(
  context: AlertsContext,
  watch: AlertWatch,
  { customerId }: Customer,
  form: AlertForm,
  requestId: string,
): Promise<Outcome<{ id: string }>> {
  let added: WaitingAlert | null = null;
  const outcome = await context.database.transaction(async (transaction) => {
    await store.lockAlerts(transaction, customerId);
    const request = { customerId, requestId, call: "add-alert", input: form };
    return answerOnce(transaction, request, async () => {
      const decided = await decideAlert(context, transaction, customerId, form);
      added = decided.added;
      return decided.outcome;
    });
  });
  // The other processes hear of it; here it is watched before the customer is told that it is.
  if (added !== null) watch.add(added);
  return outcome;
}

async function decideAlert(
  context: AlertsContext,
  transaction: Transaction,
  customerId: bigint,
  form: AlertForm,
): Promise<{ outcome: Outcome<{ id: string }>; added: WaitingAlert | null }> {
  const { type: market, code } = form;
  const instrument = context.quotes.instrument(market, code);
  if (instrument?.end !== undefined && hasEnded(instrument, context.clock.now(), context.hours)) {
    const params = { code, last_day: instrument.end.lastTradingDay };
    return refused({ code: "instrument_ended", params });
  }
  const checked = checkAlert(form, market, {
    isKnown: instrument !== null,
    prices: context.quotes.get(market, code),
  });
  if (!checked.ok) return refused(checked.objection);
  const alert = { customerId, market, code, ...checked.level };
  const objection = objectToAnother(await store.listWaiting(transaction, customerId), alert);
  if (objection !== null) return refused(objection);
  const at = context.clock.now();
  const id = await store.insertAlert(transaction, { ...alert, at });
  await store.announceChange(transaction, alertChannel, id);
  return { outcome: accept({ id: id.toString() }), added: { ...alert, id, scaleOf: at } };
}

function refused(refusal: Refusal): { outcome: Outcome<never>; added: null } {
  return { outcome: { ok: false, refusal }, added: null };
}

async function removeAlert(
  context: AlertsContext,
  watch: AlertWatch,
  { customerId }: Customer,
  id: bigint,
  requestId: string | undefined,
): Promise<Outcome<Record<string, never>>> {
  const request = { customerId, requestId, call: "remove-alert", input: { id: id.toString() } };
  const outcome = await answeredOnceWithId<Record<string, never>>(
    context.database,
    request,
    async (transaction) => {
      if (!(await store.deleteWaiting(transaction, customerId, id)))
        return refuse("alert_not_found");
      await store.announceChange(transaction, alertChannel, id);
      return accept({});
    },
  );
  if (outcome.ok) watch.remove(id);
  return outcome;
}
