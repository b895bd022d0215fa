import { dated } from "./dated.ts";
import { beforeRecords, type LocalDate, type RuleReference } from "./rule-reference.ts";

/** How a broker of Japan may check at a distance who somebody is. */
export type IdentityRule = {
  readonly reference: RuleReference;
  /** Photographs of an ID are enough. */
  readonly byPhotographs: boolean;
};

/** The first day on which photographs are not enough. */
export const chipReadingFrom: LocalDate = "2027-04-01";

const rule = "jp_identity_verification";
const identityRules: readonly IdentityRule[] = [
  {
    reference: {
      rule,
      validFrom: beforeRecords,
      source:
        "Act on Prevention of Transfer of Criminal Proceeds, its ordinance (犯罪収益移転防止法施行規則) article 6",
      confirmed: false,
    },
    byPhotographs: true,
  },
  {
    reference: {
      rule,
      validFrom: chipReadingFrom,
      source:
        "the ordinance as amended on 2025-06-24 (National Police Agency): JPKI or a reading of the chip, no photographs or copies",
      confirmed: false,
    },
    byPhotographs: false,
  },
];

/** The rule of a day in Japan. Who was verified before stays so. */
export function identityRule(date: LocalDate): IdentityRule {
  return dated(identityRules, date);
}
