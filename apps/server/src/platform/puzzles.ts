import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { puzzleCost, minuteMs } from "@sanshi/contract";
import { countAttempt } from "./rate-limits.ts";
import type { Sealer } from "./sealing/sealer.ts";
import type { Reader } from "./sql/database.ts";

/**
 * Work for a browser that nobody knows, before its try at an account is looked at. Kept nowhere until it is answered:
 * its text says what it is for, how much it is and until when it holds, signed for one account.
 */
export type Puzzle = { text: string; bits: number; salt: string };

type Signer = Pick<Sealer, "fingerprint">;

const validMinutes = 10;

/** @param now real time, milliseconds since the epoch */
export function makePuzzle(sealer: Signer, account: string, bits: number, now: number): string {
  const until = Math.floor(now / minuteMs) + validMinutes;
  const signed = `${until}.${bits}.${randomBytes(12).toString("base64url")}`;
  return `${signed}.${signature(sealer, account, signed)}`;
}

/** Null for one that we did not make for this account, or whose time is over. Does no work. */
export function readPuzzle(
  sealer: Signer,
  account: string,
  text: string,
  now: number,
): Puzzle | null {
  const [until = "", bits = "", salt = "", given = "", ...more] = text.split(".");
  if (more.length > 0) return null;
  const expected = Buffer.from(signature(sealer, account, `${until}.${bits}.${salt}`));
  const brought = Buffer.from(given);
  if (expected.length !== brought.length || !timingSafeEqual(expected, brought)) return null;
  return Number(until) * minuteMs < now ? null : { text, bits: Number(bits), salt };
}

/** Whether the answer is right, the first time; each puzzle is answered once. */
export async function isSolved(reader: Reader, puzzle: Puzzle, answer: string): Promise<boolean> {
  const once = {
    key: `puzzle:${puzzle.salt}`,
    attemptsMax: 1,
    windowMinutes: 2 * validMinutes,
  };
  if ((await countAttempt(reader, [once])) > 0) return false;
  return leadingZeroBits(await digest(puzzle, answer)) >= puzzle.bits;
}

export function digest({ text, salt }: Puzzle, answer: string): Promise<Buffer> {
  const { n, r, p, bytes } = puzzleCost;
  return new Promise((resolve, reject) => {
    scrypt(`${text}:${answer}`, salt, bytes, { N: n, r, p }, (fault, key) =>
      fault === null ? resolve(key) : reject(fault),
    );
  });
}

export function leadingZeroBits(bytes: Buffer): number {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const first = bits.indexOf("1");
  return first === -1 ? bits.length : first;
}

function signature(sealer: Signer, account: string, signed: string): string {
  return sealer.fingerprint(`${account} ${signed}`, "sign_in_puzzle").toString("base64url");
}
