import { minor, price, type MarketKey, type Minor } from "@sanshi/money";
import type { Reader } from "../../platform/sql/database.ts";
import {
  positionAfter,
  type PastFigures,
  type PositionEvent,
  type PositionTerms,
} from "./past-positions.rules.ts";
import {
  appliedLater,
  chargesOf,
  lentFor,
  pastEvents,
  pastHeaders,
  type Charge,
  type PastEvent,
  type PastHeader,
} from "./past-positions.store.ts";

/** A position as it stood at a moment that is over. */
export type PastPosition = PastFigures & {
  id: bigint;
  customerId: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  /** Milliseconds since the epoch. */
  openedAt: number;
  /** Splits that had taken effect and were applied to it later: one of its shares was so many. */
  unappliedSplits: readonly { numerator: bigint; denominator: bigint }[];
  /** What actions that had taken effect have paid it later, or charged a short. */
  unpaid: Minor;
};

/**
 * What customers held right before a moment (milliseconds since the epoch), by market and code. It follows from
 * fills, actions and postings before the moment alone, whatever has become of the positions since. A position that
 * nothing has happened to since is what it was, and its fills are not read.
 */
export async function positionsBefore(
  reader: Reader,
  customerIds: readonly bigint[],
  moment: number,
): Promise<PastPosition[]> {
  const headers = await pastHeaders(reader, customerIds, moment);
  const changed = headers.filter(({ has_changed: hasChanged }) => hasChanged);
  const ids = changed.map(({ id }) => id);
  const happened = ids.length === 0 ? [] : await pastEvents(reader, ids, moment);
  const later = ids.length === 0 ? [] : await appliedLater(reader, ids, moment);
  const isMargined = changed.some(({ side, leverage }) => side === "short" || leverage > 1);
  const loans = isMargined ? await lentFor(reader, customerIds, ids, moment) : [];
  const charges = isMargined ? await chargesOf(reader, ids) : [];
  const chargesByPosition = Map.groupBy(charges, ({ position_id: id }) => id);
  const loanOf = new Map(loans.map((loan) => [`${loan.position_id}:${loan.at}`, loan]));
  const eventsOf = Map.groupBy(happened, ({ position_id: id }) => id);
  const laterOf = Map.groupBy(later, ({ position_id: id }) => id);
  return headers.flatMap((header) => {
    const { id, customer_id: customerId, market, code, side, opened_at: openedAt } = header;
    const charged = chargesByPosition.get(id) ?? [];
    const figures = header.has_changed
      ? replayed(header, moment, {
          events: (eventsOf.get(id) ?? []).map((row) =>
            eventOf(row, loanOf.get(`${id}:${row.at}`)),
          ),
          charged,
        })
      : standing(header);
    if (figures.opened === figures.closed) return [];
    const effective = (laterOf.get(id) ?? []).filter((one) => one.is_effective);
    return [
      {
        ...figures,
        ...{ id, customerId, market, code, side, openedAt },
        unappliedSplits: effective.flatMap(({ numerator, denominator }) =>
          numerator === null || denominator === null ? [] : [{ numerator, denominator }],
        ),
        unpaid: minor(
          effective.reduce(
            (sum, { amount, numerator }) => sum + (numerator === null ? amount : 0n),
            0n,
          ),
        ),
      },
    ];
  });
}

/** As the position's own row has it. */
function standing(header: PastHeader): PastFigures {
  return {
    opened: header.opened,
    closed: header.closed,
    openPrice: header.open_price ?? price(0n),
    openValue: header.open_value ?? (header.open_price ?? 0n) * header.opened,
    marginLeft: header.margin_left,
    borrowedLeft: header.borrowed_left,
    collateralLeft: header.collateral_left,
    interestUnits: header.interest_units,
    interestThrough: header.interest_through,
  };
}

function replayed(
  header: PastHeader,
  moment: number,
  { events, charged }: { events: readonly PositionEvent[]; charged: readonly Charge[] },
): PastFigures {
  const chargedBefore = charged
    .filter(({ at }) => at < moment)
    .map(({ at, units }): PositionEvent => ({ kind: "charge", at, units }));
  const inOrder = [...events, ...chargedBefore].toSorted((one, other) => one.at - other.at);
  const figures = positionAfter(inOrder, {
    market: header.market,
    side: header.side,
    openedAt: header.opened_at,
    roundsPrice: header.rounds_price,
  });
  return { ...figures, ...interestOf(header, figures, sumSince(charged, moment)) };
}

/** What these positions have to be by their fills and splits alone; money that was lent is left out. */
export async function figuresFromFills(
  reader: Reader,
  positions: readonly ({ id: bigint } & PositionTerms)[],
): Promise<Map<bigint, Pick<PastFigures, "opened" | "closed" | "openPrice" | "openValue">>> {
  const ids = positions.map(({ id }) => id);
  const happened = Map.groupBy(
    await pastEvents(reader, ids, endOfTime),
    ({ position_id: id }) => id,
  );
  return new Map(
    positions.map((own) => {
      const events = (happened.get(own.id) ?? []).map((row) => eventOf(row, undefined));
      return [own.id, positionAfter(events, own)];
    }),
  );
}

/** Later than any fill, and a time that the database knows. */
const endOfTime = Date.UTC(9999, 0);

function eventOf(
  row: PastEvent,
  loan: { lent: bigint; collateral: bigint } | undefined,
): PositionEvent {
  const { at, numerator, denominator, quantity } = row;
  if (numerator !== null && denominator !== null) {
    return { kind: "split", at, numerator, denominator, quantityAfter: quantity };
  }
  return {
    kind: "fill",
    at,
    quantity,
    opens: row.opens ?? false,
    value: row.value ?? 0n,
    amount: row.amount ?? 0n,
    isReversal: row.is_reversal,
    lent: loan?.lent ?? 0n,
    collateral: loan?.collateral ?? 0n,
    ...(row.free_until !== null && { freeUntil: row.free_until }),
  };
}

function sumSince(charged: readonly Charge[], moment: number): bigint {
  return charged.reduce((sum, { at, units }) => (at >= moment ? sum + units : sum), 0n);
}

/**
 * While nothing of its principal has changed, the position's own account counts, less what was charged since: it has
 * what was charged before charges were kept, and what bears no interest on its first day.
 */
function interestOf(
  header: PastHeader,
  past: PastFigures,
  chargedSince: bigint,
): Pick<PastFigures, "interestUnits" | "interestThrough"> {
  const { margin_left, borrowed_left, collateral_left } = header;
  const isSame =
    margin_left === past.marginLeft &&
    borrowed_left === past.borrowedLeft &&
    collateral_left === past.collateralLeft;
  if (!isSame) {
    return { interestUnits: past.interestUnits, interestThrough: past.interestThrough };
  }
  return {
    interestUnits: header.interest_units - chargedSince,
    interestThrough: header.interest_through,
  };
}
