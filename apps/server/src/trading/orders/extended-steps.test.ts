import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { instantOf } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  startTestApplicationOn,
  type TestOptions,
} from "../../../../../tests/support/test-application.ts";
import { setSetting } from "../../../../../tests/support/test-money.ts";
import { randomSource } from "../../../../../tests/simulation/random-source.ts";
import { createReplayFeed } from "../../market-feed/replay/replay-feed.ts";
import { rows, sql } from "../../platform/sql/database.ts";

/** New York by the half hour. The orders are placed at the end of the first day, and live until the third is over. */
const dates = ["2024-12-17", "2024-12-18", "2024-12-19"];
const [first, second, third] = dates as [string, string, string];
const at = (date: string, time: string) => instantOf("usd", date, time);
const halfHourMs = 1_800_000;
const halfHours = (from: number, until: number) =>
  Array.from({ length: (until - from) * 2 }, (_, index) => {
    const minutes = from * 60 + index * 30;
    return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${minutes % 60 === 0 ? "00" : "30"}`;
  });

/** The gate takes half of the stocks, by a seed that fills regular orders and extended ones of them. */
const [stocks, usualSeed] = process.env["TEST_TABLES"] === "whole" ? [6, 1] : [3, 2];
const seed = Number(process.env["EXTENDED_STEPS_SEED"] ?? usualSeed);
const codes = ["AAPL", "MSFT", "NVDA", "AMZN", "TSLA", "META"].slice(0, stocks);

type Draw = ReturnType<typeof drawn>;
function drawn(from: number) {
  const random = randomSource(from);
  return {
    between: (least: number, most: number) => least + random(most - least + 1),
    chance: (share: number) => random(1_000) < share * 1_000,
  };
}

type Bar = { from: number; low: number; high: number; isExtended: boolean };

/** In cents. Extended hours go far beyond the day's prices, so that whatever met the wrong ones shows. */
function randomBar(random: Draw, isExtended: boolean): number[] {
  const any = () =>
    10_000 + (isExtended ? random.between(-4_000, 4_000) : random.between(-500, 500));
  const [open, close, one, other] = [any(), any(), any(), any()];
  const volume = isExtended ? random.between(1, 200) : 100_000;
  return [
    open,
    Math.max(open, close, one, other),
    Math.min(open, close, one, other),
    close,
    volume,
  ];
}

let folder: string;
const bars = new Map<string, Bar[]>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-extended-steps-"));
  await mkdir(join(folder, "intraday"));
  const random = drawn(seed);
  const lines = ["symbol,time_exchange_start,open,high,low,close,volume"];
  for (const code of codes) {
    const ofStock: Bar[] = [];
    for (const date of dates) {
      for (const time of halfHours(4, 20)) {
        const isExtended = time < "09:30" || time >= "16:00";
        // Extended hours have holes, also at their edges; the first morning has nothing that anybody waits for.
        if (isExtended && random.chance(0.3)) continue;
        const [open, high, low, close, volume] = randomBar(random, isExtended) as [
          ...(Record<0 | 1 | 2 | 3 | 4, number> & number[]),
        ];
        ofStock.push({ from: at(date, time), low: low!, high: high!, isExtended });
        const prices = [open, high, low, close].map((cents) => (cents! / 100).toFixed(2));
        lines.push([code, `${date} ${time}:00`, ...prices, volume].join());
      }
    }
    bars.set(code, ofStock);
  }
  await writeFile(join(folder, "intraday/bars.csv"), lines.join("\n"));
});
afterAll(() => rm(folder, { recursive: true }));

type Fill = {
  place: number;
  code: string;
  price: bigint;
  quantity: bigint;
  feed: string;
  quote_at: number;
};

/** The same orders, and what became of them, where the clock goes to each moment at once. `restartAt` ends the process. */
async function played(moments: readonly number[], restartAt?: number): Promise<string[]> {
  let startedAt = 0;
  const start = (options: TestOptions = {}) =>
    startTestApplicationOn(
      (clock) => {
        if (startedAt === 0) startedAt = clock.now();
        return createReplayFeed({ folder, clock, from: first, startsAt: startedAt });
      },
      {
        ...{ MARKET_HOURS: "exchange", MARKET_RULES: "exchange" },
        SIMULATED_GRANT: "USD:1000000000",
      },
      undefined,
      options,
    );
  let app = await start();
  const zero = Date.parse(`${first}T00:00:00Z`);
  const playTo = async (moment: number) => {
    const seconds = Math.ceil((moment - zero - (app.context.clock.now() - startedAt)) / 1_000);
    if (seconds > 0) await app.advance(seconds);
    app.feed.poll();
    await app.settle();
  };
  try {
    await playTo(at(first, "15:40"));
    const customer = await app.newCustomer();
    await setSetting(app, "extended_hours", "on");
    const setting = { setting: "extended", switched: "on" } as const;
    await app.accepted("/user/save-trading-preferences", setting, customer);
    const random = drawn(seed + 1_000);
    const placed: { id: string; hours: string }[] = [];
    for (const code of codes) {
      for (const hours of ["extended", "extended", "extended", "regular"] as const) {
        // Some are reached by the day, most by extended hours alone.
        const price = ((10_000 - random.between(100, 3_800)) / 100).toFixed(2);
        const asked = { type: "usd" as const, code, kind: "limit" as const, hours, price };
        const quantity = String(random.between(1, 30) * 10);
        const waits = { time_in_force: "until_cancelled" as const, quantity };
        const { id } = await app.accepted(
          "/trade/place-order",
          testOrder({ ...asked, ...waits }),
          customer,
        );
        placed.push({ id, hours });
      }
    }
    for (const moment of moments) {
      await playTo(moment);
      if (moment === restartAt) app = await start({ database: await app.leave() });
    }
    const ids = placed.map(({ id }) => id);
    const read = () =>
      rows(
        app.owner.reader,
        sql<Fill>`SELECT array_position(${ids}::bigint[], position_id)::int AS place, p.code, f.price,
            f.quantity, f.feed, f.quote_at
          FROM fill f JOIN position p ON p.id = f.position_id ORDER BY place, f.number`,
      );
    let fills = await read();
    for (let before = -1; before < fills.length;) {
      before = fills.length;
      await app.settle();
      fills = await read();
    }
    for (const { place, code, price, feed, quote_at: quoteAt } of fills) {
      const moment = quoteAt - startedAt + zero;
      const bar = bars.get(code)!.find(({ from }) => moment >= from && moment < from + halfHourMs)!;
      expect(feed).toBe(bar.isExtended ? "extended:replay" : "replay");
      // Regular orders never meet an extended price.
      if (placed[place - 1]!.hours === "regular") expect(bar.isExtended).toBe(false);
      expect(Number(price) / 100).toBeGreaterThanOrEqual(bar.low);
      expect(Number(price) / 100).toBeLessThanOrEqual(bar.high);
    }
    expect(await app.ledgerFaults()).toEqual([]);
    return fills.map(({ place, price, quantity, feed, quote_at: quoteAt }) => {
      const moment = new Date(quoteAt - startedAt + zero).toISOString().slice(0, 16);
      return `${place} ${moment} ${quantity} at ${price} of ${feed}`;
    });
  } finally {
    await app.stop();
  }
}

const end = at(third, "20:30");
let once: Promise<string[]> | null = null;
const inOneStep = () => (once ??= played([end]));

it("come to the same in one leap over all edges of extended hours and in steps between them", async () => {
  const told = await inOneStep();
  const extended = told.filter((line) => line.includes("extended:replay"));
  expect(extended.length).toBeGreaterThan(codes.length);
  expect(told.length).toBeGreaterThan(extended.length);
  const random = drawn(seed + 2_000);
  const begun = at(first, "15:50");
  const steps = Array.from({ length: 12 }, () => random.between(begun, end - 1));
  // Just before, at and just after each edge too.
  const edges = [first, second, third].flatMap((date) =>
    ["04:00", "09:30", "16:00", "20:00"].flatMap((time) =>
      [-1_000, 0, 1_000].map((by) => at(date, time) + by),
    ),
  );
  const moments = [...steps, ...edges].filter((moment) => moment > begun);
  const often = await played([...moments.toSorted((one, other) => one - other), end]);
  expect(often).toEqual(told);
});

it.each(["16:10", "17:45"])(
  "come to the same where the process is ended and begun again at %s, in extended hours",
  async (time) => {
    const restart = at(second, time);
    const told = await played([restart, end], restart);
    expect(told).toEqual(await inOneStep());
  },
);
