import { EmptyState, LinkButton } from "@sanshi/ui";
import { Screen } from "../shared/screen.tsx";
import { useText } from "../shared/text.ts";
import { link, paths } from "./paths.ts";

export function NotFound() {
  const t = useText("shell");
  return (
    <Screen title={t("page_not_found")} heading={null}>
      <EmptyState picture="road" sentence={t("page_not_found")}>
        <LinkButton look="quiet" href={link(paths.market())}>
          {t("to_market")}
        </LinkButton>
      </EmptyState>
    </Screen>
  );
}
