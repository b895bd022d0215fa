import {
  caseNumberLetters,
  loginPasswordCaseDays,
  loginPasswordResetHours,
  passwordResetUsableDays,
  hourMs,
  dayMs,
} from "@sanshi/contract";

/** Until when customer service can be told the number of a case. */
export function caseExpiresAt(requestedAt: number): number {
  return requestedAt + loginPasswordCaseDays * dayMs;
}

export function resetTimes(approvedAt: number): { dueAt: number; expiresAt: number } {
  const dueAt = approvedAt + loginPasswordResetHours * hourMs;
  return { dueAt, expiresAt: dueAt + passwordResetUsableDays * dayMs };
}

const halfLength = 4;

/** As a person reads it out: two halves of four letters and digits. */
export function caseNumberOf(fingerprint: Uint8Array): string {
  const letters = [...fingerprint.subarray(0, 2 * halfLength)].map(
    (byte) => caseNumberLetters[byte % caseNumberLetters.length],
  );
  return `${letters.slice(0, halfLength).join("")}-${letters.slice(halfLength).join("")}`;
}
