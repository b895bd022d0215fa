import { minuteMs } from "@sanshi/contract";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { instantOf } from "@sanshi/rulebook";
import type { MarketKey } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { candles } from "../candles.ts";
import type { Bar, Quote } from "../market-feed.ts";
import { createReplayFeed, type ReplayFeed } from "./replay-feed.ts";

describe("replaying a small record", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "replay-"));
    await writeFile(
      join(folder, "bars.csv"),
      [
        "symbol,date,open,high,low,close,volume,adj_close",
        "TEST,2026-11-18,100,110,95,108,4000,",
        "TEST,2026-11-19,54,56.5,50,51,8001,",
        "^IDX,2026-11-19,1,1,1,1,1,",
      ].join("\n"),
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  function feedAt(moment: number, options: Partial<Parameters<typeof createReplayFeed>[0]> = {}) {
    const clock = { moment, now: () => clock.moment };
    const startsAt = Date.parse("2026-11-18T00:00:00Z");
    return { clock, feed: createReplayFeed({ folder, clock, startsAt, ...options }) };
  }

  it("delivers open, low, high and close of a rising bar and nothing in between", () => {
    const { clock, feed } = feedAt(instantOf("usd", "2026-11-18", "00:00"));
    const quotes: Quote[] = [];
    feed.start((delivered) => quotes.push(...delivered));
    const end = instantOf("usd", "2026-11-20", "00:00");
    // Steps of at most a second: a longer one is a jump, after which only the newest price counts.
    for (; clock.moment < end; clock.moment += 1_000) feed.poll();
    feed.stop();
    const at = (time: number) => new Date(time).toISOString().slice(5, 19);
    expect(quotes.map((quote) => `${at(quote.at)} ${Number(quote.last) / 10_000}`)).toEqual([
      "11-18T14:30:00 100",
      "11-18T16:40:00 95",
      "11-18T18:50:00 110",
      "11-18T20:59:59 108",
      "11-19T14:30:00 54",
      "11-19T16:40:00 56.5",
      "11-19T18:50:00 50",
      "11-19T20:59:59 51",
    ]);
    const [, , , first, , , , second] = quotes;
    expect(first).toMatchObject({
      volume: 4_000n,
      high: 1_100_000n,
      low: 950_000n,
      feed: "replay",
    });
    expect(second).toMatchObject({ volume: 8_001n, previousClose: 1_080_000n });
    const around = quotes.map(({ bid, last, ask }) => [Number(last - bid), Number(ask - last)]);
    const [within, atLow, atHigh] = [
      [100, 100],
      [0, 100],
      [100, 0],
    ];
    expect(around).toEqual([within, atLow, atHigh, within, within, atHigh, atLow, within]);
  });

  it("raises the sequence strictly, also when it is played a thousand times as fast", () => {
    const { clock, feed } = feedAt(Date.parse("2026-11-18T00:00:00Z"), { speed: 1_000 });
    const sequences: bigint[] = [];
    feed.start((quotes) => sequences.push(...quotes.map(({ sequence }) => sequence)));
    for (let step = 0; step < 800; step += 1, clock.moment += 250) feed.poll();
    feed.stop();
    expect(sequences).toHaveLength(8);
    expect(sequences.every((value, index) => index === 0 || value > sequences[index - 1]!)).toBe(
      true,
    );
  });

  it("shows a running day as far as it has been played and tells no future bar", async () => {
    const { feed } = feedAt(instantOf("usd", "2026-11-19", "12:00"));
    const bars = await feed.bars({
      market: "usd",
      code: "TEST",
      period: "1d",
      before: Number.MAX_SAFE_INTEGER,
      limit: 10,
    });
    expect(bars).toHaveLength(2);
    expect(bars[1]).toMatchObject({
      open: 540_000n,
      high: 565_000n,
      low: 540_000n,
      close: 565_000n,
    });
    expect(bars[1]!.volume).toBe(4_000n);
  });

  it("jumps to the newest price when the clock is moved", () => {
    const { clock, feed } = feedAt(instantOf("usd", "2026-11-18", "10:00"));
    const quotes: Quote[] = [];
    feed.start((delivered) => quotes.push(...delivered));
    clock.moment = instantOf("usd", "2026-12-24", "10:00");
    feed.poll();
    feed.stop();
    expect(quotes.map(({ last }) => Number(last) / 10_000)).toEqual([100, 51]);
  });

  it("reads dates and speed from replay.json and refuses nonsense in it", async () => {
    const file = join(folder, "replay.json");
    await writeFile(file, '{"from":"2026-11-19","speed":60,"starts_at":"2026-11-21T00:00:00Z"}');
    const clock = { now: () => Date.parse("2026-11-21T00:15:00Z") };
    expect(createReplayFeed({ folder, clock }).snapshot()[0]!.last).toBe(540_000n);
    await writeFile(file, '{"speed":-1}');
    expect(() => createReplayFeed({ folder, clock })).toThrow('"speed" is not valid');
    await rm(file);
  });

  it("takes a recorded code that was not chosen, and none of which there is no bar", async () => {
    const more = await mkdtemp(join(tmpdir(), "replay-"));
    const rows = ["symbol,date,open,high,low,close,volume", "TEST,2026-11-18,100,110,95,108,4000"];
    rows.push("MORE,2026-11-18,10,11,9,10,400", "7203,2026-11-18,2800,2900,2700,2850,100");
    await writeFile(join(more, "bars.csv"), rows.join("\n"));
    const now = instantOf("usd", "2026-11-18", "12:00");
    const { feed } = feedAt(now, { folder: more, codes: ["TEST"] });
    expect(feed.instruments().map(({ code }) => code)).toEqual(["TEST"]);
    const before = feed.snapshot();
    const { objection, carry } = feed.additions!;
    expect(objection("usd", "TEST")).toBe("carried");
    expect(objection("usd", "NONE")).toBe("unknown");
    expect(objection("usd", "7203")).toBe("unknown");
    expect(objection("usd", "MORE")).toBeNull();
    const listing = {
      market: "usd" as const,
      exchange: "NYSE" as const,
      sector: "",
      listedOn: "",
      names: { jp: "追加", cn: "追加", us: "More" },
      searchTerms: [],
      addedAt: now,
    };
    for (const code of ["MORE", "MORE", "NONE"]) carry({ ...listing, code });
    expect(feed.snapshot().slice(0, 1)).toEqual(before);
    expect(feed.snapshot().map(({ code, last }) => [code, last])).toEqual([
      ["TEST", before[0]!.last],
      ["MORE", 90_000n],
    ]);
    expect(feed.instruments().at(-1)).toMatchObject({
      code: "MORE",
      listedOn: "2026-11-18",
      exchange: "NYSE",
      names: { us: "More" },
      addedOn: "2026-11-18",
    });
    // Everything in the folder is played where no codes were chosen.
    expect(feedAt(now, { folder: more }).feed.additions!.objection("usd", "MORE")).toBe("carried");
    await rm(more, { recursive: true });
  });

  it("says which folder holds nothing", () => {
    const clock = { now: () => 0 };
    expect(() => createReplayFeed({ folder: join(folder, "none"), clock })).toThrow(
      "no recorded bars",
    );
  });
});

const recorded =
  process.env.MARKET_DATA_DIR ??
  resolve(import.meta.dirname, "../../../../../../shared/market-data");
const isThere = existsSync(join(recorded, "daily"));
if (!isThere) console.warn(`Skipped: no recorded market data in ${recorded} (MARKET_DATA_DIR)`);

function replay(market: MarketKey, codes: string[], date: string, time: string) {
  const clock = { moment: instantOf(market, date, time), now: () => clock.moment };
  const startsAt = Date.parse(`${date}T00:00:00Z`);
  return {
    clock,
    feed: createReplayFeed({ folder: recorded, codes, clock, from: date, startsAt }),
  };
}

/** The file's own line, read by a second way. */
function lineOf(file: string, start: string): string[] {
  const text = gunzipSync(readFileSync(join(recorded, file))).toString("utf8");
  return text
    .split("\n")
    .find((line) => line.startsWith(start))!
    .split(",");
}

async function dayOf(
  feed: ReplayFeed,
  market: MarketKey,
  code: string,
  before: number,
): Promise<Bar> {
  const [bar] = await feed.bars({ market, code, period: "1d", before, limit: 1 });
  return bar!;
}

describe.skipIf(!isThere)("replaying the real files", () => {
  it("tells the file's figures of a US day", async () => {
    const { clock, feed } = replay("usd", ["AAPL"], "2020-08-28", "23:00");
    const [, , open, high, low, close, volume] = lineOf("daily/us_lean.csv.gz", "AAPL,2020-08-28");
    const bar = await dayOf(feed, "usd", "AAPL", clock.moment);
    const scaled = (text: string | undefined) => BigInt(Math.round(Number(text) * 10_000));
    expect(bar).toMatchObject({
      tradingDate: "2020-08-28",
      open: scaled(open),
      high: scaled(high),
      low: scaled(low),
      close: scaled(close),
      volume: BigInt(volume!),
    });
    expect(feed.snapshot()[0]).toMatchObject({ last: scaled(close), volume: BigInt(volume!) });
  });

  it.each([
    ["2014-06-09", 7],
    ["2020-08-31", 4],
    ["2005-02-28", 2],
  ])(
    "drops Apple's raw price on %s by its split of %d, and not its adjusted one",
    async (date, ratio) => {
      const { clock, feed } = replay("usd", ["AAPL"], date, "23:00");
      const question = {
        feed,
        market: "usd",
        code: "AAPL",
        period: "day",
        before: clock.moment,
        limit: 2,
      } as const;
      const moves = async (adjust: "none" | "forward" | "backward") => {
        const [before, after] = (await candles({ ...question, adjust })).items;
        return Number(after!.open) / Number(before!.close);
      };
      expect(await moves("none")).toBeCloseTo(1 / ratio, 1);
      expect(Math.abs((await moves("forward")) - 1)).toBeLessThan(0.05);
      expect(Math.abs((await moves("backward")) - 1)).toBeLessThan(0.05);
      expect(Number(feed.snapshot()[0]!.previousClose) / 10_000).toBeCloseTo(
        Number(lineOf("daily/us_lean.csv.gz", `AAPL,${dayBefore[date]}`)[5]) / ratio,
        2,
      );
    },
  );

  it("ends the half day of 2015-12-24 at one o'clock, as its minutes do", async () => {
    const { clock, feed } = replay("usd", ["GOOG"], "2015-12-24", "20:00");
    const minutes = await feed.bars({
      market: "usd",
      code: "GOOG",
      period: "1m",
      before: clock.moment,
      limit: 1_000,
    });
    const today = minutes.filter(({ tradingDate }) => tradingDate === "2015-12-24");
    expect(today[0]!.from).toBe(instantOf("usd", "2015-12-24", "09:30"));
    expect(today.at(-1)!.from).toBe(instantOf("usd", "2015-12-24", "12:59"));
    const [quote] = feed.snapshot();
    expect(quote!.last).toBe(today.at(-1)!.close);
    expect(quote!.at).toBeLessThan(instantOf("usd", "2015-12-24", "13:00"));
    expect(quote!.last).toBe(
      BigInt(Math.round(Number(lineOf("daily/us_lean.csv.gz", "GOOG,2015-12-24")[5]) * 10_000)),
    );
    const noon = lineOf("intraday/us_lean_1min_trade.csv.gz", "GOOG,2015-12-24 12:00:00");
    expect(
      today.find(({ from }) => from === instantOf("usd", "2015-12-24", "12:00")),
    ).toMatchObject({
      open: BigInt(Math.round(Number(noon[2]) * 10_000)),
      volume: BigInt(noon[6]!),
    });
  });

  it("quotes the recorded best bid and ask of a minute", () => {
    const { feed } = replay("usd", ["AAPL"], "2014-06-05", "10:00");
    const line = lineOf("intraday/us_lean_1min_quote.csv.gz", "AAPL,2014-06-05 10:00:00");
    const [quote] = feed.snapshot();
    expect(quote!.bid).toBe(BigInt(Math.round(Number(line[2]) * 10_000)));
    expect(quote!.ask).toBe(BigInt(Math.round(Number(line[7]) * 10_000)));
    expect(quote!.bids).toEqual([{ price: quote!.bid, quantity: BigInt(line[6]!) }]);
  });

  it("tells the exchange's own previous close and turnover of Kweichow Moutai", async () => {
    const { clock, feed } = replay("cny", ["600519"], "2021-06-25", "20:00");
    const line = lineOf("daily/cn_tushare10.csv.gz", "600519.SH,2021-06-25");
    const [quote] = feed.snapshot();
    expect(quote!.previousClose).toBe(BigInt(Math.round(Number(line[7]) * 10_000)));
    const bar = await dayOf(feed, "cny", "600519", clock.moment);
    expect(Number(bar.turnoverMinor) / 100).toBeCloseTo(Number(line[8]), 0);
    expect(feed.instruments()[0]!.names.cn).toBe("贵州茅台");
  });

  it("plays a Japanese record whose split its vendor has already taken out", async () => {
    const { clock, feed } = replay("jpy", ["4063"], "2023-03-30", "20:00");
    const line = lineOf("daily/jp_4063.csv.gz", "4063,2023-03-30");
    const bar = await dayOf(feed, "jpy", "4063", clock.moment);
    expect(bar.close).toBe(BigInt(Math.round(Number(line[5]) * 10_000)));
    const actions = feed.corporateActions("jpy", "4063");
    expect(actions.filter(({ kind }) => kind === "split")).toEqual([]);
    expect(actions.filter(({ kind }) => kind === "dividend")).toHaveLength(3);
  });

  it("plays five-minute bars of Shanghai around the lunch break", async () => {
    const { clock, feed } = replay("cny", ["600977"], "2024-08-20", "20:00");
    const { items } = await candles({
      feed,
      market: "cny",
      code: "600977",
      period: "30m",
      adjust: "none",
      before: clock.moment,
      limit: 8,
    });
    const times = items.map(({ from }) =>
      new Date(from + 480 * minuteMs).toISOString().slice(11, 16),
    );
    expect(times).toEqual(["09:30", "10:00", "10:30", "11:00", "13:00", "13:30", "14:00", "14:30"]);
    const day = await dayOf(feed, "cny", "600977", clock.moment);
    expect(day.volume).toBe(items.reduce((sum, { volume }) => sum + volume, 0n));
  });
});

const dayBefore: Record<string, string> = {
  "2014-06-09": "2014-06-06",
  "2020-08-31": "2020-08-28",
  "2005-02-28": "2005-02-25",
};
