import type { CallOutput, Calls, netAssetRanges } from "@sanshi/contract";
import {
  currencies,
  divide,
  formatMinor,
  formatScaled,
  minor,
  zeroMinor,
  type Currency,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Customer } from "../../platform/sessions.ts";
import { assetFiguresOf } from "./asset-figures.ts";
import { totalAssets } from "./assets.rules.ts";
import { firstDay, pointsOf, totalPoints, type Point } from "./net-assets.rules.ts";
import { recordedAmounts, recordedRates } from "./net-assets.store.ts";

type NetAssets = CallOutput<Calls["/user/net-assets"]>;

/** What a customer had at the end of each recorded day, and has now. Reading records nothing. */
export async function netAssetsOf(
  context: Pick<Context, "quotes" | "clock" | "database" | "fx">,
  { customerId }: Customer,
  { range, currency }: { range: (typeof netAssetRanges)[number]; currency: "USD" | "JPY" | "CNY" },
): Promise<NetAssets> {
  const { reader } = context.database;
  const now = context.clock.now();
  const since = firstDay(range, now);
  const [amounts, rates, figures] = await Promise.all([
    recordedAmounts(reader, customerId, since),
    recordedRates(reader, since),
    assetFiguresOf(context, customerId),
  ]);
  const days = [...new Set(amounts.map(({ day }) => day))];
  const ratesNow = context.fx.ratesAt(now)?.perDollar ?? {};
  const totalNow = totalAssets(currency, figures, ratesNow);
  const points = totalPoints(currency, amounts, rates);
  if (totalNow !== null) points.push({ at: now, amount: totalNow.net });
  const first = points[0]?.amount ?? zeroMinor;
  const change = minor((points.at(-1)?.amount ?? zeroMinor) - first);
  return {
    currency,
    points: onWire(points, currency),
    currencies: currencies.flatMap((one) => {
      const own = pointsOf(one, amounts, days);
      const ownNow = figures.get(one)?.net ?? zeroMinor;
      if (own.length === 0 && ownNow === 0n) return [];
      return [{ currency: one, points: onWire([...own, { at: now, amount: ownNow }], one) }];
    }),
    change: formatMinor(change, currency),
    change_percent: formatScaled(first > 0n ? divide(change * 10_000n, first, "half_up") : 0n, 2),
  };
}

function onWire(points: readonly Point[], currency: Currency): [string, string][] {
  return points.map(({ at, amount }) => [
    new Date(at).toISOString(),
    formatMinor(amount, currency),
  ]);
}
