import type { Difference as WireDifference } from "@sanshi/contract";
import { Difference } from "./kit/difference.tsx";
import { shownField, shownValue } from "./shown-value.ts";
import { useText } from "./text.ts";

/** What a proposal would change, with the wire's codes in words. */
export function Differences({ differences }: { differences: readonly WireDifference[] }) {
  const t = useText("journals");
  return (
    <Difference
      changes={differences.map(({ field, before, after }) => {
        const { name, side } = shownField(field);
        return {
          key: field,
          name: side === null ? name : `${t(side)} · ${name}`,
          before: before === null ? null : shownValue(before),
          after: after === null ? null : shownValue(after),
        };
      })}
    />
  );
}
