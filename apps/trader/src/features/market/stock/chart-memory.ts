import type { ChartPreferences } from "@sanshi/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import { ask } from "../../../shared/api.ts";
import { callKey, queryClient, useCall } from "../../../shared/queries.ts";
import { useSession } from "../../../shared/session.ts";
import { readStored, readStoredJson, writeStored } from "../../../shared/stored.ts";
import {
  chosenAt,
  chosenBy,
  hasChosen,
  isObject,
  readChoice,
  withChosen,
  type ChartChoice,
} from "./chart-choice.ts";

/** A finger that goes along the tabs is one choice. */
const saveDelayMs = 600;
/** Another device's choice is looked for that often at most. */
const freshMs = 60_000;
const nothing = {};

/**
 * Each account's own, on all of its devices. The device's copy, beside whatever else stands under the
 * specification's key `stock`, shows at once; the server is asked once `isReady`, and of the two the
 * later choice stays.
 */
export function useChartChoice(isReady: boolean): [ChartChoice, (choice: ChartChoice) => void] {
  const account = useSession((session) => session.account);
  const [choice, setChoice] = useState(() => readChoice(chosenBy(storedObject(), account)));
  const save = useSaving(account);
  const { data } = useCall("/user/preferences", nothing, {
    quiet: true,
    enabled: isReady,
    staleTime: freshMs,
  });
  useEffect(() => {
    if (data === undefined) return;
    const stored = storedObject();
    const [here, there] = [chosenAt(stored, account), timeOf(data.chart)];
    if (data.chart !== null && there > here) {
      const taken = readChoice(data.chart satisfies ChartChoice);
      remember(account, taken, there);
      setChoice(taken);
    } else if (hasChosen(stored, account) && (data.chart === null || here > there)) {
      save();
    }
  }, [data, account, save]);
  const choose = useCallback(
    (chosen: ChartChoice) => {
      setChoice(chosen);
      // Later than what it replaces, also on a device whose clock is behind.
      remember(account, chosen, Math.max(Date.now(), chosenAt(storedObject(), account) + 1));
      save();
    },
    [account, save],
  );
  return [choice, choose];
}

/** Tells the server what is kept here; what does not arrive is told the next time a chart opens. */
function useSaving(account: string): () => void {
  const timer = useRef<number | undefined>(undefined);
  const send = useCallback(() => {
    timer.current = undefined;
    if (useSession.getState().account === account) void saveOnServer(account);
  }, [account]);
  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      window.clearTimeout(timer.current);
      send();
    },
    [send],
  );
  return useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(send, saveDelayMs);
  }, [send]);
}

async function saveOnServer(account: string): Promise<void> {
  const stored = storedObject();
  const [choice, at] = [readChoice(chosenBy(stored, account)), chosenAt(stored, account)];
  const { view, adjust, main, sub } = choice;
  const saved = await ask("/user/save-preferences", {
    chart_view: view,
    chart_adjust: adjust,
    chart_main: main,
    chart_sub: sub,
    changed_at: new Date(at).toISOString(),
  });
  if (!saved.ok || useSession.getState().account !== account) return;
  const keptAt = timeOf(saved.data.chart);
  // The server's now, where this device's clock runs ahead of it.
  if (keptAt < at && chosenAt(storedObject(), account) === at) remember(account, choice, keptAt);
  queryClient.setQueryData(callKey("/user/preferences", nothing), saved.data);
}

function remember(account: string, choice: ChartChoice, at: number): void {
  const stored = storedObject();
  writeStored(
    "stock",
    JSON.stringify({ ...stored, charts: withChosen(stored, account, choice, at) }),
  );
}

function timeOf(chart: ChartPreferences | null): number {
  return chart === null ? 0 : Date.parse(chart.changed_at);
}

function storedObject(): Readonly<Record<string, unknown>> {
  if (readStored("stock") === "") return {};
  return readStoredJson("stock", isObject, {});
}
