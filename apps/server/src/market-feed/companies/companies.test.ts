import { isTradingDay } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { demoCompanies } from "./companies.ts";
import { sectorKeys } from "./company.ts";

const companies = demoCompanies();
const find = (code: string) => companies.find((company) => company.code === code)!;

describe("the demo content's companies", () => {
  it("are at least 42 in each market, each code once", () => {
    for (const market of ["jpy", "usd", "cny"]) {
      const codes = companies.filter((one) => one.market === market).map(({ code }) => code);
      expect(codes.length).toBeGreaterThanOrEqual(42);
      expect(new Set(codes).size).toBe(codes.length);
    }
  });

  it("have names in three languages and searchable spellings in lower case", () => {
    for (const { names, searchTerms, sector } of companies) {
      expect(Object.values(names).every((name) => name.trim() === name && name !== "")).toBe(true);
      expect(searchTerms.length).toBeGreaterThan(0);
      expect(searchTerms.every((term) => term === term.toLowerCase())).toBe(true);
      expect(sectorKeys).toContain(sector);
    }
  });

  it.each([
    ["7203", "トヨタ自動車", "丰田汽车", "Toyota Motor"],
    ["AAPL", "アップル", "苹果", "Apple"],
    ["600519", "貴州茅台", "贵州茅台", "Kweichow Moutai"],
  ])("call %s what a native broker's app calls it", (code, jp, cn, us) => {
    expect(find(code).names).toEqual({ jp, cn, us });
  });

  it.each([
    ["7203", "トヨタジドウシャ"],
    ["7203", "とよたじどうしゃ"],
    ["7203", "toyota motor"],
    ["600519", "guizhoumaotai"],
    ["600519", "gzmt"],
    ["600900", "changjiangdianli"],
    ["600036", "zsyh"],
    ["GOOGL", "google"],
  ])("find %s by %s", (code, term) => {
    expect(find(code).searchTerms).toContain(term);
  });

  it.each([
    ["7203", "topix500", "standard"],
    ["9166", "standard", "standard"],
    ["AAPL", "standard", "none"],
    ["688981", "standard", "growth_board"],
    ["300750", "standard", "growth_board"],
    ["000016", "standard", "special_treatment"],
    ["600519", "standard", "standard"],
  ])("put %s into tick class %s and limit class %s", (code, tickClass, limitClass) => {
    expect(find(code)).toMatchObject({ tickClass, limitClass });
  });

  it("trade on the exchange and board that their code belongs to", () => {
    for (const { market, code, exchange, limitClass } of companies) {
      if (market === "jpy") expect(code).toMatch(/^\d{3}[\dA-Z]$/);
      if (market !== "cny") continue;
      expect(exchange).toBe(code.startsWith("6") ? "SSE" : "SZSE");
      expect(limitClass === "growth_board").toBe(/^(?:688|30)/.test(code));
    }
  });

  it.each([
    ["7203", 100n],
    ["AAPL", 1n],
    ["600519", 100n],
    ["300750", 100n],
    ["688981", 100n],
  ])("take orders of %s in single shares, and trade it in board lots of %d", (code, boardLot) => {
    expect(find(code)).toMatchObject({ lotSize: 1n, boardLot });
  });

  it("split only on days on which their exchange trades, and list recent shares on such a day", () => {
    for (const { market, splits, listedOn } of companies) {
      for (const { exDate } of splits) expect(isTradingDay(market, exDate)).toBe(true);
      if (listedOn >= "2023-01-01") expect(isTradingDay(market, listedOn)).toBe(true);
    }
  });

  it("include at least two recent listings in each market", () => {
    for (const market of ["jpy", "usd", "cny"]) {
      const recent = companies.filter(
        (one) => one.market === market && one.listedOn > "2022-01-01",
      );
      expect(recent.length).toBeGreaterThanOrEqual(2);
    }
  });
});
