import { loginPasswordCaseDays } from "@sanshi/contract";
import { attemptsOf, countAttemptAt } from "../../platform/rate-limits.ts";
import type { Reader } from "../../platform/sql/database.ts";

/**
 * Whether this very request was answered before, by the number that follows from it: noted for every account, of
 * which there need be none.
 */
export async function wasAsked(reader: Reader, caseNumber: string): Promise<boolean> {
  return (await attemptsOf(reader, askedKey(caseNumber), askedMinutes)) > 0;
}

export function noteAsked(reader: Reader, caseNumber: string): Promise<void> {
  return countAttemptAt(reader, askedKey(caseNumber), askedMinutes);
}

/** As long as a case whose account exists: afterwards nobody is to learn from its number that it does. */
const askedMinutes = loginPasswordCaseDays * 24 * 60;
const askedKey = (caseNumber: string) => `days:reset-asked:${caseNumber}`;
