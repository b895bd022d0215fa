import type { CustomerState } from "@sanshi/contract";
import { Badge, type Tone } from "./kit/badge.tsx";
import { textOf } from "./text.ts";

const tones: Record<CustomerState, Tone> = {
  active: "good",
  trading_disabled: "waits",
  frozen: "active",
  banned: "bad",
};

export function CustomerStateBadge({ state }: { state: CustomerState }) {
  return <Badge tone={tones[state]}>{textOf("words")(`state_${state}`)}</Badge>;
}
