import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rows, sql } from "../../platform/sql/database.ts";
import { randomSource } from "../../../../../tests/simulation/random-source.ts";
import { opening, startReplay } from "../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";

/** Shanghai, with its daily limits of a tenth; the customers buy on the second date. */
const dates = [
  ...["2024-03-04", "2024-03-05", "2024-03-06", "2024-03-07", "2024-03-08"],
  ...["2024-03-11", "2024-03-12", "2024-03-13"],
];
const seed = Number(process.env["STEPPED_CLOCK_SEED"] ?? 1);
const stockCount = 24;

type Draw = ReturnType<typeof drawn>;

function drawn(from: number) {
  const random = randomSource(from);
  return {
    between: (least: number, most: number) => least + random(most - least + 1),
    chance: (share: number) => random(1_000) < share * 1_000,
  };
}

type Bar = { open: number; high: number; low: number; close: number; volume: number };

/** In fen: days that gap, stand at one price, are locked at the limit, or are hardly traded. */
function randomBar(random: Draw, before: number): Bar {
  const top = Math.round(before * 1.1);
  const bottom = Math.round(before * 0.9);
  const volume = random.chance(0.1) ? 100 * random.between(1, 6) : 4_000_000;
  if (random.chance(0.12)) {
    const at = random.chance(0.5) ? top : bottom;
    return { open: at, high: at, low: at, close: at, volume };
  }
  if (random.chance(0.1)) return { open: before, high: before, low: before, close: before, volume };
  const any = () => random.between(bottom, top);
  const [open, close] = [any(), random.chance(0.1) ? top : any()];
  const [one, other] = [any(), any()];
  return {
    ...{ open, close, volume },
    high: Math.max(open, close, one, other),
    low: Math.min(open, close, one, other),
  };
}

const yuan = (fen: number) => (fen / 100).toFixed(2);

let folder: string;
const bars = new Map<string, Bar>();
const codes = Array.from({ length: stockCount }, (_, index) => `60${1000 + index}`);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-stepped-"));
  const random = drawn(seed);
  const lines = ["symbol,date,open,high,low,close,volume"];
  for (const code of codes) {
    let before = 10_000;
    for (const [day, date] of dates.entries()) {
      const calm = { open: before, high: before + 50, low: before - 50, close: before };
      const bar = day < 2 ? { ...calm, volume: 4_000_000 } : randomBar(random, before);
      before = bar.close;
      bars.set(`${code} ${date}`, bar);
      const prices = [bar.open, bar.high, bar.low, bar.close].map(yuan);
      lines.push([`${code}.SH`, date, ...prices, bar.volume].join(","));
    }
  }
  await writeFile(join(folder, "bars.csv"), lines.join("\n"));
});
afterAll(() => rm(folder, { recursive: true }));

type Fill = { place: number; code: string; price: bigint; quantity: bigint; quote_at: number };

/** The same orders, and what became of them, where the clock goes to each of these moments in one step. */
async function played(moments: readonly number[]): Promise<{ fills: Fill[]; told: string[] }> {
  const environment = { MARKET_HOURS: "exchange", SIMULATED_GRANT: "CNY:900000000" };
  const replay = await startReplay(folder, null, "2024-03-05", environment);
  try {
    const { app } = replay;
    await replay.playTo(opening("cny", "2024-03-05") + 3_000);
    const customer = await app.newCustomer();
    const random = drawn(seed + 1_000);
    const ids: string[] = [];
    for (const code of codes) {
      for (const kind of ["market", "limit", "stop"] as const) {
        const away = random.between(1, 8);
        const exits = {
          take_profit: yuan(10_000 + 100 * random.between(9, 20)),
          stop_loss: yuan(10_000 - 100 * random.between(9, 20)),
        };
        const prices = {
          market: {},
          limit: { price: yuan(10_000 - 100 * away) },
          stop: { stop_price: yuan(10_000 + 100 * away) },
        }[kind];
        const asked = { type: "cny" as const, code, kind, quantity: "300", ...prices, ...exits };
        const waits = kind === "market" ? {} : { time_in_force: "until_cancelled" as const };
        const placed = await app.accepted(
          "/trade/place-order",
          testOrder({ ...asked, ...waits }),
          customer,
        );
        ids.push(placed.id);
      }
    }
    for (const moment of moments) {
      await replay.playTo(moment);
      await app.settle();
    }
    const read = () =>
      rows(
        app.owner.reader,
        sql<Fill>`SELECT array_position(${ids}::bigint[], position_id)::int AS place, p.code, f.price,
            f.quantity, f.quote_at
          FROM fill f JOIN position p ON p.id = f.position_id ORDER BY place, f.number`,
      );
    let fills = await read();
    for (let before = -1; before < fills.length;) {
      before = fills.length;
      await app.settle();
      fills = await read();
    }
    const told = fills.map(({ place, price, quantity, quote_at: at }) => {
      const date = new Date(dateOf(replay, at)).toISOString().slice(0, 16);
      return `${place} ${date} ${quantity} at ${price}`;
    });
    for (const { code, price, quote_at: at } of fills) {
      const date = new Date(dateOf(replay, at)).toISOString().slice(0, 10);
      const bar = bars.get(`${code} ${date}`)!;
      expect(Number(price) / 100).toBeGreaterThanOrEqual(bar.low);
      expect(Number(price) / 100).toBeLessThanOrEqual(bar.high);
    }
    expect(await app.ledgerFaults()).toEqual([]);
    return { fills, told };
  } finally {
    await replay.app.stop();
  }
}

function dateOf(replay: Awaited<ReturnType<typeof startReplay>>, at: number): number {
  return at - replay.appTime(0);
}

it("comes to the same in one step and in many, and to no price outside of a day's", async () => {
  const end = opening("cny", "2024-03-13") + 3_600_000 * 8;
  const once = await played([end]);
  const random = drawn(seed + 2_000);
  const begun = opening("cny", "2024-03-05") + 120_000;
  const steps = Array.from({ length: 9 }, () => random.between(begun, end - 1));
  const often = await played([...steps.toSorted((one, other) => one - other), end]);
  expect(once.fills.length).toBeGreaterThan(2 * stockCount);
  expect(once.told).toEqual(often.told);
});
