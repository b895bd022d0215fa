import type { PublicHalt } from "@sanshi/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { loadTexts, withLaterTexts } from "../../../shared/text.ts";
import { CloseFoot } from "./close-foot.tsx";
import { noTrail } from "./close-order.ts";

beforeAll(async () => {
  await loadTexts("jp");
  await withLaterTexts(() => Promise.resolve());
});

const sentence = "成行・IOC・FOKの注文は受け付けていません";
const pause = {
  id: "1",
  role: "market_rule",
  scope: "instrument",
  type: "cny",
  code: "601999",
  names: { jp: "出版伝媒", cn: "出版传媒", us: "Publishing" },
  closing_allowed: false,
  takes_orders: true,
  reason: { jp: "変動", cn: "波动", us: "move" },
  since: "2026-11-27T02:00:00.000Z",
  until: "2026-11-27T02:10:00.000Z",
  ended_at: null,
} satisfies PublicHalt;

function footOf(kind: "market" | "limit", halt: PublicHalt): string {
  const form = { kind, quantity: "100", price: "12", stop: "", ...noTrail };
  const market = { halt, price: "12", otherSide: "12", terms: null, forms: {}, tradingDate: "" };
  const rest = { extended: undefined, tick: null, limitUp: null, limitDown: null };
  const closed = { names: halt.names, side: "long" } as const;
  return renderToStaticMarkup(
    <CloseFoot
      {...{ closed, form, refusal: null, busy: false, isReady: true, estimate: null }}
      market={{ ...market, ...rest }}
    />,
  );
}

it("closes by a limit in a pause that takes orders, and says what it does not take", () => {
  expect(footOf("limit", pause)).toContain(sentence);
  expect(footOf("limit", pause)).not.toContain("disabled");
  expect(footOf("market", pause)).toContain("disabled");
  expect(footOf("limit", { ...pause, takes_orders: false })).toContain("disabled");
});
