import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { insertNames, namesOf } from "./instrument-names.store.ts";

type Names = Instrument["names"];
type Stock = { market: MarketKey; code: string };

const lookEveryMs = 1_000;

/** Keeps what stocks are called, from the moment on at which a name was first seen. */
export function startKeepingNames({
  quotes,
  database,
  clock,
  jobs,
}: Pick<Context, "quotes" | "database" | "clock" | "jobs">): { stop(): Promise<void> } {
  let known = new Map<string, Names>();
  const failure = "names of stocks were not kept";
  return jobs.repeat({ everyMs: lookEveryMs, failure }, async () => {
    const now = clock.now();
    const seen = quotes.instruments();
    const changed = seen.filter(({ names, ...stock }) => {
      const before = known.get(keyOf(stock));
      return before?.jp !== names.jp || before.cn !== names.cn || before.us !== names.us;
    });
    if (changed.length === 0) return;
    await insertNames(database.reader, changed, now);
    known = new Map(seen.map((one) => [keyOf(one), one.names]));
  });
}

/** What some stocks were called at a moment (milliseconds since the epoch). */
export async function namesThen(
  { quotes }: Pick<Context, "quotes">,
  reader: Reader,
  stocks: readonly Stock[],
): Promise<(stock: Stock, at: number) => Names> {
  const kept = stocks.length === 0 ? [] : await namesOf(reader, stocks);
  const byStock = Map.groupBy(kept, keyOf);
  return (stock, at) => {
    const own = byStock.get(keyOf(stock)) ?? [];
    const then = own.findLast(({ since }) => since <= at) ?? own[0];
    if (then !== undefined) return { jp: then.name_jp, cn: then.name_cn, us: then.name_us };
    const { market, code } = stock;
    return quotes.instrument(market, code)?.names ?? { jp: code, cn: code, us: code };
  };
}

function keyOf({ market, code }: Stock): string {
  return `${market}:${code}`;
}
