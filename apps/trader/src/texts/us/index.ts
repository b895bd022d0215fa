import type { Texts } from "../jp/index.ts";
import { texts as first } from "./first.ts";
import { texts as later } from "./later.ts";

export { refusalTexts } from "@sanshi/contract/refusal-texts/us";
export { ruleTexts } from "./refusals.ts";

export const texts: Texts = { ...first, ...later };
