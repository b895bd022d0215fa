import {
  dayMs,
  revenuePurposes,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import { addMinor, formatMinor, zeroMinor, type Currency, type Minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { queuesOnWire } from "../health/health.ts";
import * as store from "./dashboard.store.ts";

type Dashboard = CallOutput<OperatorCalls["/api/ops/dashboard"]>;

const tokyoOffsetMs = 9 * 3_600_000;

/** Nothing of it is kept anywhere: each figure is summed up from postings and records when it is asked for. */
export async function dashboard(
  { database, clock, feed }: Pick<Context, "database" | "clock" | "feed">,
  { days }: CheckedInput<OperatorCalls["/api/ops/dashboard"]>,
): Promise<Dashboard> {
  const span = spanOf(clock.now(), Number(days));
  const [found, queues] = await Promise.all([
    database.readHeavily(async (reader) => ({
      money: await store.bankByDay(reader, span),
      revenue: await store.revenueByDay(reader, span, revenuePurposes),
      customers: await store.customersByDay(reader, span),
    })),
    queuesOnWire({ database, clock, feed }),
  ]);
  return {
    ...span,
    money: found.money.map(({ day, currency, received, paid }) => ({
      day,
      currency,
      in: formatMinor(received, currency),
      out: formatMinor(paid, currency),
    })),
    revenue: found.revenue.map(({ day, currency, purpose, earned }) => ({
      day,
      currency,
      purpose,
      amount: formatMinor(earned, currency),
    })),
    money_totals: totalsOf(found.money, (row) => [row.received, row.paid]).map(
      ([currency, [received, paid]]) => ({
        currency,
        in: formatMinor(received, currency),
        out: formatMinor(paid, currency),
      }),
    ),
    revenue_totals: totalsOf(found.revenue, (row) => [row.earned]).map(([currency, [earned]]) => ({
      currency,
      amount: formatMinor(earned, currency),
    })),
    customers: found.customers,
    queues,
  };
}

/** Days of Tokyo, both included. */
function spanOf(now: number, days: number): { from: string; to: string } {
  const day = (at: number) => new Date(at + tokyoOffsetMs).toISOString().slice(0, 10);
  return { from: day(now - (days - 1) * dayMs), to: day(now) };
}

/** Sums of each currency: what is in several is never added up. */
function totalsOf<Row extends { currency: Currency }, Sums extends readonly Minor[]>(
  rows: readonly Row[],
  sumsOf: (row: Row) => [...Sums],
): [currency: Currency, sums: Sums][] {
  const totals = new Map<Currency, Sums>();
  for (const row of rows) {
    const before = totals.get(row.currency);
    const sums = sumsOf(row);
    const after = sums.map((sum, index) => addMinor(sum, before?.[index] ?? zeroMinor));
    totals.set(row.currency, after as unknown as Sums);
  }
  return [...totals];
}
