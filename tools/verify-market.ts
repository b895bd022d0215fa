import type { CallOutput, CallPath, Calls } from "@sanshi/contract";
import {
  formatPrice,
  formatShares,
  marketKeys,
  parsePrice,
  settlementCurrency,
} from "@sanshi/money";
import { instantOf } from "@sanshi/rulebook";
import { demoCompanies } from "../apps/server/src/market-feed/companies/companies.ts";
import type { Company } from "../apps/server/src/market-feed/companies/company.ts";
import type { Bar, BarPeriod, Instrument } from "../apps/server/src/market-feed/market-feed.ts";
import { commitmentTo, type MarketOrigin } from "../apps/server/src/market-feed/seed/commitment.ts";
import { revealedDayParts } from "../apps/server/src/market-feed/seed/day-parts.ts";
import { secretChance } from "../apps/server/src/market-feed/simulated/chance.ts";
import { createSimulatedFeed } from "../apps/server/src/market-feed/simulated/simulated-feed.ts";
import { dayNumber } from "../apps/server/src/market-feed/simulated/trading-calendar.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

type Seed = CallOutput<Calls["/market/seed"]>;
type Revealed = NonNullable<Seed["revealed"]>;

/** One call of an instance's HTTP interface; answers `data`, or null where it was refused. */
export type Ask = <Path extends CallPath>(
  path: Path,
  input: Record<string, string>,
) => Promise<CallOutput<Calls[Path]> | null>;

const barsMax = 1_000;
const faultsPrintedMax = 20;

/**
 * `npm run verify-market -- <address> [commitment]`: computes every revealed day of an instance's prices
 * anew, on this machine and from what is public alone, and holds them against the bars that the instance
 * shows. Prints each fault; answers 1 where there is one, 2 where nothing can be checked.
 *
 * @param written the commitment as somebody wrote it down earlier; without it the instance's own word is taken
 * @param companies those to compare, beside what was added; no price depends on another company
 */
export async function verifyMarket(
  ask: Ask,
  print: (text: string) => void,
  written: string | null = null,
  companies: readonly Company[] = demoCompanies(),
): Promise<0 | 1 | 2> {
  const seed = await ask("/market/seed", {});
  if (seed === null || seed.origin === null) {
    print(
      "The seed was given by the operator: nothing was committed to, and nothing can be checked.",
    );
    return 2;
  }
  const origin: MarketOrigin = {
    edition: seed.origin.edition,
    feed: seed.origin.feed,
    hours: seed.origin.hours,
    pastSeed: seed.origin.past_seed,
    secretFrom: seed.origin.secret_from,
    pinnedAt: Date.parse(seed.origin.pinned_at),
    anchor: Buffer.from(seed.origin.anchor, "hex"),
  };
  const commitment = commitmentTo(origin).toString("hex");
  print(`Commitment ${commitment}`);
  if (commitment !== seed.commitment || (written !== null && commitment !== written)) {
    print(`The instance's facts do not have the commitment ${written ?? seed.commitment}.`);
    return 1;
  }
  if (seed.revealed === null || origin.feed !== "simulated") {
    print("No simulated day has been revealed yet.");
    return 2;
  }
  const { date, part } = seed.revealed;
  const firstDay = dayNumber(origin.secretFrom);
  const parts = revealedDayParts(Buffer.from(part, "hex"), dayNumber(date), firstDay);
  if (!parts.anchor.equals(origin.anchor)) {
    print(`The part of ${date} does not lead to the first one: it is not what was committed to.`);
    return 1;
  }
  const { checked, faults } = await compareAll(ask, print, {
    seed,
    origin,
    parts,
    date,
    companies,
  });
  print(`${checked} bars from ${origin.secretFrom} to ${date} and before, ${faults} faults`);
  return faults === 0 ? 0 : 1;
}

type Facts = {
  seed: Seed;
  origin: MarketOrigin;
  parts: ReturnType<typeof revealedDayParts>;
  date: Revealed["date"];
  companies: readonly Company[];
};

async function compareAll(ask: Ask, print: (text: string) => void, facts: Facts) {
  const { market, carried } = computedMarket(facts);
  let checked = 0;
  let faults = 0;
  for (const { market: type, code } of carried) {
    for (const period of ["1d", "1m"] as const) {
      const own = market(type, code, period);
      const shown = await shownBars(ask, { type, code, period }, facts);
      for (const [from, ...figures] of shown) {
        checked += 1;
        const computed = own.get(from);
        if (computed === figures.slice(0, 5).join(" ")) continue;
        faults += 1;
        if (faults <= faultsPrintedMax) {
          print(
            `${type} ${code} ${period} ${from}: shown ${figures.join(" ")}, computed ${computed}`,
          );
        }
      }
    }
  }
  return { checked, faults };
}

/** The instance's market as its revealed parts have it, and nothing beyond the end of the last of them. */
function computedMarket({ seed, origin, parts, date, companies }: Facts) {
  const { edition, hours, pastSeed, secretFrom, pinnedAt } = origin;
  const clock = { moment: 0, now: () => clock.moment };
  const partOf = (day: number) => parts.of(day);
  const chance = secretChance({
    edition,
    pastSeed,
    pinnedAt,
    secretFrom: dayNumber(secretFrom),
    partOf,
  });
  const endOf = (market: Instrument["market"]) => instantOf(market, date, "24:00") - 1;
  clock.moment = Math.min(...marketKeys.map(endOf));
  const feed = createSimulatedFeed({ chance, hours, clock, companies });
  for (const { type, listed_on, added_at, exchange, offer_price, ...told } of seed.additions) {
    const offerPrice = offer_price === null ? null : parsePrice(offer_price);
    feed.additions?.carry({
      ...told,
      ...(offerPrice !== null && { offerPrice }),
      market: type,
      listedOn: listed_on,
      addedAt: Date.parse(added_at),
      exchange: exchange as Instrument["exchange"],
      searchTerms: [],
      names: { jp: "", cn: "", us: "" },
    });
  }
  const carried = [
    ...companies.map(({ market, code }) => ({ market, code })),
    ...seed.additions.map(({ type, code }) => ({ market: type, code })),
  ];
  function market(type: Instrument["market"], code: string, period: BarPeriod) {
    clock.moment = endOf(type);
    const limit = period === "1d" ? Infinity : barsMax;
    const bars = feed.bars({ market: type, code, period, before: clock.moment + 1, limit });
    return new Map(
      (bars as readonly Bar[]).map((bar) => [
        new Date(bar.from).toISOString(),
        figuresOf(type, bar),
      ]),
    );
  }
  return { market, carried };
}

function figuresOf(market: Instrument["market"], bar: Bar): string {
  const currency = settlementCurrency(market);
  const prices = [bar.open, bar.high, bar.low, bar.close];
  return [...prices.map((one) => formatPrice(one, currency)), formatShares(bar.volume)].join(" ");
}

type Shown = CallOutput<Calls["/market/candles"]>["items"];

/** All days back to the first secret one and the page that it is on; of minutes the last page. */
async function shownBars(
  ask: Ask,
  { type, code, period }: { type: Instrument["market"]; code: string; period: BarPeriod },
  { origin, date }: Facts,
): Promise<Shown> {
  const found: Shown = [];
  let before = new Date(instantOf(type, date, "24:00")).toISOString();
  for (;;) {
    const page = await ask("/market/candles", {
      type,
      code,
      before,
      adjust: "none",
      limit: String(barsMax),
      period: period === "1d" ? "day" : "1m",
    });
    const items = page?.items ?? [];
    found.push(...items);
    const [oldest] = items;
    if (oldest === undefined || page?.more !== true || period === "1m") return found;
    if (oldest[0] < origin.secretFrom) return found;
    before = oldest[0];
  }
}

const attemptsMax = 20;
const waitSecondsMax = 30;

/** Asks over the network as a customer: what is published is what a customer sees. */
async function askAs(
  address: string,
  { account, password }: { account: string; password: string },
): Promise<Ask> {
  let headers: Record<string, string> = {};
  const ask: Ask = async (path, input) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(new URL(`/api/vue${path}`, address), {
        method: "POST",
        headers,
        body: new URLSearchParams(input),
      });
      if ((answer.status === 429 || answer.status === 503) && attempt < attemptsMax) {
        const seconds = Number(answer.headers.get("retry-after") ?? 1);
        await new Promise((resolve) =>
          setTimeout(resolve, 1_000 * Math.min(waitSecondsMax, Math.max(1, seconds))),
        );
        continue;
      }
      const { status, msg, data } = await answer.json();
      if (status === 1) return data;
      if (msg === "instrument_not_found") return null;
      throw new Error(`${path} was refused: ${msg}`);
    }
  };
  const signedIn = await ask("/user/login", { account, password });
  if (signedIn !== null) headers = { token: signedIn.token, account: signedIn.account };
  return ask;
}

if (isMainModule(import.meta.url)) {
  try {
    const [address, written] = process.argv.slice(2);
    const { SANSHI_ACCOUNT: account, SANSHI_PASSWORD: password } = process.env;
    if (address === undefined || account === undefined || password === undefined) {
      throw new Error(
        "Say where: npm run verify-market -- http://localhost:3000 [commitment], with SANSHI_ACCOUNT and SANSHI_PASSWORD of a customer in the environment.",
      );
    }
    const ask = await askAs(address, { account, password });
    process.exitCode = await verifyMarket(ask, (text) => console.log(text), written ?? null);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
