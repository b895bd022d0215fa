import { timingSafeEqual } from "node:crypto";
import type { Sealer } from "./sealing/sealer.ts";

/**
 * A browser in which somebody has signed in before: it keeps a token that only we can make, for one
 * account, until the account's password is another. The token opens nothing. Whoever brings it has attempts
 * of their own, which nobody else can use up, and does not wait behind strangers.
 */
export type KnownDevice = { id: string; epoch: string };

type DeviceOwner = "customer" | "operator";
type Signer = Pick<Sealer, "fingerprint">;

/** One for each session, however often it is asked for: a session never has more attempts than one device. */
export function deviceToken(
  sealer: Signer,
  owner: DeviceOwner,
  {
    account,
    sessionId,
    passwordHash,
  }: { account: string; sessionId: string; passwordHash: string },
): string {
  const id = text(sealer.fingerprint(`${account} ${sessionId}`, `${owner}_device_id`), idBytes);
  const epoch = epochOf(sealer, owner, passwordHash);
  return `${id}.${epoch}.${signature(sealer, owner, account, `${id}.${epoch}`)}`;
}

/** The device of a token that we made for this account; null for every other. Asks no database. */
export function deviceOfToken(
  sealer: Signer,
  owner: DeviceOwner,
  account: string,
  token: string,
): KnownDevice | null {
  const [id = "", epoch = "", given = "", ...more] = token.split(".");
  if (more.length > 0) return null;
  const expected = Buffer.from(signature(sealer, owner, account, `${id}.${epoch}`));
  const brought = Buffer.from(given);
  const isOurs = expected.length === brought.length && timingSafeEqual(expected, brought);
  return isOurs ? { id, epoch } : null;
}

/** Whoever knew an earlier password is a stranger. */
export function isOfPassword(
  sealer: Signer,
  owner: DeviceOwner,
  device: KnownDevice,
  passwordHash: string,
): boolean {
  return device.epoch === epochOf(sealer, owner, passwordHash);
}

const idBytes = 12;
const epochBytes = 6;

function epochOf(sealer: Signer, owner: DeviceOwner, passwordHash: string): string {
  return text(sealer.fingerprint(passwordHash, `${owner}_device_epoch`), epochBytes);
}

function signature(sealer: Signer, owner: DeviceOwner, account: string, signed: string): string {
  const mac = sealer.fingerprint(`${account} ${signed}`, `${owner}_device`);
  return text(mac, mac.length);
}

function text(bytes: Buffer, length: number): string {
  return bytes.subarray(0, length).toString("base64url");
}
