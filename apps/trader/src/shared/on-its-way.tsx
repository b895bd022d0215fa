import { EmptyState, LinkButton } from "@sanshi/ui";
import { useLocation } from "react-router";
import { config } from "./config.ts";
import { Screen } from "./screen.tsx";
import { useText, type TextKey } from "./text.ts";

/** A route of the specification whose screen has not landed: says so, and leads back. */
export function OnItsWay() {
  const t = useText("shell");
  const names = useText("routes");
  const { pathname } = useLocation();
  const title = names(pathname as TextKey<"routes">);
  return (
    <Screen title={title} {...(isTab(pathname) && { root: true, quickLinks: true })}>
      <EmptyState picture="road" sentence={t("on_its_way", { screen: title })}>
        <LinkButton look="quiet" href="#/home/index">
          {t("to_market")}
        </LinkButton>
      </EmptyState>
    </Screen>
  );
}

/** A place of the bottom menu has no way back: the news, where the menu has six. */
function isTab(pathname: string): boolean {
  return pathname === "/news/index" && config("menu") === "six";
}
