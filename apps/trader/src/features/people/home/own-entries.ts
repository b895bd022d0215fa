import type { HomeEntry } from "@sanshi/contract";
import type { IconName } from "@sanshi/ui";
import { create } from "zustand";
import { paths, routes } from "../../../app/paths.ts";
import { readStoredJson, writeStored } from "../../../shared/stored.ts";
import { keepHomeChoice } from "../../../shared/home-choice.ts";
import { orderOf } from "./entry-order.ts";

export const entryPlaces: Readonly<Record<HomeEntry, { icon: IconName; place: string }>> = {
  deposit: { icon: "deposit", place: paths.stored },
  exchange: { icon: "exchange", place: paths.exchange },
  new_shares: { icon: "ticket", place: paths.newShare },
  withdraw: { icon: "withdraw", place: paths.withdraw },
  copy_trading: { icon: "copy", place: paths.follow },
  intraday: { icon: "day", place: paths.withinDays },
  block_trades: { icon: "block", place: paths.blockOffers },
  lending: { icon: "share", place: routes.lending },
  loan: { icon: "loan", place: paths.loan },
  news: { icon: "news", place: paths.news },
  help: { icon: "headset", place: paths.service },
};

const isAnything = (value: unknown): value is unknown => value !== undefined;

const useOrder = create<{ order: readonly HomeEntry[] }>(() => ({
  order: orderOf(readStoredJson("entries", isAnything, null)),
}));

export function useEntryOrder(): readonly HomeEntry[] {
  return useOrder(({ order }) => order);
}

/** Null goes back to a newcomer's order. */
export function chooseEntryOrder(order: readonly HomeEntry[] | null): void {
  keepEntryOrder(order);
  keepHomeChoice();
}

/** On this device: the account has it. */
export function keepEntryOrder(order: readonly string[] | null): void {
  useOrder.setState({ order: orderOf(order) });
  writeStored("entries", order === null ? "" : JSON.stringify(order));
}
