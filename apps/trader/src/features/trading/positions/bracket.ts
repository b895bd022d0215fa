import type { HeldStock } from "@sanshi/contract";
import type { RefusalCode } from "@sanshi/contract/refusals";
import { parsePrice } from "@sanshi/money";
import { moneyText, valueAt } from "./valuation.ts";

/** As typed; empty is none. */
export type BracketForm = { takeProfit: string; stopLoss: string };
export type ExitField = keyof BracketForm;

export function bracketOf({ take_profit, stop_loss }: HeldStock): BracketForm {
  return { takeProfit: take_profit ?? "", stopLoss: stop_loss ?? "" };
}

type Changed = { take_profit?: string; stop_loss?: string };

/** What differs in value from what is set; an emptied one takes the price away. */
export function exitChanges(before: BracketForm, form: BracketForm): Changed {
  const differs = (field: ExitField) => parsePrice(before[field]) !== parsePrice(form[field]);
  return {
    ...(differs("takeProfit") && { take_profit: form.takeProfit }),
    ...(differs("stopLoss") && { stop_loss: form.stopLoss }),
  };
}

/** What closing all of it at a price would gain or lose, fees apart; null without a price. */
export function resultAt(position: HeldStock, price: string): string | null {
  const at = parsePrice(price);
  if (at === null || at <= 0n) return null;
  return moneyText(valueAt(position, price).profitMinor, position.type);
}

/** The field at fault; null where both are, or neither. */
export function exitFieldOf(refusal: {
  code: RefusalCode;
  params: Readonly<Record<string, string>>;
}): ExitField | null {
  const { field } = refusal.params;
  if (refusal.code === "take_profit_on_wrong_side" || field === "take_profit") return "takeProfit";
  if (refusal.code === "stop_loss_on_wrong_side" || field === "stop_loss") return "stopLoss";
  return null;
}
