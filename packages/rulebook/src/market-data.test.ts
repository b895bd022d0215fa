import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { parsePrice, price, type MarketKey, type Price } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import {
  calendarStatus,
  instantOf,
  isHalfDay,
  isOnTick,
  isTradingDay,
  priceLimits,
  sessionPhases,
  tickSize,
} from "./index.ts";
import { dateOfDay, dayOf, weekdayOfDay } from "./local-time.ts";

const projectRoot = resolve(import.meta.dirname, "../../..");
const folder = resolve(projectRoot, process.env["MARKET_DATA_DIR"] ?? "../shared/market-data");
const missing = !existsSync(folder);

type Row = Readonly<Record<string, string>>;

if (missing) console.warn(`skipped: no market data in ${folder} (MARKET_DATA_DIR)`);
const title = missing
  ? `skipped: no market data in ${folder} to compare the typed rules with`
  : "the typed rules and the published tables";

describe.skipIf(missing)(title, () => {
  it.each([
    ["jpy", "JPX"],
    ["usd", "NYSE"],
    ["usd", "NASDAQ"],
    ["cny", "SSE"],
    ["cny", "SZSE"],
  ] as const)("agree on every weekday of %s (%s)", (market, exchange) => {
    const rows = readTable("calendars/holidays_2023_2027.csv").filter(
      (row) => row["market"] === exchange,
    );
    const dates = (kind: string) =>
      new Set(rows.filter((row) => row["kind"] === kind).map((row) => row["date"]));
    const [holidays, halfDays] = [dates("holiday"), dates("half_day")];
    expect(holidays.size).toBeGreaterThan(50);
    for (let day = dayOf("2023-01-01"); day <= dayOf("2027-12-31"); day += 1) {
      const date = dateOfDay(day);
      if (calendarStatus(market, date) !== "published") continue;
      const isWeekend = weekdayOfDay(day) === 0 || weekdayOfDay(day) === 6;
      expect([date, isTradingDay(market, date)]).toEqual([date, !isWeekend && !holidays.has(date)]);
      expect([date, isHalfDay(market, date)]).toEqual([date, halfDays.has(date)]);
    }
  });

  it("agree on every tick of Tokyo", () => {
    const rows = readTable("rules/jpx_tick_sizes.csv");
    expect(rows).toHaveLength(16);
    for (const row of rows) {
      const above = amount(row, "price_above");
      const upTo = row["price_up_to_incl"] === "" ? above * 2n : amount(row, "price_up_to_incl");
      for (const value of [above + 1n, upTo]) {
        for (const tickClass of ["topix500", "standard"] as const) {
          const column = tickClass === "topix500" ? "tick_topix500" : "tick_other";
          const date = row["effective_from"] ?? "";
          const answer = tickSize({ market: "jpy", tickClass, price: price(value), date });
          expect(answer.tick).toBe(amount(row, column));
          expect(answer.reference).toMatchObject({ validFrom: date, confirmed: true });
        }
      }
    }
  });

  it("agree on every daily limit of Tokyo", () => {
    const rows = readTable("rules/jpx_daily_price_limits.csv");
    expect(rows).toHaveLength(34);
    for (const row of rows) {
      const limitAmount = amount(row, "limit_yen_plus_minus");
      const from = amount(row, "base_price_from_incl");
      // The first band starts at 0 yen: a base price whose limits both lie above zero.
      const basePrice = from === 0n ? price(limitAmount + 10_000n) : price(from);
      const limits = priceLimits({
        market: "jpy",
        limitClass: "standard",
        basePrice,
        date: "2026-11-20",
      });
      expect([row["base_price_from_incl"], limits?.high]).toEqual([
        row["base_price_from_incl"],
        basePrice + limitAmount,
      ]);
      expect(limits?.low).toBe(basePrice - limitAmount);
    }
  });

  it("hold on every day of ten Shanghai shares: no price left the daily limit or the grid", () => {
    const rows = readTable("daily/cn_tushare10.csv.gz");
    let locked = 0;
    for (const row of rows) {
      const date = row["date"] ?? "";
      const grid = { market: "cny", tickClass: "standard", date } as const;
      const basePrice = price(amount(row, "pre_close"));
      const limits = priceLimits({ ...grid, limitClass: "standard", basePrice });
      const [high, low] = [price(amount(row, "high")), price(amount(row, "low"))];
      if (limits === null || high > limits.high || low < limits.low)
        expect.fail(JSON.stringify(row));
      if (!isOnTick(high, grid) || !isOnTick(low, grid)) expect.fail(JSON.stringify(row));
      if (high === limits.high || low === limits.low) locked += 1;
    }
    // Prices that stopped exactly at the limit show that its rounding is right.
    expect(locked).toBeGreaterThan(500);
  });

  it("hold on every day of a TOPIX 500 share", () => {
    const rows = readTable("daily/jp_4063.csv.gz").filter(
      (row) => (row["date"] ?? "") >= "2023-06-05",
    );
    expect(rows.length).toBeGreaterThan(200);
    let basePrice: Price | null = null;
    for (const row of rows) {
      const date = row["date"] ?? "";
      const grid = { market: "jpy", tickClass: "topix500", date } as const;
      const limits = priceLimits({ ...grid, limitClass: "standard", basePrice });
      for (const column of ["open", "high", "low", "close"]) {
        const value = price(amount(row, column));
        const isInside = limits === null || (value >= limits.low && value <= limits.high);
        if (!isInside || !isOnTick(value, grid)) expect.fail(JSON.stringify(row));
      }
      expect([date, isTradingDay("jpy", date)]).toEqual([date, true]);
      basePrice = price(amount(row, "close"));
    }
  });

  it("agree on every session", () => {
    const markets: Record<string, MarketKey> = {
      JPX: "jpy",
      SSE: "cny",
      SZSE: "cny",
      NYSE: "usd",
      NASDAQ: "usd",
    };
    const kinds: Record<string, string> = {
      regular: "continuous",
      morning: "continuous",
      afternoon: "continuous",
      pre_closing: "order_only",
      closing_auction: "closing_auction",
      opening_call: "opening_auction",
      closing_call: "closing_auction",
      after_hours_fixed: "after_hours_fixed_price",
    };
    let compared = 0;
    for (const row of readTable("calendars/sessions.csv")) {
      const market = markets[row["market"] ?? ""];
      const phase = kinds[row["phase"] ?? ""];
      if (market === undefined || phase === undefined) continue;
      const untilDate = /until (\S+)/.exec(row["note"] ?? "")?.[1];
      const date = untilDate ?? "2026-11-20";
      expect(sessionPhases(market, date, "exchange")).toContainEqual(
        expect.objectContaining({
          phase,
          from: instantOf(market, date, row["start_local"] ?? ""),
          until: instantOf(market, date, row["end_local"] ?? ""),
        }),
      );
      compared += 1;
    }
    expect(compared).toBe(15);
  });
});

function amount(row: Row, column: string): bigint {
  const value = parsePrice(row[column] ?? "");
  if (value === null) throw new Error(`no price in ${column}`);
  return value;
}

/** A table with a header row; quoted cells may hold commas. */
function readTable(path: string): readonly Row[] {
  const file = readFileSync(join(folder, path));
  const text = (path.endsWith(".gz") ? gunzipSync(file) : file).toString("utf8");
  const [header = "", ...lines] = text.trim().split(/\r?\n/);
  const names = cells(header);
  return lines.map((line) =>
    Object.fromEntries(cells(line).map((cell, index) => [names[index] ?? "", cell])),
  );
}

function cells(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}
