import { Suspense, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { useShortcuts } from "../shared/keys.ts";
import { useIdleWatch } from "../shared/presence.ts";
import { useMe } from "../shared/session.ts";
import { useText } from "../shared/text.ts";
import { IconButton } from "../shared/kit/button.tsx";
import styles from "./frame.module.css";
import { HelpDialog } from "./help-dialog.tsx";
import { NavigationBar } from "./navigation-bar.tsx";
import { allPlaces } from "./navigation.ts";
import { OperatorMenu } from "./operator-menu.tsx";
import { ScreenGuard } from "./screen-guard.tsx";
import { SearchButton, SearchDialog } from "./search-dialog.tsx";
import { StatusStrip } from "./status-strip.tsx";

/** What stands around every screen of a signed-in operator. */
export function Frame() {
  const t = useText("shell");
  const [opened, setOpened] = useState<"search" | "help" | null>(null);
  useFrameShortcuts(setOpened);
  useIdleWatch();
  const { pathname } = useLocation();
  return (
    <div className={styles["frame"]}>
      <a className={styles["skip"]} href="#main" onClick={focusMain}>
        {t("skip_to_content")}
      </a>
      <StatusStrip />
      <NavigationBar />
      <header className={styles["top"]}>
        <SearchButton onOpen={() => setOpened("search")} />
        <IconButton icon="info" label={t("shortcuts")} onClick={() => setOpened("help")} />
        <OperatorMenu />
      </header>
      <main id="main" className={styles["main"]} tabIndex={-1}>
        <ScreenGuard key={screenOf(pathname)}>
          <Suspense fallback={<div aria-busy="true" />}>
            <Outlet />
          </Suspense>
        </ScreenGuard>
      </main>
      {opened === "search" && <SearchDialog onClose={() => setOpened(null)} />}
      {opened === "help" && <HelpDialog onClose={() => setOpened(null)} />}
    </div>
  );
}

function useFrameShortcuts(open: (what: "search" | "help") => void): void {
  const t = useText("shell");
  const named = useText("places");
  const navigate = useNavigate();
  const { simulated } = useMe();
  useShortcuts(t("shortcuts_everywhere"), [
    { keys: "Mod+k", label: t("search"), run: () => open("search"), everywhere: true },
    { keys: "/", label: t("search"), run: () => open("search") },
    { keys: "?", label: t("shortcuts"), run: () => open("help") },
  ]);
  useShortcuts(
    t("shortcuts_places"),
    allPlaces(simulated).map(({ name, route, key }) => ({
      keys: `g ${key}`,
      label: named(name),
      run: () => void navigate(route),
    })),
  );
}

/** A fault on one screen does not stay when another one is opened. */
function screenOf(pathname: string): string {
  return pathname.split("/")[1] ?? "";
}

/** The address stays: its `#` belongs to the router. */
function focusMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
