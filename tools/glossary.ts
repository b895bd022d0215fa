/** A word of ours for which the field has one of its own. */
export type Term = {
  /**
   * In small letters. A name is read as its words: `takenBack` and `taken-back.ts` are found as "taken back". What
   * is spelled with underscores is a name of the wire or of the database, and stays.
   */
  refused: RegExp;
  instead: string;
  /** Where prose may have it: an ordinary word that is no name. */
  namesOnly?: true;
  /** Paths, or their beginnings, where it stands for something else, each with what. */
  except?: Readonly<Record<string, string>>;
};

const columnName = "the column that counts them";

/** What is not written, and the field's word for it; docs/glossary.md says what those mean. */
export const glossary: readonly Term[] = [
  {
    refused: /\b(?:take|takes|taken|took|taking)(?: (?:it|them|this|that))? back\b/,
    instead: "cancel",
  },
  {
    refused: /\b(?:taken|takes|took) away\b/,
    instead: "remove, or delete where it is a row",
  },
  {
    refused:
      /\btries\b|\b(?:a|an|one|each|every|another|further|first|second|last|same|wrong|new|count|give back) try\b(?! to)/,
    instead: "attempt; what bounds attempts is a rate limit",
    except: {
      "apps/server/src/platform/rate-limits.": columnName,
      "apps/server/src/office/books/data/column-coverage.ts": columnName,
      "apps/server/src/people/accounts/sign-in.test.ts": columnName,
      "apps/server/src/people/accounts/many-networks.test.ts": columnName,
      "apps/server/src/people/conversations/conversations.test.ts": columnName,
      "apps/server/src/office/operators/sign-in.test.ts": columnName,
      "apps/server/src/every-call-by-strangers.test.ts": columnName,
      "tests/support/customers-records.ts": columnName,
    },
  },
  {
    refused: /\bwaiting orders?\b|\borders? that waits?\b/,
    instead: "working order",
  },
  { refused: /\brecorded look\b/, instead: "audited view" },
  { refused: /^tell |\btelling\b/, namesOnly: true, instead: "notify" },
  { refused: /\bexit (?:pair|orders?)\b/, instead: "bracket" },
];
