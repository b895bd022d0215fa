import { Icon, type IconName } from "@sanshi/ui";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { config } from "../shared/config.ts";
import { useText, type TextKey } from "../shared/text.ts";
import { link, routes, type Route } from "./paths.ts";
import { preloadScreen } from "./signed-in-screens.tsx";
import styles from "./signed-in.module.css";

type Tab = { route: Route; icon: IconName; name: TextKey<"shell"> };

const fiveTabs: readonly Tab[] = [
  { route: routes.home, icon: "home", name: "tab_home" },
  { route: routes.market, icon: "chart", name: "tab_market" },
  { route: routes.positions, icon: "position", name: "tab_positions" },
  { route: routes.transactionRecords, icon: "list", name: "tab_records" },
  { route: routes.mine, icon: "person", name: "tab_mine" },
];

/** The specification's other reading: home, market, trading, news, history, my page. */
const sixTabs: readonly Tab[] = [
  { route: routes.home, icon: "home", name: "tab_home" },
  { route: routes.market, icon: "chart", name: "tab_market" },
  { route: routes.positions, icon: "position", name: "tab_trading" },
  { route: routes.news, icon: "news", name: "tab_news" },
  { route: routes.transactionRecords, icon: "list", name: "tab_records" },
  { route: routes.mine, icon: "person", name: "tab_mine" },
];

function tabs(): readonly Tab[] {
  return config("menu") === "six" ? sixTabs : fiveTabs;
}

export function isTabRoot(pathname: string): boolean {
  return tabs().some((tab) => tab.route === pathname);
}

export function BottomMenu() {
  const t = useText("shell");
  const { pathname } = useLocation();
  usePreloadedNeighbours();
  return (
    <nav className={styles["menu"]} aria-label={t("bottom_menu")}>
      {tabs().map((tab) => (
        <a
          key={tab.route}
          className={styles["tab"]}
          href={link(tab.route)}
          aria-current={tab.route === pathname ? "page" : undefined}
        >
          <Icon name={tab.icon} size={22} />
          <span>{t(tab.name)}</span>
        </a>
      ))}
    </nav>
  );
}

/** Once the screen stands, the other tabs' code is fetched while nothing else happens. */
function usePreloadedNeighbours(): void {
  useEffect(() => {
    const timer = window.setTimeout(() => {
      const near = [...tabs().map((tab) => tab.route), routes.stock];
      for (const route of near) preloadScreen(route).catch(() => undefined);
    }, 4000);
    return () => window.clearTimeout(timer);
  }, []);
}
