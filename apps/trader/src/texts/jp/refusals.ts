/** Why something was refused: a chunk of its own, which no first view waits for. */
export { askedRefusalTexts } from "@sanshi/contract/refusal-texts/jp";
export { ruleTexts } from "@sanshi/contract/rule-texts/jp";
