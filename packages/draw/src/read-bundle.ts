import type { Allotment, Beacon, Entry, NamedRound, Terms } from "./bundle.ts";
import type { Hex } from "./bytes.ts";
import { isDelay } from "./delay.ts";
import {
  checkpointCount,
  drawVersion,
  entriesMax,
  entryLotsMax,
  numberLengthMax,
  placesMax,
  quotaLotsMax,
  textLengthMax,
} from "./limits.ts";

/** Something in a bundle is not what the page says; `place` names it as a path. */
export class MalformedPart extends Error {
  readonly place: string;

  constructor(place: string) {
    super(`${place} is not what a draw has there`);
    this.name = "MalformedPart";
    this.place = place;
  }
}

export type Source = Readonly<Record<string, unknown>>;

export function readSource(value: unknown, place: string): Source {
  if (!isSource(value)) throw new MalformedPart(place);
  return value;
}

export function isPresent(source: Source, name: string): boolean {
  return source[name] !== undefined && source[name] !== null;
}

const termsMembers = [
  "draw",
  "offering",
  "type",
  "code",
  "price",
  "lot",
  "quota_lots",
  "min_lots",
  "max_lots",
  "rule",
  "opens_at",
  "closes_at",
  "delay",
  "beacon",
  "seed_commitment",
];

/** Exactly the members of the page: a further one would be hashed, and nobody would know what it means. */
export function readTerms(value: unknown): Terms {
  const source = exactly(value, "terms", termsMembers);
  const text = (name: string) => readText(source[name], `terms.${name}`);
  const lots = (name: string, most: number) => readCount(source[name], `terms.${name}`, most);
  const { draw, rule, delay } = source;
  if (draw !== drawVersion) throw new MalformedPart("terms.draw");
  if (rule !== "equal" && rule !== "by_lot") throw new MalformedPart("terms.rule");
  if (typeof delay !== "number" || !isDelay(delay)) throw new MalformedPart("terms.delay");
  const terms = {
    draw: drawVersion,
    offering: text("offering"),
    type: text("type"),
    code: text("code"),
    price: text("price"),
    lot: lots("lot", quotaLotsMax),
    quota_lots: lots("quota_lots", quotaLotsMax),
    min_lots: lots("min_lots", entryLotsMax),
    max_lots: lots("max_lots", entryLotsMax),
    rule,
    opens_at: readTime(source["opens_at"], "terms.opens_at"),
    closes_at: readTime(source["closes_at"], "terms.closes_at"),
    delay,
    beacon: source["beacon"] === null ? null : readRound(source["beacon"], "terms.beacon"),
    seed_commitment: readHex(source["seed_commitment"], "terms.seed_commitment"),
  } as const;
  if (terms.max_lots < terms.min_lots) throw new MalformedPart("terms.max_lots");
  return terms;
}

export function readEntries(value: unknown, terms: Terms): Entry[] {
  const entries = readList(value, "entries", entriesMax, (item, place) => {
    const source = exactly(item, place, ["number", "lots", "nonce"]);
    return {
      number: readNumber(source["number"], `${place}.number`),
      lots: readCount(source["lots"], `${place}.lots`, entryLotsMax),
      nonce: readText(source["nonce"], `${place}.nonce`),
    };
  });
  const places = entries.reduce((sum, { lots }) => sum + lots, 0);
  if (terms.rule === "by_lot" && places > placesMax) throw new MalformedPart("entries");
  return entries;
}

export function readCheckpoints(value: unknown): Hex[] {
  const checkpoints = readList(value, "checkpoints", checkpointCount, readHex);
  if (checkpoints.length !== checkpointCount) throw new MalformedPart("checkpoints");
  return checkpoints;
}

/** drand's own further members may stand beside. */
export function readBeacon(value: unknown): Beacon {
  const { network, round, randomness, signature } = readSource(value, "beacon");
  if (typeof signature !== "string" || !/^(?:[0-9a-f]{2}){48,96}$/.test(signature)) {
    throw new MalformedPart("beacon.signature");
  }
  return {
    network: readText(network, "beacon.network"),
    round: readCount(round, "beacon.round", Number.MAX_SAFE_INTEGER),
    randomness: readHex(randomness, "beacon.randomness"),
    signature,
  };
}

export function readOrder(value: unknown): string[] {
  return readList(value, "order", placesMax, readNumber);
}

export function readAllotments(value: unknown): Allotment[] {
  return readList(value, "allotments", entriesMax, (item, place) => {
    const source = exactly(item, place, ["number", "lots"]);
    return {
      number: readNumber(source["number"], `${place}.number`),
      lots: readCount(source["lots"], `${place}.lots`, entryLotsMax),
    };
  });
}

export function readHex(value: unknown, place: string): Hex {
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/.test(value)) throw new MalformedPart(place);
  return value;
}

export function readTime(value: unknown, place: string): string {
  const text = readText(value, place);
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new MalformedPart(place);
  }
  return text;
}

export function readText(value: unknown, place: string): string {
  if (typeof value !== "string" || value.length > textLengthMax || !value.isWellFormed()) {
    throw new MalformedPart(place);
  }
  return value;
}

/** Letters, digits and signs of ASCII: their order is the same in every program. */
export function readNumber(value: unknown, place: string): string {
  if (typeof value !== "string" || value.length > numberLengthMax || !/^[!-~]+$/.test(value)) {
    throw new MalformedPart(place);
  }
  return value;
}

export function readCount(value: unknown, place: string, most: number): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 1 || value > most) {
    throw new MalformedPart(place);
  }
  return value;
}

function readRound(value: unknown, place: string): NamedRound {
  const { network, round } = exactly(value, place, ["network", "round"]);
  return {
    network: readText(network, `${place}.network`),
    round: readCount(round, `${place}.round`, Number.MAX_SAFE_INTEGER),
  };
}

function readList<Item>(
  value: unknown,
  place: string,
  most: number,
  read: (item: unknown, place: string) => Item,
): Item[] {
  if (!Array.isArray(value) || value.length > most) throw new MalformedPart(place);
  return value.map((item: unknown, index) => read(item, `${place}[${index}]`));
}

function exactly(value: unknown, place: string, names: readonly string[]): Source {
  const source = readSource(value, place);
  const further = Object.keys(source).find((name) => !names.includes(name));
  if (further !== undefined) throw new MalformedPart(`${place}.${further.slice(0, textLengthMax)}`);
  const missing = names.find((name) => source[name] === undefined);
  if (missing !== undefined) throw new MalformedPart(`${place}.${missing}`);
  return source;
}

function isSource(value: unknown): value is Source {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
