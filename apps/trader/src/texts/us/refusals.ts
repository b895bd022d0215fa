/** Why something was refused: a chunk of its own, which no first view waits for. */
export { askedRefusalTexts } from "@sanshi/contract/refusal-texts/us";
export { ruleTexts } from "@sanshi/contract/rule-texts/us";
