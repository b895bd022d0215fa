import { EmptyState, LinkButton } from "@sanshi/ui";
import { useText } from "../shared/text.ts";
import { link, paths } from "./paths.ts";

export function NotFound() {
  const t = useText("shell");
  return (
    <main className="alone">
      <EmptyState picture="road" sentence={t("page_not_found")}>
        <LinkButton href={link(paths.root)}>{t("back")}</LinkButton>
      </EmptyState>
    </main>
  );
}
