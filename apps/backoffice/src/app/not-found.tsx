import { EmptyState } from "@sanshi/ui";
import { useText } from "../shared/text.ts";

export function NotFound() {
  const t = useText("shell");
  return <EmptyState picture="road" sentence={t("page_not_found")} />;
}
