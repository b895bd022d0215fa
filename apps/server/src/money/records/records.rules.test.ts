import type { RecordKind } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { cell, csvOf, listedCode, recordWords } from "./records.csv.ts";
import {
  boundsFrom,
  kindsOf,
  mergePage,
  moneyNumber,
  objectToRange,
  purposeRank,
  recordKind,
  type Entry,
} from "./records.rules.ts";

const day = 86_400_000;

/** `[version, transfer]` of one account, the newest first; a negative transfer does not lead. */
function list(account: bigint, entries: readonly (readonly [number, number])[]): Entry[] {
  return entries.map(([version, transfer]) => ({
    account_id: account,
    version: BigInt(version),
    transfer_id: BigInt(Math.abs(transfer)),
    currency: "JPY",
    kind: "order_filled",
    cause_id: 1n,
    happened_at: 0,
    leads: transfer > 0,
  }));
}

describe("a page of records", () => {
  it("merges the accounts, the newest transfer first, each transfer once", () => {
    const { records, bounds } = mergePage(
      [
        list(1n, [
          [3, 9],
          [2, 5],
          [1, 1],
        ]),
        list(2n, [
          [3, -9],
          [2, 7],
          [1, -5],
        ]),
      ],
      { fetched: 11, limit: 10 },
    );
    expect(records.map((record) => record.transfer_id)).toEqual([9n, 7n, 5n, 1n]);
    expect(bounds).toBeNull();
  });

  it("ends where it is full, and goes on from there", () => {
    const all = [
      list(1n, [
        [3, 9],
        [2, 5],
        [1, 1],
      ]),
      list(2n, [
        [2, 7],
        [1, -5],
      ]),
    ];
    const first = mergePage(all, { fetched: 4, limit: 2 });
    expect(first.records.map((record) => record.transfer_id)).toEqual([9n, 7n]);
    expect(first.bounds).toEqual([3n, 2n]);
    const rest = all.map((entries, index) =>
      entries.filter((entry) => entry.version < (first.bounds?.[index] ?? 0n)),
    );
    const second = mergePage(rest, { fetched: 4, limit: 2 });
    expect(second.records.map((record) => record.transfer_id)).toEqual([5n, 1n]);
    expect(second.bounds).toBeNull();
  });

  it("leaves out what is posted between two pages, also on an account that it did not reach", () => {
    const { bounds } = mergePage(
      [
        list(1n, [
          [3, 9],
          [2, 8],
        ]),
        list(2n, [[4, 3]]),
        [],
      ],
      {
        fetched: 2,
        limit: 1,
      },
    );
    expect(bounds).toEqual([3n, 5n, 1n]);
  });

  it("stops at a list that was cut off, since nobody knows what follows there", () => {
    const cut = mergePage(
      [
        list(1n, [
          [9, -9],
          [8, -8],
        ]),
        list(2n, [[1, 1]]),
      ],
      {
        fetched: 2,
        limit: 1,
      },
    );
    expect(cut).toEqual({ records: [], bounds: [8n, 2n] });
  });

  it("has nothing where there is nothing", () => {
    expect(mergePage([[], []], { fetched: 3, limit: 2 })).toEqual({ records: [], bounds: null });
  });
});

describe("the first page", () => {
  it("begins at the top, a later one where the one before ended", () => {
    expect(boundsFrom(undefined, 1)).toEqual([2n ** 63n - 1n]);
    expect(boundsFrom([1n, 35n], 2)).toEqual([1n, 35n]);
  });

  it("shows nothing of an account that was opened since", () => {
    expect(boundsFrom([35n], 2)).toEqual([35n, 1n]);
  });
});

describe("the range of days", () => {
  it.each([
    ["no end at all", null, null, null],
    ["only the end", null, 5 * day, null],
    ["one day", 0, day, null],
    ["184 days", 0, 184 * day, null],
    ["184 days with a change to winter time", 0, 184 * day + 3_600_000, null],
    ["185 days", 0, 185 * day, "date_range_too_long"],
    ["185 days until now", 15 * day, null, "date_range_too_long"],
    ["the end before the start", day, 0, "date_range_reversed"],
    ["nothing between them", day, day, "date_range_reversed"],
  ])("of %s", (_name, from, to, code) => {
    expect(objectToRange({ from, to }, 200 * day)?.code ?? null).toBe(code);
  });
});

describe("kinds", () => {
  it("belong to their tabs; what no tab names is other", () => {
    expect(kindsOf("all")).toEqual({ only: null, except: null });
    expect(kindsOf("trade").only).toContain("position_closed");
    expect(kindsOf("deposit").only).toEqual(["deposit"]);
    expect(kindsOf("withdrawal").only).toContain("withdrawal_paid");
    expect(kindsOf("other").except).toContain("order_filled");
  });

  it("of top-ups and withdrawals have their numbers", () => {
    expect(moneyNumber("deposit", 12n)).toBe("D-00000012");
    expect(moneyNumber("withdrawal_held", 7n)).toBe("W-00000007");
    expect(moneyNumber("order_filled", 7n)).toBeNull();
  });

  it("that are new are other", () => {
    expect(recordKind("simulated_grant")).toBe("simulated_grant");
    expect(recordKind("toString")).toBe("other");
  });
});

describe("a cell of the file", () => {
  it.each([
    ["トヨタ自動車", "トヨタ自動車"],
    ["-285275.00", "-285275.00"],
    ["=1+1", "'=1+1"],
    ["+81 90", "'+81 90"],
    ["-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    // A spreadsheet would make 1 of the first, and round the second; a tab keeps them as texts.
    ["000001", "\t000001"],
    ["20261120000000017", "\t20261120000000017"],
    ["-12345678901234567890", "\t-12345678901234567890"],
    ["12345678901234.56", "\t12345678901234.56"],
    ["-1234567890123.45", "-1234567890123.45"],
    ["0", "0"],
    ["0.50", "0.50"],
    ["-0.5", "-0.5"],
    ["123456789012345", "123456789012345"],
    ["Berkshire, Inc.", '"Berkshire, Inc."'],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ["-0.000000000001", "-0.000000000001"],
    ["-0.0000000000001", "'-0.0000000000001"],
  ])("%s is written %s", (text, written) => expect(cell(text)).toBe(written));
});

describe("the file", () => {
  const of = (isSimulated: boolean, language: "jp" | "cn" | "us") =>
    csvOf([], { language, isSimulated }).split("\r\n");

  it("says in its first line that it is simulated, and only where it is", () => {
    expect(of(true, "jp")[0]).toContain("デモ取引");
    expect(of(true, "cn")[0]).toContain("模拟");
    expect(of(true, "us")[0]).toContain("Simulated");
    expect(of(false, "us").join()).not.toContain("Simulated");
  });

  it("has as many columns in every language", () => {
    const widths = (["jp", "cn", "us"] as const).map(
      (language) => of(false, language)[0]?.split(",").length,
    );
    expect(widths).toEqual([14, 14, 14]);
  });
});

describe("the words of a movement", () => {
  const words = (kind: RecordKind, side: "long" | "short" | null) => {
    const names = { jp: "トヨタ自動車", cn: "丰田汽车", us: "Toyota Motor" };
    const stock = side === null ? null : { type: "jpy" as const, code: "7203", names, side };
    return (["jp", "cn", "us"] as const).map((language) => recordWords({ kind, stock }, language));
  };

  it("are a short's own where it has some, and everybody's otherwise", () => {
    expect(words("order_filled", "short").slice(0, 2)).toEqual(["空売り", "融券卖出"]);
    expect(words("order_filled", "long")).not.toEqual(words("order_filled", "short"));
    expect(words("dividend", "short")).toEqual(words("dividend", "long"));
    expect(words("order_filled", null)).toEqual(words("order_filled", "long"));
  });
});

it("of one transfer's accounts exactly one stands for it, whatever it moved", () => {
  const purposes = [
    ...["available", "reserved_orders", "debt"],
    ...["shortfall_debt", "short_collateral", "margin_debt"],
  ];
  expect(new Set(purposes.map(purposeRank)).size).toBe(purposes.length);
});

it.each([
  ["cny", "000001", "000001.SZ"],
  ["cny", "300750", "300750.SZ"],
  ["cny", "600519", "600519.SH"],
  ["cny", "920002", "920002.BJ"],
  ["cny", "830799", "830799.BJ"],
  ["jpy", "7203", "7203.T"],
  ["jpy", "285A", "285A.T"],
  ["usd", "BRK.B", "BRK.B"],
] as const)(
  "a code of %s, %s, is written %s, which no spreadsheet reads as a number",
  (market, code, written) => {
    expect(listedCode(market, code)).toBe(written);
    expect(Number(listedCode(market, code))).toBeNaN();
  },
);
