import type { MarketKey } from "@sanshi/money";
import { useMemo } from "react";
import { useCall } from "../../../shared/queries.ts";

/** A stretch of a day takes minutes: until it ends, the server has nothing new to say. */
const linesMs = 60_000;

export type DayLines = {
  points: number | undefined;
  changesOf(code: string): readonly number[] | undefined;
};

/** The running day of each of a market's stocks, from one answer for the whole list. */
export function useDayLines(market: MarketKey): DayLines {
  const { data } = useCall(
    "/market/lines",
    { type: market },
    { quiet: true, staleTime: linesMs, refetchInterval: linesMs },
  );
  return useMemo(() => {
    const byCode = new Map(data?.items.map(({ code, changes }) => [code, changes]));
    return { points: data?.points, changesOf: (code) => byCode.get(code) };
  }, [data]);
}
