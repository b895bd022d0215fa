import type { TradingPreferences, TradingSetting } from "@sanshi/contract";
import { ask, toastRefusal } from "./api.ts";
import { callKey, queryClient, useCall } from "./queries.ts";

const nothing = {};
/** Another device's switch is looked for that often at most. */
const freshMs = 60_000;

/** Until the customer's own are known, and where they cannot be read: nothing is borrowed, all is reviewed. */
const cautious: TradingPreferences = {
  review: true,
  leverage: false,
  short: false,
  extended: false,
  extended_since: null,
};

/** How the customer wishes to order: kept by the server, the same on every device. */
export function useTradingPreferences(): { chosen: TradingPreferences; isPending: boolean } {
  const { data, isPending } = useCall("/user/preferences", nothing, {
    quiet: true,
    staleTime: freshMs,
  });
  return { chosen: data?.trading ?? cautious, isPending };
}

/** Answers whether it is kept; a toast says why not. */
export async function switchPreference(name: TradingSetting, on: boolean): Promise<boolean> {
  const saved = await ask("/user/save-trading-preferences", {
    setting: name,
    switched: on ? "on" : "off",
  });
  if (saved.ok) queryClient.setQueryData(callKey("/user/preferences", nothing), saved.data);
  else toastRefusal(saved.refusal);
  return saved.ok;
}
