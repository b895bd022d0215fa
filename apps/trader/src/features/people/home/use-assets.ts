import { create } from "zustand";
import { currencyOf, keepHomeChoice, type DisplayCurrency } from "../../../shared/home-choice.ts";
import { useCall } from "../../../shared/queries.ts";
import { readStored, writeStored } from "../../../shared/stored.ts";

const useChosen = create<{ currency: DisplayCurrency }>(() => ({
  currency: currencyOf(readStored("displayCurrency")),
}));

export function useDisplayCurrency(): DisplayCurrency {
  return useChosen(({ currency }) => currency);
}

export function chooseDisplayCurrency(currency: DisplayCurrency): void {
  keepDisplayCurrency(currency);
  keepHomeChoice();
}

/** On this device: the account has it. */
export function keepDisplayCurrency(currency: DisplayCurrency): void {
  useChosen.setState({ currency });
  writeStored("displayCurrency", currency);
}

/** Prices move, and a day that begins is recorded within a second. */
const askEveryMs = 10_000;

/** What there is, in the currency that home shows it in: one answer for all of home. */
export function useAssets() {
  return useCall(
    "/user/assets",
    { currency: useDisplayCurrency() },
    { quiet: true, keep: true, refetchInterval: askEveryMs },
  );
}
