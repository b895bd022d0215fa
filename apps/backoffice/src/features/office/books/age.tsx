import { Badge } from "../../../shared/kit/badge.tsx";
import { useText } from "../../../shared/text.ts";

/** A bank needs a day or two; what is older is somebody's work. */
const lateDays = 3;

export function Age({ days }: { days: number }) {
  const t = useText("books");
  const text = t("days", { count: days });
  return days < lateDays ? <>{text}</> : <Badge tone="bad">{text}</Badge>;
}
