import type { FundRecord } from "@sanshi/contract";
import { recordKinds } from "@sanshi/contract/constants";
import { describe, expect, it } from "vitest";
import { fillText } from "@sanshi/web/fill-text";
import type { Translate } from "../../../shared/text.ts";
import { records as texts } from "../../../texts/us/money/records.ts";
import { filterInput, monthInput, readFilter, writeFilter } from "./record-filter.ts";
import {
  groupByDay,
  groupByMonth,
  recordIcon,
  recordTitle,
  shownAmount,
  sumOf,
} from "./record-words.ts";

const t: Translate<"records"> = (key, params = {}) =>
  fillText((texts as Record<string, string>)[key] ?? key, params);

const record: FundRecord = {
  id: "1",
  kind: "order_filled",
  currency: "JPY",
  amount: "-285000",
  reserved: "0",
  balance_after: "715000",
  settles_on: null,
  settles_on_status: "published",
  at: "2026-11-21T02:00:00.000Z",
  order_number: "J-00000001",
  position_id: "1",
  stock: { type: "jpy", code: "7203", names: { jp: "", cn: "", us: "" }, side: "long" },
  trade: { quantity: "100", price: "2850.00", fee: "0" },
};

describe("what a record says", () => {
  it("is the broker's word for it, with words of its own for a short sale", () => {
    const short = { ...record, stock: record.stock && { ...record.stock, side: "short" as const } };
    expect(recordTitle(record, t)).toBe("Bought");
    expect(recordTitle(short, t)).toBe("Sold short");
    expect(recordTitle({ ...short, kind: "order_released" }, t)).toBe("Held funds released");
  });

  it("stays readable for a kind that this app does not know", () => {
    expect(recordTitle({ kind: "toString" as "other", stock: null }, t)).toBe("Other movement");
  });

  it.each([
    ["-285000", "0", "-285000.00", false],
    ["-20000", "20000", "-20000", false],
    ["0", "-20000", "-20000.00", true],
    ["0.00", "-580.77", "-580.77", true],
    ["0", "0", "0", false],
    // Held for an order of yesterday: what it cost, and not what came back of the hold.
    ["275", "-285275", "-285000.00", false],
  ])("shows available %s with held %s as %s", (amount, reserved, shown, isFromReserved) => {
    const figures = { amount, reserved, currency: "JPY" } as const;
    expect(shownAmount(figures)).toEqual({ amount: shown, isFromReserved });
  });

  it("has a picture for every kind, also for one that this app does not know", () => {
    for (const kind of recordKinds) expect(recordIcon(kind)).toMatch(/^[a-z-]+$/);
    expect(recordIcon("toString" as "other")).toBe("list");
  });
});

describe("the list", () => {
  it("is grouped by day, in its own order", () => {
    const at = (time: string) => ({ ...record, at: time });
    const days = groupByDay(
      [at("2026-11-21T02:00:00Z"), at("2026-11-21T01:00:00Z"), at("2026-11-20T23:00:00Z")],
      (iso) => iso.slice(0, 10),
    );
    expect(days.map(({ day, records }) => [day, records.length])).toEqual([
      ["2026-11-21", 2],
      ["2026-11-20", 1],
    ]);
    expect(groupByDay([], String)).toEqual([]);
  });

  it("has its days in the reader's months", () => {
    const noon = (day: string) => ({ ...record, at: `${day}T12:00:00Z` });
    const months = groupByMonth(
      [noon("2026-11-21"), noon("2026-11-02"), noon("2026-10-15")],
      (iso) => iso.slice(0, 10),
    );
    expect(months.map(({ month, days }) => [month, days.length])).toEqual([
      ["2026-11", 2],
      ["2026-10", 1],
    ]);
  });
});

describe("the postings' sum", () => {
  it.each([
    [["-580.77", "580.00", "0.77"], "0.00"],
    [["-285275", "285000", "275"], "0.00"],
    [["-1.00", "0.05"], "-0.95"],
    [["90071992547409930.01", "0.02"], "90071992547409930.03"],
  ])("of %j is %s", (amounts, sum) => {
    const postings = amounts.map((amount) => ({ amount, currency: "JPY" }));
    expect(sumOf([...postings, { amount: "9.00", currency: "USD" }], "JPY")).toBe(sum);
  });
});

describe("the filter", () => {
  const read = (query: string) => readFilter(new URLSearchParams(query));

  it("comes back from the place as it went there", () => {
    const filter = {
      tab: "trade",
      currency: "USD",
      range: { first: "2026-06-01", last: "2026-11-21" },
      holds: true,
      q: "トヨタ",
    } as const;
    expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter);
  });

  it.each([
    ["nothing", ""],
    ["what it does not know", "tab=loan&currency=EUR&from=x&to=y"],
    ["a day that there is not", "from=2026-02-30&to=2026-03-01"],
    ["the wrong way round", "from=2026-03-02&to=2026-03-01"],
    ["too many days", "from=2026-01-01&to=2026-07-04"],
  ])("without sense in it (%s) shows everything", (_name, query) => {
    expect(read(query)).toEqual({ tab: "all", currency: null, range: null, holds: false, q: "" });
  });

  it("asks for whole days where the reader is, the last one included", () => {
    const { from, to } = filterInput(read("from=2026-11-20&to=2026-11-20"));
    expect(Date.parse(to ?? "") - Date.parse(from ?? "")).toBe(86_400_000);
  });

  it("leaves what is only held apart, and a search its blanks", () => {
    expect(filterInput(read("q=%207203%20"))).toEqual({ kind: "all", holds: "without", q: "7203" });
    expect(filterInput(read("holds=only&tab=trade"))).toEqual({ kind: "trade", holds: "only" });
  });

  it("sums a whole month, or what of it the chosen days leave", () => {
    const days = ({ from, to }: { from: string; to: string }) =>
      Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
    expect(days(monthInput("2026-11", read("")))).toBe(30);
    expect(days(monthInput("2026-11", read("from=2026-10-20&to=2026-11-21")))).toBe(21);
    expect(days(monthInput("2026-12", read("from=2026-12-31&to=2027-01-05")))).toBe(1);
  });
});
