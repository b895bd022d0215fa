import type { ListedRuleOnWire } from "@sanshi/contract";
import { expect, it } from "vitest";
import { rowsOf } from "./rule-rows.ts";

it("lists what follows beside what holds, each with its own state", () => {
  const now = { rule: "sse_calendar", since: "2026-01-01", confirmed: true };
  const next = { ...now, since: "2027-01-01", confirmed: false };
  const listed = { ...now, id: "sse_calendar", scope: null, changes: [next] };
  const rules = [listed as unknown as ListedRuleOnWire];
  const rows = rowsOf({
    market_rules: "exchange",
    markets: [{ type: "cny", date: "2026-11-29", rules }],
  });
  expect(rows).toEqual([
    { ...now, id: "sse_calendar", scope: null, market: "cny" },
    { ...next, id: "sse_calendar", scope: null, market: "cny" },
  ]);
});
