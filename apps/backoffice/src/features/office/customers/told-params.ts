import { displaySignedMoney } from "@sanshi/money";
import type { Language } from "@sanshi/web/language";

type Params = Readonly<Record<string, string>>;

/** Names of what the customer's app has sentences for; the rest is shown as it is. */
const inSentences =
  /^(?:who|what|why|why_\w+|before|after|state|queue|proposal|amount|currency|name_\w+)$/;

/**
 * What fills the sentences of a message or an activity, in one line: the customer's app has the
 * sentences, the operator needs their facts. `word` gives a code's word.
 */
export function toldParams(
  params: Params,
  language: Language,
  word: (prefix: "viewed_" | "state_" | "queue_", code: string) => string,
): string {
  const { what, before, after, state, amount, currency } = params;
  const queue = params["queue"] ?? params["proposal"];
  const change =
    after === undefined ? undefined : `${word("state_", before ?? "")} → ${word("state_", after)}`;
  const told = [
    params[`name_${language}`],
    change ?? (what === undefined ? undefined : word("viewed_", what)),
    queue === undefined ? undefined : word("queue_", queue.replaceAll("-", "_")),
    state === undefined ? undefined : word("state_", state),
    amount === undefined ? undefined : `${signedFigure(amount)} ${currency ?? ""}`.trim(),
    ...Object.entries(params)
      .filter(([name]) => !inSentences.test(name))
      .map(([, value]) => value),
    params[`why_${language}`],
  ];
  return told.filter((text) => text !== undefined && text !== "").join(" · ");
}

/** `+1500` as it is sent; anything that is no figure stays. */
function signedFigure(amount: string): string {
  const plain = amount.replace(/^\+/, "");
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? displaySignedMoney(plain) : amount;
}
