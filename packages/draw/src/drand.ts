import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Beacon } from "./bundle.ts";

/**
 * The League of Entropy's unchained network (bls-unchained-g1-rfc9380): a round's signature needs nothing but its
 * number. What it published of itself at https://api.drand.sh/<chain hash>/info never changes.
 */
export const quicknet = {
  name: "quicknet",
  chainHash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesisSeconds: 1_692_803_367,
  periodSeconds: 3,
} as const;

const signaturePurpose = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/** The first round that drand publishes at `time` (milliseconds) or later. */
export function quicknetRoundFrom(time: number): number {
  const { genesisSeconds, periodSeconds } = quicknet;
  return Math.max(1, Math.ceil((time / 1_000 - genesisSeconds) / periodSeconds) + 1);
}

/** Whether the network signed this round, and the randomness is that of the signature. */
export function isDrandRound({ network, round, randomness, signature }: Beacon): boolean {
  if (network !== quicknet.chainHash && network !== quicknet.name) return false;
  if (!/^[0-9a-f]{96}$/.test(signature) || !Number.isSafeInteger(round) || round < 1) return false;
  if (bytesToHex(sha256(hexToBytes(signature))) !== randomness) return false;
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(round));
  const { shortSignatures } = bls12_381;
  const message = shortSignatures.hash(sha256(number), signaturePurpose);
  try {
    return shortSignatures.verify(hexToBytes(signature), message, hexToBytes(quicknet.publicKey));
  } catch {
    // No point of the curve.
    return false;
  }
}
