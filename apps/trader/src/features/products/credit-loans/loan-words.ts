/** The words of a loan's status by its number on the wire. */
export const statusKeys = [
  "status_0",
  "status_1",
  "status_2",
  "status_3",
  "status_4",
  "status_5",
] as const;

/** What a loan is for; the plural forms have taken the ending of `other`. */
export const purposeKeys = {
  investing: "purpose_investing",
  living: "purpose_living",
  education: "purpose_education",
  medical: "purpose_medical",
  other: "purpose_else",
} as const;
