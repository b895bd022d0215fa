import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { fillText, findText } from "@sanshi/web/fill-text";
import { order as inEnglish } from "../../../texts/us/trading/order.ts";
import { loadTexts, withLaterTexts, type Translate } from "../../../shared/text.ts";
import type { obstacleOf } from "./order-obstacle.ts";
import type { OrderSummary } from "./order-summary.tsx";
import { firstTicket, type Ticket } from "./order-ticket.ts";
import type { TicketView } from "./order-view.ts";
import type { StockDetail } from "./stock-queries.ts";

let Summary: typeof OrderSummary;
let obstacle: typeof obstacleOf;
beforeAll(async () => {
  await loadTexts("jp");
  const load = async () => ({
    ...(await import("./order-summary.tsx")),
    ...(await import("./order-obstacle.ts")),
  });
  ({ OrderSummary: Summary, obstacleOf: obstacle } = await withLaterTexts(load));
});

const stock = {
  ...{ type: "usd", code: "AAPL", lot: "1", lot_min: "1", tick: "0.01", price: "196.20" },
  ...{ bid: "196.19", ask: "196.20", halted: false, halt: null, market: { open: true } },
} as unknown as StockDetail;
const preview = {
  ...{ price: "196.20", quantity_filled: "5", amount: "981.00", fees: [], fee: "0.00" },
  ...{ margin: "981.00", total: "981.00", available: "10000.00", available_after: "9019.00" },
  ...{
    interest_rate: "0",
    margin_call_price: null,
    meets: null,
    forced_sale_price: null,
    borrowed: "0.00",
  },
};
const view = { preview, isChecking: false, refusal: null, live: stock } as unknown as TicketView;

const ticket = (more: Partial<Ticket>): Ticket => ({
  ...firstTicket(stock, { side: "long", price: null }),
  ...more,
});

it("speaks of margin where something is borrowed, and not of a purchase with own money", () => {
  const shown = (more: Partial<Ticket>) =>
    renderToStaticMarkup(<Summary stock={stock} ticket={ticket(more)} view={view} />);
  expect(shown({ quantity: "5" })).not.toContain("必要資金");
  expect(shown({ quantity: "5", leverage: 2 })).toContain("必要資金");
});

it("counts one share in the singular where an amount does not cover it", () => {
  const texts: Readonly<Record<string, string>> = inEnglish;
  const t = ((key, params = {}) =>
    fillText(findText(texts, key, params["count"], "en-US") ?? key, params)) as Translate<"order">;
  const said = (lot: string) =>
    obstacle({ ...stock, lot_min: lot }, ticket({ amount: "5", quantity: "" }), view, t)?.text;
  expect(said("1")).toBe("This amount does not cover 1 share. Increase it.");
  expect(said("100")).toBe("This amount does not cover 100 shares. Increase it.");
});
