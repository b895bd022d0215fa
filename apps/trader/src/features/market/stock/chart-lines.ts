import type { DrawnLine } from "@sanshi/chart";
import type { AdjustMode, CallOutput, Calls } from "@sanshi/contract";
import { newRequestId } from "@sanshi/web/request-id";
import { useCallback, useMemo } from "react";
import { ask, toastRefusal } from "../../../shared/api.ts";
import { keepAnswer } from "../../../shared/kept-answers.ts";
import { callKey, queryClient, refresh, useCall } from "../../../shared/queries.ts";
import { keptOf, lineForm, shownLine, withLine, type KeptLine } from "./drawn-prices.ts";
import type { StockKey } from "./stock-queries.ts";

type Kept = CallOutput<Calls["/market/chart-lines"]>;

const noLines: readonly DrawnLine[] = [];
const freshMs = 60_000;

export type ChartLines = {
  lines: readonly DrawnLine[];
  /** Null until they are known: nothing can be drawn before. */
  isKnown: boolean;
  /** Answers the new line's id. */
  draw: (line: Omit<DrawnLine, "id">) => string;
  move: (line: DrawnLine) => void;
  remove: (id: string) => void;
};

/** What the customer has drawn on a stock, at the prices that the chart shows. Changes show at once. */
export function useChartLines(
  { type, code }: StockKey,
  adjust: AdjustMode,
  isWanted: boolean,
): ChartLines {
  const { data } = useCall(
    "/market/chart-lines",
    { type, code },
    { quiet: true, enabled: isWanted, staleTime: freshMs },
  );
  const lines = useMemo(
    () => data?.lines.map((line) => shownLine(line, data.adjustment, adjust)) ?? noLines,
    [data, adjust],
  );
  const save = useCallback(
    (line: DrawnLine) => {
      const form = lineForm(line, data?.adjustment ?? [], adjust);
      void change(
        { type, code },
        (kept) => withLine(kept, keptOf(form)),
        () => ask("/market/save-chart-line", { type, code, ...form }),
      );
    },
    [type, code, data, adjust],
  );
  const draw = useCallback(
    (line: Omit<DrawnLine, "id">) => {
      const id = newRequestId();
      save({ ...line, id });
      return id;
    },
    [save],
  );
  const remove = useCallback(
    (id: string) =>
      void change(
        { type, code },
        (kept) => kept.filter((line) => line.id !== id),
        () => ask("/market/remove-chart-line", { line: id }),
      ),
    [type, code],
  );
  return { lines, isKnown: data !== undefined, draw, move: save, remove };
}

/** What the server refuses is as it was there, and said. */
async function change(
  stock: StockKey,
  changed: (lines: readonly KeptLine[]) => KeptLine[],
  tell: () => ReturnType<typeof ask<"/market/save-chart-line" | "/market/remove-chart-line">>,
): Promise<void> {
  const key = callKey("/market/chart-lines", { type: stock.type, code: stock.code });
  await queryClient.cancelQueries({ queryKey: key });
  queryClient.setQueryData<Kept>(key, (kept) => kept && { ...kept, lines: changed(kept.lines) });
  const answer = await tell();
  if (answer.ok) return keepShown(stock);
  toastRefusal(answer.refusal);
  await refresh("/market/chart-lines");
}

/** What was drawn stands there without a connection as well, though it was not read from the server. */
function keepShown({ type, code }: StockKey): void {
  const shown = queryClient.getQueryData<Kept>(callKey("/market/chart-lines", { type, code }));
  if (shown === undefined) return;
  void keepAnswer("/market/chart-lines", { type, code }, shown).catch(() => undefined);
}
