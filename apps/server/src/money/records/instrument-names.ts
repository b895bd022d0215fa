import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import { insertNames } from "./instrument-names.store.ts";

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
    const changed = seen.filter((one) => {
      const { names } = one;
      const before = known.get(keyOf(one));
      return before?.jp !== names.jp || before.cn !== names.cn || before.us !== names.us;
    });
    if (changed.length === 0) return;
    await insertNames(database.reader, changed, now);
    known = new Map(seen.map((one) => [keyOf(one), one.names]));
  });
}

function keyOf({ market, code }: Stock): string {
  return `${market}:${code}`;
}
