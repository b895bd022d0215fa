import { useLocation } from "react-router";

/** The number typed on the screen before: in the history's state, never in an address. */
export function useGivenAccount(): string {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("account" in state)) return "";
  return typeof state.account === "string" ? state.account : "";
}
