import { readAuditHead, type AuditHead } from "../audit-log.ts";
import type { Clock } from "../clock.ts";
import type { Reader } from "../sql/database.ts";
import { isSignedBy, type PublicKey, type SigningKey } from "./signing-key.ts";

/**
 * The end of the audit log, signed, as one word that customers hold on to:
 * `sanshi-head-v1.<log>.<number>.<hash>.<time>.<key>.<signature>`. The signature is Ed25519 over what stands
 * before its dot. Whoever rewrites the log afterwards contradicts every one that was handed out.
 */
type SignedHead = AuditHead & {
  at: number;
  keyId: string;
  signed: string;
  signature: string;
};

const version = "sanshi-head-v1";
const form =
  /^(sanshi-head-v1\.([0-9a-f-]{36})\.(0|[1-9]\d{0,17})\.([0-9a-f]{64}|none)\.(\d{1,15})\.([0-9a-f]{16}))\.([\w-]{86})$/;

/** The log as it is now; with real time as its `at`. */
export async function signedHeadNow(
  reader: Reader,
  key: SigningKey,
  clock: Pick<Clock, "realNow">,
): Promise<string> {
  return signHead(key, await readAuditHead(reader), clock.realNow());
}

function signHead(key: SigningKey, head: AuditHead, at: number): string {
  const hash = head.hash === "" ? "none" : head.hash;
  const said = [version, head.log, head.number.toString(), hash, String(at), key.id].join(".");
  return `${said}.${key.sign(said)}`;
}

/** Undefined for what is no signed head; whether it was signed by us is not looked at. */
export function parseSignedHead(text: string): SignedHead | undefined {
  const [, signed, log, number, hash, at, keyId, signature] = form.exec(text.trim()) ?? [];
  if (!signed || !log || !number || !hash || !at || !keyId || !signature) return undefined;
  return {
    log,
    number: BigInt(number),
    hash: hash === "none" ? "" : hash,
    at: Number(at),
    keyId,
    signed,
    signature,
  };
}

/** Whether one of these keys has signed it. */
export function isSignedHead(head: SignedHead, keys: readonly PublicKey[]): boolean {
  const key = keys.find(({ id }) => id === head.keyId);
  return key !== undefined && isSignedBy(key.publicKey, head.signed, head.signature);
}
