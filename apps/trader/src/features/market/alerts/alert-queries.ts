import type { AlertKind, PriceAlert } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { Refusal } from "../../../shared/api.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { callKey, queryClient, refresh, useCall } from "../../../shared/queries.ts";

export type StockKey = { type: MarketKey; code: string };

export function useAlerts(options: { enabled?: boolean } = {}) {
  return useCall("/market/alerts", {}, { quiet: true, staleTime: 60_000, ...options });
}

export function alertsOn(alerts: readonly PriceAlert[], { type, code }: StockKey) {
  return alerts.filter((alert) => alert.type === type && alert.code === code);
}

/** Answers why not where it was refused. */
export async function addAlert(
  input: StockKey & { kind: AlertKind; value: string },
): Promise<Refusal | null> {
  const asked = await askOnce("/market/add-alert", input);
  if (!asked.ok && asked.refusal.httpStatus !== 200) return asked.refusal;
  await refresh("/market/alerts");
  return asked.ok ? null : asked.refusal;
}

/** Answers why not where it was refused; one that is gone already is as good as removed. */
export async function removeAlert(id: string): Promise<Refusal | null> {
  const asked = await askOnce("/market/remove-alert", { id });
  if (!asked.ok && asked.refusal.code !== "alert_not_found") return asked.refusal;
  queryClient.setQueryData<PriceAlert[]>(callKey("/market/alerts", {}), (alerts) =>
    alerts?.filter((alert) => alert.id !== id),
  );
  await refresh("/market/alerts");
  return null;
}
