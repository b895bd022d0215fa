import { hash } from "node:crypto";
import type { MarketKey } from "@sanshi/money";
import type { ClosingForm, ReplaceForm } from "./checking/order-forms.ts";
import type { OpeningForm } from "./placing/opening.rules.ts";

export function openingHash(market: MarketKey, code: string, form: OpeningForm): string {
  const { side, kind, price, quantity, leverage } = form;
  const usual = [market, code, side, kind, price, quantity, leverage];
  return inputHash("place-order", [...usual, ...furtherFields(form), ...exitsSaid(form)]);
}

export function closingHash(positionId: bigint, form: ClosingForm): string {
  const { quantity, kind, price, stopPrice, timeInForce, goodUntil } = form;
  const usual = [positionId.toString(), quantity, kind, price, timeInForce];
  const said = stopPrice !== undefined || goodUntil !== undefined;
  const further = said ? [stopPrice, goodUntil] : [];
  return inputHash("close-position", [...usual, ...further, ...trailSaid(form), ...markSaid(form)]);
}

export function replaceHash(positionId: bigint, form: ReplaceForm): string {
  const usual = [positionId.toString(), form.price, form.stopPrice, form.quantity];
  return inputHash("amend-order", [...usual, ...trailSaid(form), ...hoursSaid(form)]);
}

/** Nothing where the hours stay as they are. */
function hoursSaid({ hours }: ReplaceForm): string[] {
  return hours === undefined ? [] : [`hours ${hours}`];
}

/** What an order may say beside the usual; nothing where it does not. */
function furtherFields(form: OpeningForm) {
  const { stopPrice, timeInForce, goodUntil, takeProfit, stopLoss, doNotReduce, hours } = form;
  const said = [stopPrice, takeProfit, stopLoss].some((field) => field !== undefined);
  const marked = markSaid({ doNotReduce, hours });
  if (!said && timeInForce === "until_cancelled") return marked;
  const usual = [stopPrice, timeInForce, takeProfit, stopLoss];
  return [...usual, ...(goodUntil === undefined ? [] : [goodUntil]), ...marked];
}

/** Nothing where it has none for parts. */
function exitsSaid({ exitParts: exits = [] }: OpeningForm): string[] {
  return exits.map(({ quantity, takeProfit, stopLoss, trailAmount, trailPercent }) => {
    const trail = trailPercent === undefined ? trailAmount : `${trailPercent}%`;
    const said = `exit ${quantity}:${takeProfit ?? ""}:${stopLoss ?? ""}`;
    return trail === undefined ? said : `${said}:${trail}`;
  });
}

function markSaid({ doNotReduce, hours }: Pick<ClosingForm, "doNotReduce" | "hours">): string[] {
  return [
    ...(doNotReduce === true ? ["do not reduce"] : []),
    ...(hours === "extended" ? ["extended hours"] : []),
  ];
}

/** Nothing where it does not trail; named, so that an amount is not taken for a part. */
function trailSaid({ trailAmount, trailPercent }: TrailSaid): string[] {
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
