import { createHash, randomInt } from "node:crypto";

/** Ten codes of fifty bits: nobody guesses one, and a sheet of paper holds them. */
const recoveryCodes = 10;
const recoveryLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const recoveryLength = 10;

/** New ones, as they are shown once and as they are kept. */
export function newRecoveryCodes(): { shown: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: recoveryCodes }, randomCode);
  return {
    shown: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    hashes: codes.map(hashOfRecoveryCode),
  };
}

/** As it is typed, with or without its dash and in either case. */
export function normaliseCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "").toUpperCase();
}

function randomCode(): string {
  return Array.from(
    { length: recoveryLength },
    () => recoveryLetters[randomInt(recoveryLetters.length)],
  ).join("");
}

export function hashOfRecoveryCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
