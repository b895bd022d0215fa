import { iso, isoOrNull, subscriptionStatuses } from "@sanshi/contract";
import { formatMinor, formatShares, settlementCurrency, shares } from "@sanshi/money";
import { calendarParams, calendarStatusAt } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { sendMessages, type NewMessage } from "../../people/messages/messages.ts";
import * as store from "./subscriptions.store.ts";

const toldAtOnceMax = 500;

type Told = Awaited<ReturnType<typeof store.lockToTell>>[number];

/** Tells the next customers what became of their subscription, each once. Answers how many. */
export function notifySubscribers(
  context: Pick<Context, "database" | "clock" | "hours">,
): Promise<number> {
  const { database, clock } = context;
  return database.transaction(async (transaction) => {
    const found = await store.lockToTell(transaction, toldAtOnceMax);
    if (found.length === 0) return 0;
    const at = clock.now();
    await sendMessages(
      transaction,
      found.flatMap((told) => messageOf(context, told, at)),
    );
    await store.setTold(
      transaction,
      found.map(({ id }) => id),
    );
    return found.length;
  });
}

/**
 * Tells the next entrants of a list that its root is published, each once: the offering keeps up to whom, so
 * that whoever was killed in between leaves the rest to the next look. Answers how many.
 */
export function notifyEntrants({
  database,
  clock,
}: Pick<Context, "database" | "clock">): Promise<number> {
  return database.transaction(async (transaction) => {
    const offering = await store.lockEntrantsToTell(transaction);
    if (offering === undefined) return 0;
    const { id: offeringId, through, code, names, root } = offering;
    const page = { offeringId, through, limit: toldAtOnceMax };
    const found = await store.entrantsAfter(transaction, page);
    const at = clock.now();
    const link = `/home/newShareInfo?id=${offeringId}` as const;
    const said = {
      name_jp: names.jp,
      name_cn: names.cn,
      name_us: names.us,
      code,
      root: root ?? "",
    };
    await sendMessages(
      transaction,
      found.map(({ customer_id: customerId, number }) => {
        return { customerId, kind: "new_share_closed", params: { ...said, number }, link, at };
      }),
    );
    const isLast = found.length < toldAtOnceMax;
    await store.setEntrantsTold(transaction, offeringId, isLast ? null : found.at(-1)!.id);
    return Math.max(1, found.length);
  });
}

/**
 * Tells the next entrants of a list that its offering will be withdrawn; and, once it is, those whose entry ended
 * before: whose entry ends with it is told with its end.
 */
export function notifyOfWithdrawal({
  database,
  clock,
}: Pick<Context, "database" | "clock">): Promise<number> {
  return database.transaction(async (transaction) => {
    const offering = await store.lockWithdrawalToTell(transaction);
    if (offering === undefined) return 0;
    const { id: offeringId, through, code, names, withdrawn_reason: gone } = offering;
    const why = gone ?? offering.withdrawal_reason;
    if (why === null) throw new Error(`the offering ${offeringId} is not withdrawn`);
    const page = { offeringId, through, limit: toldAtOnceMax };
    const found =
      gone === null
        ? await store.entrantsAfter(transaction, page)
        : await store.endedEntrantsAfter(transaction, page);
    const at = clock.now();
    const params = {
      ...{ name_jp: names.jp, name_cn: names.cn, name_us: names.us, code },
      ...{ why_jp: why.jp, why_cn: why.cn, why_us: why.us },
      until: isoOrNull(offering.withdraws_at) ?? "",
    };
    await sendMessages(
      transaction,
      found.map(({ customer_id: customerId, number }) => ({
        customerId,
        kind: gone === null ? "new_share_withdrawal_announced" : "new_share_withdrawn",
        params: { ...params, number },
        link: `/home/newShareInfo?id=${offeringId}` as const,
        at,
      })),
    );
    const isLast = found.length < toldAtOnceMax;
    await store.setWithdrawalTold(transaction, offeringId, isLast ? null : found.at(-1)!.id);
    return Math.max(1, found.length);
  });
}

function messageOf({ hours }: Pick<Context, "hours">, told: Told, at: number): NewMessage[] {
  const { status, market, code, names, customer_id: customerId } = told;
  const currency = settlementCurrency(market);
  const link = `/home/newShareInfo?id=${told.offering_id}` as const;
  const params: Record<string, string> = {
    name_jp: names.jp,
    name_cn: names.cn,
    name_us: names.us,
    code,
    number: told.number,
    root: told.root ?? "",
  };
  switch (status) {
    case subscriptionStatuses.awaiting_draw:
      return [{ customerId, kind: "new_share_closed", params, link, at }];
    case subscriptionStatuses.not_allotted: {
      const place = String(told.waiting_place ?? "");
      return [
        { customerId, kind: "new_share_not_allotted", params: { ...params, place }, link, at },
      ];
    }
    case subscriptionStatuses.payable: {
      if (told.amount === null || told.pay_until === null) return [];
      const got = {
        quantity: formatShares(shares(BigInt(told.allotted_lots) * told.lot_size)),
        amount: formatMinor(told.amount, currency),
        currency,
        until: iso(told.pay_until),
        ...calendarParams("until", calendarStatusAt(market, told.pay_until, hours)),
      };
      const own = "/mine/newShareOrder";
      const said = { ...params, ...got };
      return [{ customerId, kind: "new_share_allotted", params: said, link: own, at }];
    }
    case subscriptionStatuses.listed: {
      if (told.amount === null || told.position_id === null) return [];
      const held = {
        quantity: formatShares(shares(BigInt(told.allotted_lots) * told.lot_size)),
        amount: formatMinor(told.amount, currency),
        currency,
      };
      const position = `/position/info?id=${told.position_id}` as const;
      const said = { ...params, ...held };
      return [{ customerId, kind: "new_share_listed", params: said, link: position, at }];
    }
    case subscriptionStatuses.deadline_missed:
      return [{ customerId, kind: "new_share_missed", params, link, at }];
    case subscriptionStatuses.cancelled: {
      const { withdrawn_reason: why } = told;
      if (why === null) return [];
      const said = { ...params, why_jp: why.jp, why_cn: why.cn, why_us: why.us };
      return [{ customerId, kind: "new_share_withdrawn", params: said, link, at }];
    }
    default:
      // Their own act, or another since.
      return [];
  }
}
