import type { CallOutput, Calls } from "@sanshi/contract";
import { formatMinor, type Currency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Customer } from "../../platform/sessions.ts";
import { unsettledOnWire } from "../settlement/settlement.ts";
import { standingOf } from "./asset-figures.ts";
import { totalAssets, type AssetFigures } from "./assets.rules.ts";
import { dayOnWire } from "./day-result.ts";

export { assetFiguresIn } from "./asset-figures.ts";
export type { AssetFigures } from "./assets.rules.ts";
export { netAssetsOf } from "./net-assets.ts";
export { startValuingFlows } from "./net-assets-flows.ts";
export { startRecordingNetAssets } from "./net-assets-recording.ts";

type Assets = CallOutput<Calls["/user/assets"]>;
type DisplayCurrency = "USD" | "JPY" | "CNY";
type AssetsContext = Pick<Context, "quotes" | "clock" | "database" | "fx" | "settings" | "hours">;

/** Per currency, and together in the display currency at the mid rates. */
export async function assetsOf(
  context: AssetsContext,
  customer: Pick<Customer, "customerId">,
  display: DisplayCurrency,
): Promise<Assets> {
  const { figures, cash, day } = await standingOf(context, customer.customerId);
  const now = context.clock.now();
  const rates = context.fx.ratesAt(now);
  const total = rates === null ? null : totalAssets(display, figures, rates.perDollar);
  return {
    currencies: [...figures].map(([currency, own]) => ({
      currency,
      ...onWire(own, currency),
      unpaid_debt: formatMinor(own.unpaidDebt, currency),
      withdrawable: formatMinor(cash(currency).withdrawable, currency),
      unsettled: unsettledOnWire(cash(currency), currency),
    })),
    total:
      rates === null || total === null
        ? null
        : {
            currency: display,
            ...onWire(total, display),
            day: dayOnWire(day, display, figures, rates.perDollar),
            rates_from: rates.feed,
            rates_at: new Date(rates.at).toISOString(),
          },
    at: new Date(now).toISOString(),
  };
}

function onWire(figures: AssetFigures, currency: Currency) {
  const text = (amount: AssetFigures[keyof AssetFigures]) => formatMinor(amount, currency);
  return {
    available: text(figures.available),
    frozen: text(figures.frozen),
    total_assets: text(figures.total),
    holdings_value: text(figures.holdingsValue),
    short_value: text(figures.shortValue),
    total_debt: text(figures.debt),
    unrealized: text(figures.unrealised),
    net_assets: text(figures.net),
  };
}
