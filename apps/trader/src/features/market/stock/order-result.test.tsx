import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import { loadTexts, withLaterTexts } from "../../../shared/text.ts";
import type { PlacedOrder } from "./order-placing.ts";
import type { OrderResult } from "./order-result.tsx";
import type { OrderInput } from "./order-ticket.ts";
import type { StockDetail } from "./stock-queries.ts";

let Result: typeof OrderResult;
beforeAll(async () => {
  await loadTexts("jp");
  ({ OrderResult: Result } = await withLaterTexts(() => import("./order-result.tsx")));
});

const stock = { type: "usd", code: "MSFT", names: { jp: "M", cn: "M", us: "M" } } as StockDetail;
const placed = {
  ...{ id: "1", order_number: "OR1", quantity: "3", quantity_filled: "0", quantity_waiting: "3" },
  ...{ price: "195", amount: "585.00", fee: "0.00", reserved: "614.25" },
  ...{ filled_at: null, sellable_at: null },
};

function receipt(order: object, kind: "limit" | "stop" | "market"): string {
  const input = { side: "long", kind, price: "195", stop_price: "195", leverage: "1" };
  return renderToStaticMarkup(
    <MemoryRouter>
      <Result
        stock={stock}
        order={{ ...placed, ...order } as unknown as PlacedOrder}
        input={input as unknown as OrderInput}
        onClose={() => undefined}
      />
    </MemoryRouter>,
  );
}

describe("the receipt of an order", () => {
  it.each(["limit", "stop"] as const)(
    "of which nothing is traded says what is held and why, and of no traded amount: %s",
    (kind) => {
      const shown = receipt({}, kind);
      expect(shown).not.toContain("約定代金");
      expect(shown).toContain("<dt>注文金額</dt><dd>585.00 USD</dd>");
      expect(shown).toContain("<dt>拘束額（約定まで）</dt><dd>614.25 USD</dd>");
      expect(shown.includes("<dt>トリガー価格</dt>")).toBe(kind === "stop");
    },
  );

  it("that is filled says what was traded", () => {
    const filled = { quantity_filled: "3", quantity_waiting: "0", reserved: undefined };
    const shown = receipt({ ...filled, filled_at: "2026-11-20T15:00:00Z" }, "market");
    expect(shown).toContain("<dt>約定代金</dt><dd>585.00 USD</dd>");
    expect(shown).not.toContain("拘束額");
  });
});
