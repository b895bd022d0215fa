import { EmptyState, LinkButton } from "@sanshi/ui";
import { useLocation } from "react-router";
import { Screen } from "./screen.tsx";
import { useText, type TextKey } from "./text.ts";

/** A route of the specification whose screen has not landed: says so, and leads back. */
export function OnItsWay() {
  const t = useText("shell");
  const names = useText("routes");
  const title = names(useLocation().pathname as TextKey<"routes">);
  return (
    <Screen title={title}>
      <EmptyState picture="road" sentence={t("on_its_way", { screen: title })}>
        <LinkButton look="quiet" href="#/home/index">
          {t("to_market")}
        </LinkButton>
      </EmptyState>
    </Screen>
  );
}
