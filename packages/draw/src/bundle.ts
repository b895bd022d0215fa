import type { Hex } from "./bytes.ts";
import type { drawVersion } from "./limits.ts";

/** How an offering is drawn, published before subscription opens and never changed. */
export type Terms = {
  draw: typeof drawVersion;
  offering: string;
  type: string;
  code: string;
  /** A decimal number as text, so that its digits are those that were published. */
  price: string;
  /** Shares in a lot. */
  lot: number;
  quota_lots: number;
  min_lots: number;
  max_lots: number;
  rule: AllotmentRule;
  opens_at: string;
  closes_at: string;
  /** Hashes one after the other between the list's root and the result. */
  delay: number;
  beacon: NamedRound | null;
  seed_commitment: Hex;
};

/** `equal`: each in order gets the minimum, then round and round; `by_lot`: every lot is drawn. */
export type AllotmentRule = "equal" | "by_lot";

/** A round of drand: its network by chain hash or name. */
export type NamedRound = { network: string; round: number };
/** What drand published of a round. */
export type Beacon = NamedRound & { randomness: Hex; signature: string };

/** One customer's subscription; `number` is the subscription's, `nonce` the client's own request id. */
export type Entry = { number: string; lots: number; nonce: string };

export type Allotment = { number: string; lots: number };

/** An Ed25519 key as `GET /api/signing-keys.json` lists it; `public_key` are its 32 bytes in base64url. */
export type SigningKeyEntry = { id: string; public_key: string };

/**
 * `GET /api/draws/<offering>.json`: what is not public yet is null or not there. `order` are the subscription
 * numbers in the order drawn, `by_lot` one for every lot; `allotments` those who got something, in that order.
 */
export type DrawBundle = {
  terms: Terms;
  terms_hash: Hex;
  entries?: readonly Entry[] | null;
  root?: Hex | null;
  published_at?: string | null;
  checkpoints?: readonly Hex[] | null;
  beacon?: Beacon | null;
  seed?: Hex | null;
  result?: Hex | null;
  order?: readonly string[] | null;
  allotments?: readonly Allotment[] | null;
  /** With what receipts for this offering were signed. */
  signing_keys?: readonly SigningKeyEntry[];
};

/** A bundle in which everything is public. */
export type DrawnBundle = {
  [Key in Exclude<keyof DrawBundle, "beacon" | "signing_keys">]-?: NonNullable<DrawBundle[Key]>;
} & Pick<DrawBundle, "signing_keys"> & { beacon: Beacon | null };

/** What a subscriber gets at once; `signature` is Ed25519 over the canonical JSON of the rest, in base64url. */
export type Receipt = {
  terms_hash: Hex;
  number: string;
  lots: number;
  nonce: string;
  at: string;
  signature: string;
};

/** In the order in which they are checked. */
export const verificationSteps = [
  "commitment",
  "root",
  "delay",
  "beacon",
  "result",
  "order",
  "allotments",
] as const;
export type VerificationStep = (typeof verificationSteps)[number];
