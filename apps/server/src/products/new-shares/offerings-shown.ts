import {
  drawBundlePath,
  iso,
  isoOrNull,
  subscriptionStatuses,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import { formatMinor, formatPrice, minor, settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { offeringStatus } from "./new-shares.rules.ts";
import * as store from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";

type Listed = CallOutput<OperatorCalls["/api/ops/offerings"]>;
type Item = Listed["items"][number];
type FunnelRow = Awaited<ReturnType<typeof store.funnelOf>>[number];

/** Operators see the funnel, the quota and the books of an offering; there is nothing of the draw to touch. */
export async function offeringsForOperators(
  { database, clock }: Pick<Context, "database" | "clock">,
  form: CheckedInput<OperatorCalls["/api/ops/offerings"]>,
): Promise<Outcome<Listed>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const page = { before: place?.[0] ?? null, limit: limit + 1 };
  const found = await store.pageOfOfferings(database.reader, page);
  const shown = found.slice(0, limit);
  const funnel = await store.funnelOf(
    database.reader,
    shown.map(({ id }) => id),
  );
  const last = shown.at(-1);
  return accept({
    items: shown.map((offering) => {
      const own = funnel.filter(({ offering_id }) => offering_id === offering.id);
      return onWire(offering, own, clock.now());
    }),
    next_cursor: found.length > limit && last !== undefined ? cursorOf(last.id) : null,
  });
}

function onWire(offering: StoredOffering, funnel: readonly FunnelRow[], now: number): Item {
  const currency = settlementCurrency(offering.market);
  const id = offering.id.toString();
  const sum = (status: number) =>
    minor(
      funnel
        .filter((row) => row.status === status)
        .reduce((all, row) => all + BigInt(row.amount), 0n),
    );
  return {
    id,
    type: offering.market,
    code: offering.code,
    names: offering.names,
    status: offeringStatus(offering, now),
    published_at: iso(offering.published_at),
    withdrawn_at: isoOrNull(offering.withdrawn_at),
    withdraws_at: isoOrNull(offering.withdraws_at),
    opens_at: iso(offering.opens_at),
    closes_at: iso(offering.closes_at),
    priced_at: isoOrNull(offering.priced_at),
    draws_at: iso(offering.draws_at),
    pays_until: iso(offering.pays_until),
    lists_at: iso(offering.lists_at),
    provisional_low: formatPrice(offering.price_low, currency),
    provisional_high: formatPrice(offering.price_high, currency),
    price: offering.price === null ? null : formatPrice(offering.price, currency),
    quota: offering.quota_lots,
    terms_hash: offering.terms_hash,
    root: offering.root,
    root_at: isoOrNull(offering.root_at),
    drawn_at: isoOrNull(offering.drawn_at),
    address: drawBundlePath(id),
    funnel: funnelOf(funnel),
    frozen: formatMinor(sum(subscriptionStatuses.paid), currency),
    payable: formatMinor(sum(subscriptionStatuses.payable), currency),
  };
}

function funnelOf(rows: readonly FunnelRow[]): Item["funnel"] {
  const are = subscriptionStatuses;
  const step = (statuses: readonly number[], lots: "lots" | "allotted", waits?: true) => {
    const own = rows.filter((row) => statuses.includes(row.status) && (!waits || row.waits));
    return {
      count: own.reduce((sum, row) => sum + row.count, 0),
      lots: own.reduce((sum, row) => sum + row[lots], 0),
    };
  };
  const taken = [are.payable, are.paid, are.listed, are.waived, are.deadline_missed];
  return {
    subscribed: step([are.awaiting_draw, are.not_allotted, ...taken], "lots"),
    cancelled: step([are.cancelled], "lots"),
    allotted: step(taken, "allotted"),
    waiting: step([are.not_allotted], "lots", true),
    payable: step([are.payable], "allotted"),
    paid: step([are.paid, are.listed], "allotted"),
    waived: step([are.waived], "allotted"),
    missed: step([are.deadline_missed], "allotted"),
  };
}
