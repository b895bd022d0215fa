import type { StockFigures, StockRow } from "@sanshi/contract";
import { screenBounds } from "@sanshi/contract/constants";
import { describe, expect, it } from "vitest";
import {
  askedMetrics,
  boundsOf,
  candidateOf,
  isEmpty,
  judge,
  metrics,
  noCriteria,
  ordered,
  sameCriteria,
  screen,
  withBounds,
  type Candidate,
} from "./criteria.ts";

const row = (code: string, more: Partial<StockRow> = {}) =>
  ({
    code,
    price: "95",
    change_percent: "1.00",
    volume: "1000",
    turnover: "95000",
    ...more,
  }) as StockRow;
const figures = (more: Partial<StockFigures> = {}): StockFigures => ({
  ...{ code: "", sector: "energy", per: "10.00", dividend_yield: "3.00", market_value: "5000" },
  ...{ year_high: "100", year_low: "50" },
  ...more,
});
const candidate = (code: string, known?: Partial<StockFigures>, of?: Partial<StockRow>) =>
  candidateOf(row(code, of), known === undefined ? undefined : figures(known));

describe("a stock's figures", () => {
  it("are those of its row and its company, and its distance to the ends of 52 weeks", () => {
    const { figures: found } = candidate("A", {});
    expect(found).toMatchObject({ price: 95, change: 1, volume: 1000, yield: 3, per: 10 });
    expect(found.below_high).toBeCloseTo(5, 9);
    expect(found.above_low).toBeCloseTo(90, 9);
  });

  it("beyond an end of a moment ago are at it, and unknown where nobody told", () => {
    const above = candidate("A", {}, { price: "101" }).figures;
    expect(above.below_high).toBe(0);
    const none = candidate("A").figures;
    expect(none).toMatchObject({ yield: null, per: null, below_high: null, above_low: null });
    expect(candidate("A", { per: null }).figures.per).toBeNull();
    expect(candidate("A", {}, { price: "" }).figures).toMatchObject({
      price: null,
      above_low: null,
    });
  });
});

describe("a screen", () => {
  const asking = { ...noCriteria, per_max: "12", yield_min: "3" };

  it("takes a stock at its bounds, and none beyond", () => {
    expect(judge(candidate("A", { per: "12.00" }), asking)).toBe("matches");
    expect(judge(candidate("A", { per: "12.01" }), asking)).toBe("fails");
    expect(judge(candidate("A", { dividend_yield: "2.99" }), asking)).toBe("fails");
    expect(judge(candidate("A", {}), { ...noCriteria, change_min: "-1", change_max: "1" })).toBe(
      "matches",
    );
    expect(judge(candidate("A", {}), { ...noCriteria, change_max: "-1" })).toBe("fails");
  });

  it("neither takes nor drops a stock of which a figure is not known, unless another one fails", () => {
    expect(judge(candidate("A", { per: null }), asking)).toBe("unknown");
    expect(judge(candidate("A", { per: null, dividend_yield: "1.00" }), asking)).toBe("fails");
    expect(judge(candidate("A", { per: null }), { ...noCriteria, yield_min: "3" })).toBe("matches");
  });

  it("is of one industry where one is asked for", () => {
    expect(judge(candidate("A", {}), { ...noCriteria, sector: "energy" })).toBe("matches");
    expect(judge(candidate("A", {}), { ...noCriteria, sector: "utilities" })).toBe("fails");
    expect(judge(candidate("A"), { ...noCriteria, sector: "energy" })).toBe("fails");
  });

  it("counts what matches, what is not known, and of how many", () => {
    const all = [candidate("A", {}), candidate("B", { per: null }), candidate("C", { per: "30" })];
    const found = screen(all, asking);
    expect(found.matching.map(({ row: { code } }) => code)).toEqual(["A"]);
    expect(found.unknown.map(({ row: { code } }) => code)).toEqual(["B"]);
    expect(found.of).toBe(3);
    expect(screen(all, noCriteria).matching).toHaveLength(3);
  });

  it("asks by every bound that the contract takes", () => {
    const known = metrics.flatMap((metric) => Object.values(boundsOf[metric]));
    expect(known.toSorted()).toEqual([...screenBounds].toSorted());
    for (const bound of screenBounds) {
      expect(askedMetrics({ ...noCriteria, [bound]: "1" })).toHaveLength(1);
      expect(isEmpty({ ...noCriteria, [bound]: "1" })).toBe(false);
    }
    expect(isEmpty(noCriteria)).toBe(true);
  });

  it("is changed figure by figure", () => {
    const both = withBounds(noCriteria, "per", { min: "5", max: "12" });
    expect(both).toEqual({ unknown: "hide", per_min: "5", per_max: "12" });
    expect(withBounds(both, "per", { min: "", max: "10" })).toEqual({
      unknown: "hide",
      per_max: "10",
    });
    expect(withBounds(both, "per", { min: "", max: "" })).toEqual(noCriteria);
    expect(sameCriteria({ per_max: "1", unknown: "hide" }, { unknown: "hide", per_max: "1" })).toBe(
      true,
    );
    expect(sameCriteria(both, noCriteria)).toBe(false);
  });
});

describe("what was found", () => {
  const codes = (found: readonly Candidate[]) => found.map(({ row: { code } }) => code);
  const all = [
    candidate("B", { per: "8", market_value: null }, { turnover: "5" }),
    candidate("A", { per: null, market_value: "10" }, { turnover: "5" }),
    candidate("C", { per: "20", market_value: "90" }, { turnover: "70" }),
  ];

  it("stands with the best first, unknown ones last and equal ones by code", () => {
    expect(codes(ordered(all, "turnover"))).toEqual(["C", "A", "B"]);
    expect(codes(ordered(all, "per"))).toEqual(["B", "C", "A"]);
    expect(codes(ordered(all, "value"))).toEqual(["C", "A", "B"]);
  });
});
