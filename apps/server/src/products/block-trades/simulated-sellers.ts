import { createHash } from "node:crypto";
import { dayMs, hourMs } from "@sanshi/contract";
import { marketKeys, shares, type MarketKey, type Price } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { insertBlock } from "./drawing.ts";
import { bandOf } from "./price-band.ts";
import { objectToBlock } from "./block-trades.rules.ts";
import { madeAny } from "./offers.store.ts";
import {
  announcedHours,
  discounted,
  endedBlocks,
  lotsOf,
  simulatedBlocks,
  type SimulatedBlock,
} from "./simulated-sellers.rules.ts";

type SellingContext = Pick<
  Context,
  "database" | "clock" | "quotes" | "feed" | "pin" | "settings" | "sealer"
>;

/** The offers of the simulated market's institutions that should be there by now; answers how many are new. */
export async function publishSimulatedBlocks(context: SellingContext): Promise<number> {
  const { feed, clock, quotes, pin, database } = context;
  if (feed.kind !== "simulated") return 0;
  const seen = seenOf(database);
  // What of the seed may be told: nobody learns a price from an offer.
  const seed = pin.commitment?.toString("hex") ?? "given";
  const chanceOf = (madeAs: string) =>
    createHash("sha256").update(`block trade ${seed} ${madeAs}`).digest();
  let published = 0;
  for (const market of marketKeys) {
    const codes = quotes
      .instruments(market)
      .map(({ code }) => code)
      .toSorted();
    if (codes.length === 0) continue;
    const [now, count] = [clock.now(), codes.length];
    const isFirst = !seen.has(market) && !(await madeAny(database.reader, market));
    if (!isFirst) seen.add(market);
    const blocks = [
      ...(isFirst ? endedBlocks(chanceOf, market, count, now) : []),
      ...simulatedBlocks(chanceOf, market, count, now),
    ];
    for (const block of blocks) {
      if (await publish(context, market, codes[block.stock] ?? "", block)) published += 1;
    }
  }
  return published;
}

/** Which of them, and of which markets any, this process knows to be there: the table says it again where it does not. */
const known = new WeakMap<Context["database"], Set<string>>();

function seenOf(database: Context["database"]): Set<string> {
  const seen = known.get(database) ?? new Set();
  known.set(database, seen);
  return seen;
}

async function publish(
  context: SellingContext,
  market: MarketKey,
  code: string,
  block: SimulatedBlock,
): Promise<boolean> {
  const { database, clock, quotes } = context;
  const seen = seenOf(database);
  if (seen.has(block.madeAs)) return false;
  const instrument = quotes.instrument(market, code);
  const quote = quotes.get(market, code);
  if (instrument === null || quote === null || quote.previousClose <= 0n) return false;
  const now = clock.now();
  const isOver = block.closesAt <= now;
  const reference = isOver ? await closeBefore(context, instrument, block) : quote.previousClose;
  if (reference === null) return false;
  const price = discounted(reference, block.discount, market);
  const limits = bandOf(instrument, reference, now);
  const lot = instrument.lotSize;
  const quota = lotsOf(block.quotaLots, lot, limits.minimum?.shares ?? null);
  const total = shares(BigInt(quota) * lot);
  // Of a stock of a few yen nothing is left of the discount.
  if (price >= reference || objectToBlock({ market, price, total }, limits) !== null) {
    seen.add(block.madeAs);
    return false;
  }
  const opensAt = isOver ? block.opensAt : Math.max(block.opensAt, now);
  const id = await database.transaction((transaction) =>
    insertBlock(context, transaction, {
      market,
      code,
      seller: "institution",
      sold: null,
      sellerNames: block.seller,
      madeAs: block.madeAs,
      price,
      reference,
      band: { low: limits.low, high: limits.high, rule: limits.reference.rule },
      lot,
      lots: { quota, min: 1, max: Math.max(1, Math.floor(quota / 10)) },
      othersLots: block.isSoldOut ? quota : 0,
      rule: block.rule,
      invitedOnly: false,
      cancellable: true,
      opensAt,
      closesAt: block.closesAt,
      settlesAt: block.settlesAt,
      lockedUntil: block.settlesAt + block.lockUpDays * dayMs,
      proposalId: null,
      at: isOver ? block.opensAt - announcedHours * hourMs : now,
      isOver,
    }),
  );
  seen.add(block.madeAs);
  return id !== null;
}

/** What an offer of the past was priced from: the close of the last day that was over when it opened. */
async function closeBefore(
  { feed }: SellingContext,
  { market, code }: { market: MarketKey; code: string },
  { opensAt }: SimulatedBlock,
): Promise<Price | null> {
  const bars = await feed.bars({ market, code, period: "1d", before: opensAt, limit: 2 });
  return bars.length < 2 ? null : (bars[0]?.close ?? null);
}
