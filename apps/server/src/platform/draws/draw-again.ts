import { verifyBundle, type Hex } from "@sanshi/draw";

/** What a bundle's list and seed lead to, or why they do not lead to what it says. */
export type DrawnAgain =
  | { outcome: "failed"; why: string }
  | { outcome: "proven"; terms_hash: Hex; root: Hex; result: Hex; list: string };

/**
 * Draws again from the bytes of a bundle: order and allotments have to be those that it holds. The delay and the
 * beacon, which take seconds each, are what `npm run verify-draw` proves.
 * @returns with everybody in the list as JSON, what they asked for and what they were given: `[{ number, lots,
 * allotted, place }, …]`, the place from 1 for the first of those who wait and 0 for all others
 */
export async function drawAgain(bytes: Uint8Array): Promise<DrawnAgain> {
  const verdict = await verifyBundle(parsed(bytes), {
    checkPart: () => true,
    isBeacon: () => true,
  });
  if (verdict.outcome !== "proven") {
    const why = verdict.outcome === "failed" ? `${verdict.code} ${verdict.place}` : "pending";
    return { outcome: "failed", why };
  }
  const { bundle, waiting } = verdict;
  const given = new Map(bundle.allotments.map(({ number, lots }) => [number, lots]));
  const places = new Map(waiting.map((number, index) => [number, index + 1]));
  const list = bundle.entries.map(({ number, lots }) => {
    return { number, lots, allotted: given.get(number) ?? 0, place: places.get(number) ?? 0 };
  });
  const { terms_hash, root, result } = bundle;
  return { outcome: "proven", terms_hash, root, result, list: JSON.stringify(list) };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
