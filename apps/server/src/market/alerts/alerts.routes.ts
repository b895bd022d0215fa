import type { PriceAlert } from "@sanshi/contract";
import { formatPrice, settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { presentStock } from "../market/market.ts";
import { startAlerts } from "./alerts.ts";
import { changeInPercent, showLevel } from "./alerts.rules.ts";
import type { StoredAlert } from "./alerts.store.ts";

export async function alertsFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const { http } = context;
  const alerts = await startAlerts(context);
  http.handle("/market/alerts", async ({ customer }) => {
    const stored = await alerts.list(customer);
    return accept(stored.map((alert) => onWire(context, alert)));
  });
  http.handle("/market/add-alert", ({ input: { request_id, ...form }, customer }) =>
    alerts.add(customer, presentStock(context, form), request_id),
  );
  http.handle("/market/remove-alert", ({ input, customer }) =>
    alerts.remove(customer, BigInt(input.id), input.request_id),
  );
  return { stop: () => alerts.stop() };
}

function onWire({ quotes }: Pick<Context, "quotes">, alert: StoredAlert): PriceAlert {
  const { id, market, code, kind, created_at } = alert;
  const quote = quotes.get(market, code);
  return {
    id: id.toString(),
    type: market,
    code,
    // A stock that the feed no longer lists keeps its code as its name.
    names: quotes.names(market, code),
    kind,
    value: showLevel(alert, market),
    price: quote === null ? null : formatPrice(quote.last, settlementCurrency(market)),
    change_percent: quote === null ? null : changeInPercent(quote),
    created_at: new Date(created_at).toISOString(),
  };
}
