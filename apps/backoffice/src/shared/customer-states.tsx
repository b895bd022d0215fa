import type { CustomerState } from "@sanshi/contract";
import { Badge, type Tone } from "./kit/badge.tsx";
import { textOf, wordFor } from "./text.ts";

const tones: Record<CustomerState, Tone> = {
  active: "good",
  trading_disabled: "waits",
  frozen: "active",
  banned: "bad",
};

export function CustomerStateBadge({ state }: { state: CustomerState }) {
  return <Badge tone={tones[state]}>{textOf("words")(`state_${state}`)}</Badge>;
}

/** The number on the wire: 0 not verified, 1 under review, 2 verified, 3 failed. */
const verificationTones: readonly Tone[] = ["quiet", "waits", "good", "bad"];

export function VerificationBadge({ status }: { status: number }) {
  return (
    <Badge tone={verificationTones[status] ?? "quiet"}>
      {wordFor("words", "verification_", String(status))}
    </Badge>
  );
}
