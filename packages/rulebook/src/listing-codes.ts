import type { MarketKey } from "@sanshi/money";

export type Exchange = "TSE" | "NYSE" | "NASDAQ" | "SSE" | "SZSE";

/** JPX gives letters since 2024, in the second and the last place, without those that look alike. */
const tokyo = /^[1-9][0-9ACDFGHJKLMNPRSTUWXY]\d[0-9ACDFGHJKLMNPRSTUWXY]$/;
/** A class of shares follows a dot: `BRK.B`. */
const newYork = /^[A-Z]{1,5}(?:\.[A-Z])?$/;
const shanghai = /^(?:60[0135]|68[89])\d{3}$/;
const shenzhen = /^(?:00[0-3]|30[0-2])\d{3}$/;

/** The exchanges on which a share of this code can be listed; none where the market has no such codes. */
export function exchangesOfCode(market: MarketKey, code: string): readonly Exchange[] {
  if (market === "jpy") return tokyo.test(code) ? ["TSE"] : [];
  if (market === "usd") return newYork.test(code) ? ["NYSE", "NASDAQ"] : [];
  if (shanghai.test(code)) return ["SSE"];
  return shenzhen.test(code) ? ["SZSE"] : [];
}

/** STAR and ChiNext have numbers of their own. */
export function isGrowthBoardCode(market: MarketKey, code: string): boolean {
  return market === "cny" && /^(?:68[89]|30[0-2])/.test(code);
}
