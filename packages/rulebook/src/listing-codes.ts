import type { MarketKey } from "@sanshi/money";
import type { Exchange } from "./data/exchanges.ts";
import type { Board } from "./data/lots.ts";
import type { LimitClass } from "./price-limits.ts";

export type { Exchange } from "./data/exchanges.ts";

/** JPX gives letters since 2024, in the second and the last place, without those that look alike. */
const tokyo = /^[1-9][0-9ACDFGHJKLMNPRSTUWXY]\d[0-9ACDFGHJKLMNPRSTUWXY]$/;
/** A class of shares follows a dot: `BRK.B`. */
const newYork = /^[A-Z]{1,5}(?:\.[A-Z])?$/;
const shanghai = /^(?:60[0135]|68[89])\d{3}$/;
const shenzhen = /^(?:00[0-3]|30[0-2])\d{3}$/;
/** New shares since 2024-04-22, all since 2025-10-09; until then also 43…, 83…, 87… and 88… (general knowledge). */
const beijing = /^920\d{3}$/;
const beijingEver = /^(?:920|43|8)/;

/** The exchanges on which a share of this code can be listed; none where the market has no such codes. */
export function exchangesOfCode(market: MarketKey, code: string): readonly Exchange[] {
  if (market === "jpy") return tokyo.test(code) ? ["TSE"] : [];
  if (market === "usd") return newYork.test(code) ? ["NYSE", "NASDAQ"] : [];
  if (shanghai.test(code)) return ["SSE"];
  if (beijing.test(code)) return ["BSE"];
  return shenzhen.test(code) ? ["SZSE"] : [];
}

/** The board that a share's code tells, Beijing's former codes among them. */
export function boardOfCode(market: MarketKey, code: string): Board {
  if (market !== "cny") return "main";
  if (/^68[89]/.test(code)) return "star";
  if (/^30[0-2]/.test(code)) return "chinext";
  return beijingEver.test(code) ? "beijing" : "main";
}

/** STAR and ChiNext have numbers of their own. */
export function isGrowthBoardCode(market: MarketKey, code: string): boolean {
  const board = boardOfCode(market, code);
  return board === "star" || board === "chinext";
}

/** The class of daily limits that a share's code tells; special treatment no code does. */
export function limitClassOfCode(market: MarketKey, code: string): LimitClass {
  if (market === "usd") return "none";
  if (boardOfCode(market, code) === "beijing") return "beijing_board";
  return isGrowthBoardCode(market, code) ? "growth_board" : "standard";
}
