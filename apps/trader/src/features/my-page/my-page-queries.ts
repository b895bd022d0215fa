import type { CallOutput, Calls } from "@sanshi/contract";
import { useEffect } from "react";
import { RefusedError, signOutSoon } from "../../shared/api.ts";
import { useCall } from "../../shared/queries.ts";
import { useSession } from "../../shared/session.ts";

export type UserInfo = CallOutput<Calls["/user/getUserinfo"]>;
export type CurrencyAssets = CallOutput<Calls["/user/assets"]>["currencies"][number];

/** Holdings move with the market, and their figures with them. */
const assetsAgeMs = 10_000;

/** The specification: any answer but status 1 ends the session. A passing fault is no answer. */
export function useUserInfo() {
  const info = useCall("/user/getUserinfo", {}, { quiet: true });
  const { error } = info;
  useEffect(() => {
    if (error instanceof RefusedError && error.refusal.httpStatus === 200) {
      signOutSoon(useSession.getState().token);
    }
  }, [error]);
  return info;
}

export function useAssets() {
  return useCall("/user/assets", {}, { quiet: true, refetchInterval: assetsAgeMs });
}
