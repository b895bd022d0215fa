import { useEffect } from "react";
import {
  currencyOf,
  homeChosenAt,
  homeKeptAt,
  isHomeOf,
  isHomeOfAnother,
  sendHomeChoice,
  stamp,
} from "../../../shared/home-choice.ts";
import { useCall } from "../../../shared/queries.ts";
import { useSession } from "../../../shared/session.ts";
import { keepMarket } from "../../../shared/stock-list/last-seen.ts";
import { defaultMarketKey } from "@sanshi/money";
import { keepEntryOrder } from "./own-entries.ts";
import { keepDisplayCurrency } from "./use-assets.ts";

const nothing = {};
/** Another device's choice is looked for that often at most. */
const freshMs = 60_000;

/**
 * The account's own order, currency and market, on all of its devices. The device's copy shows at once; the server
 * is asked once `isReady`, and of the two the later choice stays.
 */
export function useOwnHome(isReady: boolean): void {
  const account = useSession((session) => session.account);
  const { data } = useCall("/user/preferences", nothing, {
    quiet: true,
    enabled: isReady,
    staleTime: freshMs,
  });
  useEffect(() => {
    if (data === undefined) return;
    const { home } = data;
    const [here, there] = [homeChosenAt(account), homeKeptAt(home)];
    const isLater = there > here || (there === here && isHomeOf(account));
    if (isLater || isHomeOfAnother(account)) {
      keepEntryOrder(home?.entries ?? null);
      keepDisplayCurrency(home?.currency ?? currencyOf(""));
      keepMarket(home?.market ?? defaultMarketKey);
      stamp(account, there);
    } else if (here > there) sendHomeChoice();
  }, [data, account]);
}
