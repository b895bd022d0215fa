/** The version that terms name in `draw`, and the beginning of every text that is hashed for it. */
export const drawVersion = "sanshi-draw-v1";

/** The delay is handed out in so many parts, which a verifier checks side by side. */
export const delayPartCount = 256;
export const checkpointCount = delayPartCount + 1;

/**
 * What a bundle may hold at most, so that one from a hostile server costs a verifier bounded time and memory.
 * Far above what an offering has: its terms are refused before they could be published.
 */
export const entriesMax = 1_000_000;
/** Lots that are drawn one by one: each has a place of its own in the order. */
export const placesMax = 10_000_000;
export const entryLotsMax = 1_000_000_000;
export const quotaLotsMax = 1_000_000_000_000;
/** Some six minutes of the fastest known core, an hour of a browser's. */
export const delayMax = 2 ** 34;
export const textLengthMax = 200;
export const numberLengthMax = 64;
export const bundleBytesMax = 256 * 1024 * 1024;
/** The list's root has to be out so long after the close. */
export const rootSecondsMax = 10;
