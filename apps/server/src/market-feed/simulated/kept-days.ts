import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { marketKeys, type MarketKey } from "@sanshi/money";
import type { KeptHours } from "@sanshi/rulebook";
import { writeDurably } from "../../platform/durable-files.ts";
import { decrypt, encrypt } from "../../platform/sealing/cipher.ts";
import type { Company } from "../companies/company.ts";
import type { Chance } from "./chance.ts";
import type { FoundMarket, MarketHistory } from "./market-history.ts";
import { fields, type KeptStock } from "./stock-day.ts";

/**
 * The days of a simulated market that are over, kept for the next start. They are worked out from the market's chance
 * alone, so a file that is missing, of another market or damaged costs time and nothing else.
 */
export type KeptDays = {
  /** Null where there are none that this market has kept. */
  read(): Buffer | null;
  write(days: Buffer): Promise<void>;
};

const purpose = "days of the simulated market";

/** In a file that nobody can change or put elsewhere unnoticed. `key` returns what documents are sealed with. */
export function keptDaysIn(path: string, key: () => Buffer): KeptDays {
  return {
    read() {
      try {
        return decrypt(key(), readFileSync(path), purpose);
      } catch {
        return null;
      }
    },
    write: (days) => writeDurably(path, encrypt(key(), days, purpose)),
  };
}

type Histories = Record<MarketKey, MarketHistory>;
type Stock = { company: string; variance: number; anchorScale: number };
type Market = { market: MarketKey; days: number; variance: number; stocks: Stock[] };
type Head = { format: number; about: string; markets: Market[] };

/** Another one where the bytes below are others. */
const format = 1;

/** As one block of bytes: a line of JSON, then of each stock in its order six doubles a day. */
export function encodeDays(histories: Histories, hours: KeptHours): Buffer | null {
  const { chance } = histories.jpy;
  const found = marketKeys.flatMap((market) => histories[market].finished() ?? []);
  if (found.length < marketKeys.length) return null;
  const markets = found.map(({ days, variance, stocks }, index): Market => ({
    market: marketKeys[index]!,
    days,
    variance,
    stocks: [...stocks].map(([company, stock]) => ({
      company: digestOf(company),
      variance: stock.variance,
      anchorScale: stock.anchorScale,
    })),
  }));
  const head: Head = { format, about: aboutChance(chance, hours), markets };
  const values = found.flatMap(({ stocks }) => [...stocks.values()].map(bytesOf));
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...values]);
}

function bytesOf({ values }: KeptStock): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

type FoundMarkets = Record<MarketKey, FoundMarket>;

/** Null of nothing, and where the bytes are of another market, another chance or another format. */
export function decodeDays(
  bytes: Buffer | null,
  chance: Chance,
  hours: KeptHours,
): FoundMarkets | null {
  if (bytes === null) return null;
  const end = bytes.indexOf("\n");
  const head = JSON.parse(bytes.toString("utf8", 0, end)) as Head;
  if (head.format !== format || head.about !== aboutChance(chance, hours)) return null;
  let at = end + 1;
  const markets = head.markets.map(({ market, days, variance, stocks }) => {
    const byCompany = new Map<string, KeptStock>();
    for (const { company, ...carried } of stocks) {
      const length = days * fields * Float64Array.BYTES_PER_ELEMENT;
      // A copy: eight bytes stand at their own places there.
      const values = new Float64Array(new Uint8Array(bytes.subarray(at, at + length)).buffer);
      byCompany.set(company, { ...carried, values });
      at += length;
    }
    const stockOf = (company: Company) => byCompany.get(digestOf(company)) ?? null;
    return [market, { days, variance, stockOf }] as const;
  });
  return Object.fromEntries(markets) as FoundMarkets;
}

/** Whether a company's kept days are those that its history works out. */
export function isWorkedOut(
  company: Company,
  { days, stockOf }: FoundMarket,
  history: MarketHistory,
): boolean {
  const stock = stockOf(company);
  const [track] = history.tracks;
  if (stock === null || track === undefined) return false;
  history.reach(days - 1);
  return stock.values.every((value, place) => value === track.values[place]);
}

/** What all days follow from, beside their companies. */
function aboutChance({ edition, lasting, secretFrom }: Chance, hours: KeptHours): string {
  return digestOf([edition, hours, lasting, String(secretFrom)]);
}

function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) =>
    typeof one === "bigint" ? one.toString() : one,
  );
  return createHash("sha256").update(text).digest("base64url");
}
