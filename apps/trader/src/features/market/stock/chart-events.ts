import type { EventMark } from "@sanshi/chart";
import { useEffect, useMemo, useState } from "react";
import { useCall } from "../../../shared/queries.ts";
import { textOf } from "../../../shared/text.ts";
import type { StockKey } from "./stock-queries.ts";

/** Later than everything that the first view of a stock needs. */
const eventsMs = 2200;
/** Before the end of a day on its exchange, and after its opening. */
const eveningOf = { jpy: "T14:00:00Z", cny: "T14:00:00Z", usd: "T23:00:00Z" } as const;
const none: readonly EventMark[] = [];

/** Results, dividends and splits at the days on which they came. */
export function useChartEvents({ type, code }: StockKey): readonly EventMark[] {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setWanted(true), eventsMs);
    return () => window.clearTimeout(timer);
  }, []);
  const { data } = useCall(
    "/market/company",
    { type, code },
    { quiet: true, enabled: isWanted, staleTime: 60_000 },
  );
  const events = data?.events;
  return useMemo(() => {
    if (events === undefined) return none;
    const t = textOf("stock");
    return events.map(({ kind, date }) => ({
      at: Date.parse(`${date}${eveningOf[type]}`),
      letter: t(`letter_${kind}`),
    }));
  }, [events, type]);
}
