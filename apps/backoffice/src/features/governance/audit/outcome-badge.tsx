import { Badge } from "../../../shared/kit/badge.tsx";
import { useText } from "../../../shared/text.ts";

export function OutcomeBadge({ outcome }: { outcome: string }) {
  const t = useText("audit");
  if (outcome === "ok") return <Badge tone="good">{t("ok")}</Badge>;
  return <Badge tone="bad">{outcome}</Badge>;
}
