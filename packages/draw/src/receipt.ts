import { ed25519 } from "@noble/curves/ed25519.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Entry, Receipt, SigningKeyEntry } from "./bundle.ts";
import { canonicalText } from "./bytes.ts";
import { readCount, readHex, readNumber, readSource, readText, readTime } from "./read-bundle.ts";
import { entryLotsMax } from "./limits.ts";

export type UnsignedReceipt = Omit<Receipt, "signature">;

/** What is signed: the canonical JSON of everything but the signature. */
export function receiptText({ terms_hash, number, lots, nonce, at }: UnsignedReceipt): string {
  return canonicalText({ terms_hash, number, lots, nonce, at });
}

/** @throws MalformedPart where it is no receipt */
export function readReceipt(value: unknown): Receipt {
  const source = readSource(value, "receipt");
  const signature = readText(source["signature"], "receipt.signature");
  return {
    terms_hash: readHex(source["terms_hash"], "receipt.terms_hash"),
    number: readNumber(source["number"], "receipt.number"),
    lots: readCount(source["lots"], "receipt.lots", entryLotsMax),
    nonce: readText(source["nonce"], "receipt.nonce"),
    at: readTime(source["at"], "receipt.at"),
    signature,
  };
}

/** Whether one of these keys has signed it. */
export function isSignedReceipt(receipt: Receipt, keys: readonly SigningKeyEntry[]): boolean {
  const signature = fromBase64Url(receipt.signature);
  if (signature?.length !== 64) return false;
  const message = utf8ToBytes(receiptText(receipt));
  return keys.some(({ public_key }) => {
    const key = fromBase64Url(public_key);
    if (key?.length !== 32) return false;
    try {
      return ed25519.verify(signature, message, key, { zip215: false });
    } catch {
      // No point of the curve.
      return false;
    }
  });
}

const signingKeysMax = 100;

/** Those that a bundle names; what is none is left out. */
export function signingKeysOf(bundle: unknown): SigningKeyEntry[] {
  const keys = readSource(bundle, "bundle")["signing_keys"];
  if (!Array.isArray(keys)) return [];
  return keys.slice(0, signingKeysMax).filter(isSigningKey);
}

function isSigningKey(value: unknown): value is SigningKeyEntry {
  if (typeof value !== "object" || value === null) return false;
  if (!("id" in value) || !("public_key" in value)) return false;
  return typeof value.id === "string" && typeof value.public_key === "string";
}

/** What a list says of a receipt: `left_out` and `changed` with a signed receipt are the proof against the house. */
export type ReceiptFinding = "entered" | "left_out" | "changed" | "other_terms" | "not_signed";

export type ReceiptCheck = {
  receipt: Receipt;
  termsHash: string;
  entries: readonly Entry[];
  keys: readonly SigningKeyEntry[];
};

export function findReceipt({ receipt, termsHash, entries, keys }: ReceiptCheck): ReceiptFinding {
  if (!isSignedReceipt(receipt, keys)) return "not_signed";
  if (receipt.terms_hash !== termsHash) return "other_terms";
  const entry = entries.find(({ number }) => number === receipt.number);
  if (entry === undefined) return "left_out";
  const isSame = entry.lots === receipt.lots && entry.nonce === receipt.nonce;
  return isSame ? "entered" : "changed";
}

/** Null for what is none. */
function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
