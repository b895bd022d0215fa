import { ruleWords } from "../text.ts";

/** Who published a text that a rule rests on, in the user's language. */
export function publisherText(publisher: string): string {
  const names: Readonly<Record<string, string>> = ruleWords()?.publishers ?? {};
  return names[publisher] ?? publisher;
}

/** Of the house and of general knowledge a text's title says nothing more. */
export function isNamedPublisher(publisher: string): boolean {
  return publisher !== "house" && publisher !== "generalKnowledge";
}
