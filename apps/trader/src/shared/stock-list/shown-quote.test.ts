import { describe, expect, it } from "vitest";
import { newestQuote } from "./shown-quote.ts";

const listed = {
  price: "2900",
  change: "10",
  change_percent: "0.35",
  turnover: "1000",
  volume: "5",
  at: "2026-11-20T05:00:00.000Z",
};
const live = {
  price: "2910",
  change: "20",
  changePercent: "0.69",
  bid: "2909",
  ask: "2911",
  high: "2920",
  low: "2880",
  volume: "6",
  turnover: "1100",
  sequence: "9",
  at: Date.parse("2026-11-20T05:00:01.000Z"),
};

describe("the price that a row shows", () => {
  it("is the list's while the stream has said nothing", () => {
    expect(newestQuote(listed, null).price).toBe("2900");
  });

  it("is the stream's when that is newer or as new", () => {
    expect(newestQuote(listed, live)).toEqual({
      price: "2910",
      change: "20",
      changePercent: "0.69",
      turnover: "1100",
      volume: "6",
    });
    expect(newestQuote(listed, { ...live, at: Date.parse(listed.at) }).price).toBe("2910");
  });

  it("is the list's again when the row was away and the stream's word is older", () => {
    expect(newestQuote(listed, { ...live, at: Date.parse(listed.at) - 1 }).price).toBe("2900");
  });

  it("keeps the list's turnover where the stream has none, as for an index", () => {
    expect(newestQuote(listed, { ...live, turnover: "", volume: "" })).toMatchObject({
      price: "2910",
      turnover: "1000",
      volume: "5",
    });
  });
});
