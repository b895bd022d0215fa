import { dated } from "./dated.ts";
import { sources } from "./data/sources.ts";
import { beforeRecords, cited, type LocalDate, type RuleReference } from "./rule-reference.ts";

/** How a broker of Japan may check at a distance who somebody is. */
export type IdentityRule = {
  readonly reference: RuleReference;
  /** Photographs of an ID are enough. */
  readonly byPhotographs: boolean;
};

/** The first day on which photographs are not enough. */
export const chipReadingFrom: LocalDate = "2027-04-01";

const rule = "jp_identity_verification";
export const identityRules: readonly IdentityRule[] = [
  {
    reference: cited(rule, beforeRecords, sources.identityOrdinance, {
      unconfirmed: "the text (not read)",
      inForceBefore: chipReadingFrom,
    }),
    byPhotographs: true,
  },
  {
    reference: cited(rule, chipReadingFrom, sources.identityOrdinance2025, {
      unconfirmed: "the amended text (not read)",
    }),
    byPhotographs: false,
  },
];

/** The rule of a day in Japan. Who was verified before stays so. */
export function identityRule(date: LocalDate): IdentityRule {
  return dated(identityRules, date);
}
