/**
 * The allotment draw, version 1: everything that the server needs to draw and anybody to run a draw again, in Node
 * and in a browser's worker. A beacon's signature (`@sanshi/draw/drand`) and a receipt's (`@sanshi/draw/receipt`)
 * have doors of their own, because their curves are large; `@sanshi/draw/delay-part` is all that a worker of the
 * delay loads.
 */
export { allot, type Outcome } from "./allotment.ts";
export * from "./bundle.ts";
export { canonicalText, type Hex } from "./bytes.ts";
export { delayParts, delayStart, isDelay, partsInTurns, runDelay } from "./delay.ts";
export type { DelayRun } from "./delay.ts";
export { checkDelayPart, delayed, type DelayPart } from "./delay-part.ts";
export {
  compareNumbers,
  drawFrom,
  resultOf,
  seedCommitmentTo,
  sortedEntries,
  termsHashOf,
  type Drawn,
  type ResultInput,
} from "./draw.ts";
export * from "./limits.ts";
export { entriesRoot, inclusionProof, isIncluded, type Inclusion } from "./merkle.ts";
export { MalformedPart, readBeacon, readTerms } from "./read-bundle.ts";
export {
  faultCodes,
  type FaultCode,
  type Progress,
  type Steps,
  type StepState,
} from "./verdict.ts";
export type { Verdict } from "./verdict.ts";
export { verifyBundle, type VerifyOptions } from "./verify.ts";
