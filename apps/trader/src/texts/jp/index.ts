import { texts as first } from "./first.ts";
import { texts as later } from "./later.ts";

export { refusalTexts } from "@sanshi/contract/refusal-texts/jp";
export { ruleTexts } from "./refusals.ts";

/** All of them: for types and tests. The app loads the two parts when it needs them. */
export const texts = { ...first, ...later };

/** The shape of the texts: Japanese has it, the other languages must match it. */
export type Texts = typeof texts;
