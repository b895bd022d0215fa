import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minor, shares, type MarketKey } from "@sanshi/money";
import { fees, instantOf, localDate, tradingHours } from "@sanshi/rulebook";
import {
  createReplayFeed,
  type ReplayFeed,
} from "../../apps/server/src/market-feed/replay/replay-feed.ts";
import { startTestApplicationOn } from "../support/test-application.ts";

const openingTimes = { jpy: "09:00", usd: "09:30", cny: "09:30" } as const;
export const opening = (market: MarketKey, date: string) =>
  instantOf(market, date, openingTimes[market]);

/** The end of continuous trading; the close is told in the millisecond before. */
export function closing(market: MarketKey, date: string): number {
  return tradingHours(market, date, "exchange")!.closesAt;
}

const beforehandMs = 60_000;

/** The app on a record whose first date begins now, and how to bring it to a moment of the record. */
export async function startReplay(
  folder: string,
  code: string | null,
  from: string,
  environment: Record<string, string> = {},
) {
  let startedAt = 0;
  const chosen = code === null ? {} : { codes: [code] };
  const app = await startTestApplicationOn((clock): ReplayFeed => {
    startedAt = clock.now();
    return createReplayFeed({ folder, clock, ...chosen, from, startsAt: startedAt });
  }, environment);
  const zero = Date.parse(`${from}T00:00:00Z`);
  const secondsUntil = (moment: number) =>
    Math.ceil((moment - zero - (app.context.clock.now() - startedAt)) / 1_000);
  /** In two leaps: what a day brings with it takes a while, and the clock goes on, until its price is too old. */
  async function playTo(moment: number): Promise<void> {
    for (const leap of [moment - beforehandMs, moment]) {
      const seconds = secondsUntil(leap);
      if (seconds > 0) await app.advance(seconds);
    }
    app.feed.poll();
  }
  return { app, playTo, appTime: (moment: number) => startedAt + (moment - zero) };
}

type WrittenRecord = {
  /** Lines of bars.csv and of the file of actions, each without its header. */
  bars: readonly string[];
  actions: readonly string[];
  from: string;
};

/** The app on a record of American stocks that a test has written, with a customer who has a million dollars. */
export async function startWrittenReplay({ bars, actions, from }: WrittenRecord) {
  const folder = await mkdtemp(join(tmpdir(), "sanshi-record-"));
  const write = (name: string, lines: readonly string[]) =>
    writeFile(join(folder, name), lines.join("\n"));
  await mkdir(join(folder, "corpactions"));
  await write("bars.csv", ["symbol,date,open,high,low,close,volume", ...bars]);
  await write("corpactions/actions.csv", ["symbol,ex_date,action,value", ...actions]);
  const replay = await startReplay(folder, null, from, {
    MARKET_HOURS: "exchange",
    SIMULATED_GRANT: "USD:1000000",
  });
  return {
    ...replay,
    customer: await replay.app.newCustomer(),
    /** Three seconds into a day's trading, when all that a leap has brought is done. */
    async playToOpening(date: string): Promise<void> {
      await replay.playTo(opening("usd", date) + 3_000);
      await replay.app.settle();
    },
    async stop(): Promise<void> {
      await replay.app.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Money of shares at a price, in the minor unit; a customer buys rounded up and sells rounded down. */
export function valueOf(
  market: MarketKey,
  at: bigint,
  quantity: bigint,
  rounding: "up" | "down",
): bigint {
  const unit = market === "jpy" ? 10_000n : 100n;
  return (at * quantity + (rounding === "up" ? unit - 1n : 0n)) / unit;
}

export function feeOf(
  market: MarketKey,
  side: "buy" | "sell",
  notionalMinor: bigint,
  quantity: bigint,
  filledAt: string | null,
): bigint {
  const date = localDate(market, Date.parse(filledAt!));
  return fees({
    market,
    side,
    notionalMinor: minor(notionalMinor),
    quantity: shares(quantity),
    date,
  }).totalMinor;
}
