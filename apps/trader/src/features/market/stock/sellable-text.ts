import { hourMs } from "@sanshi/contract/constants";
import { expectedDate, type Translate } from "../../../shared/text.ts";
import { showTime } from "../../../shared/times.ts";
import { showDateTime } from "@sanshi/web/times";

type Sellable = { sellable_at: string; sellable_at_status: string | undefined };

/** Whether it is the exchange that bars the sale until the next trading day, and not the 15 minutes. */
function isNextDay(sellableAt: string, filledAt: number): boolean {
  return Date.parse(sellableAt) - filledAt > hourMs;
}

/** From when on what is filled at a moment can be sold, and why not before. */
export function sellableText(
  { sellable_at: sellableAt, sellable_at_status: status }: Sellable,
  filledAt: number,
  t: Translate<"order">,
): string {
  return isNextDay(sellableAt, filledAt)
    ? t("sellable_next_day", { time: expectedDate(showDateTime(sellableAt), status) })
    : t("sellable_lock", { time: showTime(sellableAt) });
}

/** The same where there is little room. */
export function sellableShortly(
  { sellable_at: sellableAt, sellable_at_status: status }: Sellable,
  filledAt: number,
  t: Translate<"order">,
): string {
  const isLater = isNextDay(sellableAt, filledAt);
  const time = isLater ? expectedDate(showDateTime(sellableAt), status) : showTime(sellableAt);
  return t("sellable_from", { time });
}

/** Of what waits: nobody knows yet when its time begins. */
export function sellableAfterFill(sellableAt: string, now: number, t: Translate<"order">): string {
  return t(isNextDay(sellableAt, now) ? "sellable_day_after_fill" : "sellable_after_fill");
}
