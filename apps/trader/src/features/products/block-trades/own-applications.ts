import type { BlockApplication, IntradayApplication } from "@sanshi/contract";

/** The specification's list has intraday trades too, which have a screen of their own. */
export function onlyBlocks(
  applications: readonly (BlockApplication | IntradayApplication)[],
): BlockApplication[] {
  return applications.filter((one) => one.kind === "block");
}
