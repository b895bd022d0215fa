import { EmptyState } from "@sanshi/ui";
import { useText } from "../shared/text.ts";

export function NotFound() {
  const t = useText("shell");
  return (
    <>
      <h1 className="visually-hidden">{t("page_not_found")}</h1>
      <EmptyState picture="road" sentence={t("page_not_found")} />
    </>
  );
}
