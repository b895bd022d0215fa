import type { IdType } from "@sanshi/contract";
import { chipReadingFrom, identityRule, localDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { CheckedIdentity } from "./verification.rules.ts";

/** Reads an ID's chip, or has JPKI confirm its holder, where photographs are not enough. */
export type IdentityReader = {
  /** `simulated` reads no real card: a simulated instance goes on with it, and says so. */
  readonly kind: "simulated" | "chip" | "jpki";
  /** Whether the card bears the identity that was handed in. */
  confirms(asked: {
    customerId: bigint;
    idType: IdType;
    identity: CheckedIdentity;
  }): Promise<boolean>;
};

const simulatedReader: IdentityReader = {
  kind: "simulated",
  confirms: async () => true,
};

/** The instance's own; null on a live one, for which none is connected yet. */
export function identityReader({ feed }: Pick<Context, "feed">): IdentityReader | null {
  return feed.kind === "live" ? null : simulatedReader;
}

/** How an identity is checked now, as the wire has it. */
export function checkedBy(context: Pick<Context, "feed" | "clock">) {
  const { byPhotographs } = identityRule(localDate("jpy", context.clock.now()));
  return {
    by: byPhotographs ? ("photographs" as const) : ("chip_reading" as const),
    chip_reading_from: chipReadingFrom,
    reader: identityReader(context)?.kind ?? null,
  };
}
