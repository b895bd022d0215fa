import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, thirty seconds. */
const stepSeconds = 30;
const digits = 6;
/** A code is good for its step and one on either side: clocks differ. */
const driftSteps = 1n;

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 160 bits, the length of the hash. */
export function newTotpSecret(): Buffer {
  return randomBytes(20);
}

/** The step of a moment, in milliseconds since the epoch. */
export function stepAt(milliseconds: number): bigint {
  return BigInt(Math.floor(milliseconds / 1_000 / stepSeconds));
}

export function codeAt(secret: Buffer, step: bigint): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(step);
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return number.toString().padStart(digits, "0");
}

/**
 * The step whose code it is, later than any that was used; null where there is none. After a step of the machine's clock
 * nobody can say whether real time as the service goes on with it or the machine is with the customer's own device: a
 * code may go by either.
 */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { now, machineNow }: { now: number; machineNow: number },
  lastStep: bigint | null,
): bigint | null {
  if (!/^\d{6}$/.test(code)) return null;
  for (const step of new Set([stepAt(now), stepAt(machineNow)])) {
    for (let candidate = step - driftSteps; candidate <= step + driftSteps; candidate += 1n) {
      if (lastStep !== null && candidate <= lastStep) continue;
      if (timingSafeEqual(Buffer.from(codeAt(secret, candidate)), Buffer.from(code)))
        return candidate;
    }
  }
  return null;
}

export function toBase32(bytes: Buffer): string {
  let bits = 0;
  let value = 0;
  let text = "";
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += base32[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + base32[(value << (5 - bits)) & 31];
}

/** What an authenticator app reads from the picture. */
export function otpauthUrl(secret: Buffer, account: string): string {
  const label = `Sanshi:${account}`;
  const query = new URLSearchParams({
    secret: toBase32(secret),
    issuer: "Sanshi",
    algorithm: "SHA1",
    digits: String(digits),
    period: String(stepSeconds),
  });
  return `otpauth://totp/${encodeURIComponent(label)}?${query}`;
}
