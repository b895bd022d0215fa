import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatPrice, price, type MarketKey } from "@sanshi/money";
import {
  marketDataFolder,
  realDays,
  realEvents,
  type RealDay,
  type RealEvent,
} from "./recorded-figures.ts";

/** A stretch of real days of one share, and what a customer does in it. */
export type Story = {
  name: string;
  market: MarketKey;
  code: string;
  folder: () => string;
  days: () => RealDay[];
  /** What the adjustment goes by; a split that its vendor has taken out is none. */
  events: () => RealEvent[];
  from: string;
  until: string;
  /** Bought at the close, looked at after a later one, sold at the open of a third day. */
  buyOn: string;
  seeOn: string;
  sellOn: string;
  quantity: bigint;
  /** One tick at the prices of those days, ten-thousandths. */
  tick: bigint;
  /** Days that the folder has by minutes: their quotes come from those. */
  byMinutes: string[];
};

export const shinEtsu = {
  market: "jpy",
  code: "4063",
  from: "2023-03-20",
  until: "2023-06-14",
  buyOn: "2023-06-07",
  seeOn: "2023-06-08",
  sellOn: "2023-06-09",
  quantity: 7n,
  tick: 10_000n,
  byMinutes: [],
} as const;
const shinEtsuDays = () => realDays("daily/jp_4063.csv.gz", "4063");
const shinEtsuEvents = () => realEvents("corpactions/jp_4063_events.csv", "4063");
export const shinEtsuSplit = "2023-03-30";

export const stories: readonly Story[] = [
  {
    name: "Apple over its split of 2014, 7 for 1",
    market: "usd",
    code: "AAPL",
    folder: () => marketDataFolder,
    days: () => realDays("daily/us_lean.csv.gz", "AAPL"),
    events: () => realEvents("corpactions/us_lean_events.csv", "AAPL"),
    from: "2014-05-05",
    until: "2014-06-13",
    buyOn: "2014-05-28",
    seeOn: "2014-05-29",
    sellOn: "2014-05-30",
    quantity: 9n,
    tick: 100n,
    byMinutes: ["2014-06-05", "2014-06-06", "2014-06-09"],
  },
  {
    name: "Kweichow Moutai over the day on which it went ex rights",
    market: "cny",
    code: "600519",
    folder: () => marketDataFolder,
    days: () => realDays("daily/cn_tushare10.csv.gz", "600519.SH"),
    // No file tells them: the previous close that the exchange told lies below the real one by so much.
    events: () => [
      { date: "2012-07-05", dividend: 40_000n },
      { date: "2013-06-07", dividend: 64_200n },
      { date: "2014-06-25", dividend: 43_800n },
      { date: "2014-06-25", ratio: 11n, per: 10n },
    ],
    from: "2014-06-03",
    until: "2014-06-30",
    buyOn: "2014-06-11",
    seeOn: "2014-06-12",
    sellOn: "2014-06-13",
    quantity: 200n,
    tick: 100n,
    byMinutes: [],
  },
  {
    name: "Shin-Etsu as its vendor tells it, with the split of 5 for 1 taken out",
    ...shinEtsu,
    folder: () => marketDataFolder,
    days: shinEtsuDays,
    events: () => shinEtsuEvents().filter((event) => "dividend" in event),
    byMinutes: [],
  },
  {
    name: "Shin-Etsu as it was traded, over its split of 5 for 1",
    ...shinEtsu,
    folder: () => folderAsTraded(),
    days: () => daysAsTraded(),
    events: () => eventsAsTraded(),
    byMinutes: [],
  },
];

/** Before the split a share was five of today's: the vendor divided prices and multiplied volumes. */
export function daysAsTraded(): RealDay[] {
  return shinEtsuDays().map((day) =>
    day.date >= shinEtsuSplit
      ? day
      : {
          ...day,
          open: day.open * 5n,
          high: day.high * 5n,
          low: day.low * 5n,
          close: day.close * 5n,
          volume: day.volume / 5n,
        },
  );
}

export function eventsAsTraded(): RealEvent[] {
  return shinEtsuEvents().map((event) =>
    "dividend" in event && event.date <= shinEtsuSplit
      ? { date: event.date, dividend: event.dividend * 5n }
      : event,
  );
}

const madeFolders: string[] = [];

function folderAsTraded(): string {
  const folder = mkdtempSync(join(tmpdir(), "sanshi-as-traded-"));
  madeFolders.push(folder);
  mkdirSync(join(folder, "daily"));
  mkdirSync(join(folder, "corpactions"));
  const yen = (value: bigint) => formatPrice(price(value), "JPY");
  const days = daysAsTraded().map(({ date, open, high, low, close, volume }) =>
    ["4063", date, ...[open, high, low, close].map(yen), volume].join(","),
  );
  writeFileSync(
    join(folder, "daily/4063.csv"),
    ["symbol,date,open,high,low,close,volume", ...days, ""].join("\n"),
  );
  const events = eventsAsTraded().map((event) =>
    "ratio" in event
      ? `4063,${event.date},split,${event.ratio}`
      : `4063,${event.date},dividend,${yen(event.dividend)}`,
  );
  writeFileSync(
    join(folder, "corpactions/events.csv"),
    ["symbol,date,action,value", ...events, ""].join("\n"),
  );
  return folder;
}

/** Removes the folders that stories have made. */
export function removeMadeFolders(): void {
  for (const folder of madeFolders.splice(0)) rmSync(folder, { recursive: true });
}
