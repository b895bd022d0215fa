import { hash } from "node:crypto";
import type { MarketKey } from "@sanshi/money";
import type { ClosingForm } from "../checking/order-forms.ts";
import type { OpeningForm } from "./opening.rules.ts";

/** Which intention a request id stands for. */

export function openingHash(market: MarketKey, code: string, form: OpeningForm): string {
  const { side, kind, price, quantity, leverage } = form;
  const usual = [market, code, side, kind, price, quantity, leverage];
  return inputHash("place-order", [...usual, ...furtherFields(form), ...exitsSaid(form)]);
}

/** What an order may say beside the usual; nothing where it does not. */
function furtherFields(form: OpeningForm) {
  const { stopPrice, timeInForce, goodUntil, takeProfit, stopLoss } = form;
  const said = [stopPrice, takeProfit, stopLoss].some((field) => field !== undefined);
  if (!said && timeInForce === "until_cancelled") return [];
  const usual = [stopPrice, timeInForce, takeProfit, stopLoss];
  return goodUntil === undefined ? usual : [...usual, goodUntil];
}

/** Nothing where it has none for parts. */
function exitsSaid({ exitParts: exits = [] }: OpeningForm): string[] {
  return exits.map(({ quantity, takeProfit, stopLoss, trailAmount, trailPercent }) => {
    const trail = trailPercent === undefined ? trailAmount : `${trailPercent}%`;
    const said = `exit ${quantity}:${takeProfit ?? ""}:${stopLoss ?? ""}`;
    return trail === undefined ? said : `${said}:${trail}`;
  });
}

/** Nothing where it does not trail; named, so that an amount is not taken for a part. */
export function trailSaid({ trailAmount, trailPercent }: TrailSaid): string[] {
  return [
    ...(trailAmount === undefined ? [] : [`amount ${trailAmount}`]),
    ...(trailPercent === undefined ? [] : [`percent ${trailPercent}`]),
  ];
}

type TrailSaid = Pick<ClosingForm, "trailAmount" | "trailPercent">;

/** Which intention a request id stands for: the call and its fields as they were sent. */
export function inputHash(call: string, fields: readonly (string | undefined)[]): string {
  return hash("sha256", JSON.stringify([call, ...fields.map((field) => field ?? null)]));
}
