import { delayReasons } from "@sanshi/contract";
import type { Translate } from "../../shared/text.ts";

/** What a case waits for that is late; nothing where a newer server has a reason of its own. */
export function delayText(reason: string | undefined, t: Translate<"messages">): string {
  const known = delayReasons.find((one) => one === reason);
  return known === undefined ? "" : t(`delay_${known}`);
}
