import { iso } from "@sanshi/contract";
import type { CallOutput, Calls } from "@sanshi/contract";
import { formatPrice, settlementCurrency } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";

/** What anybody may know of what the prices follow from; of a day that runs, nothing. */
export function marketSeed({
  pin,
  clock,
  instruments,
}: Pick<Context, "pin" | "clock" | "instruments">): CallOutput<Calls["/market/seed"]> {
  const now = clock.now();
  const { origin, commitment } = pin;
  const revealed = pin.revealed(now);
  const added = instruments
    .added()
    .filter(
      ({ market, addedAt }) => revealed !== null && localDate(market, addedAt) <= revealed.date,
    );
  return {
    kind: origin === null ? "given" : "secret",
    foreseeable: pin.isForeseeable(now),
    commitment: commitment?.toString("hex") ?? null,
    origin: origin && {
      edition: origin.edition,
      feed: origin.feed,
      hours: origin.hours,
      past_seed: origin.pastSeed,
      secret_from: origin.secretFrom,
      pinned_at: iso(origin.pinnedAt),
      anchor: origin.anchor.toString("hex"),
    },
    revealed: revealed && { date: revealed.date, part: revealed.part.toString("hex") },
    additions: added.map(({ market, code, exchange, sector, listedOn, addedAt, offerPrice }) => ({
      type: market,
      code,
      exchange,
      sector,
      listed_on: listedOn,
      added_at: iso(addedAt),
      offer_price:
        offerPrice === undefined ? null : formatPrice(offerPrice, settlementCurrency(market)),
    })),
  };
}
