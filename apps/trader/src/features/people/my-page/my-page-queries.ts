import type { CallOutput, Calls } from "@sanshi/contract";
import { useCall } from "../../../shared/queries.ts";

export type UserInfo = CallOutput<Calls["/user/getUserinfo"]>;
export type CurrencyAssets = CallOutput<Calls["/user/assets"]>["currencies"][number];

/** Holdings move with the market, and their figures with them. */
const assetsAgeMs = 10_000;

export function useUserInfo() {
  return useCall("/user/getUserinfo", {}, { quiet: true });
}

export function useAssets() {
  return useCall("/user/assets", {}, { quiet: true, refetchInterval: assetsAgeMs });
}
