import { SkipLink } from "@sanshi/ui";
import { Suspense, useEffect, useState } from "react";
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
  const menu = useMenu(pathname);
  return (
    <div className={styles["frame"]}>
      <SkipLink>{t("skip_to_content")}</SkipLink>
      <StatusStrip />
      <NavigationBar id={menuId} open={menu.open} />
      {menu.open && (
        <button
          type="button"
          className={styles["scrim"]}
          aria-label={t("close")}
          onClick={menu.close}
        />
      )}
      <header className={styles["top"]} inert={menu.open}>
        <span className={styles["menu"]}>
          <IconButton
            icon="list"
            label={t("navigation")}
            aria-expanded={menu.open}
            aria-controls={menuId}
            onClick={menu.start}
          />
        </span>
        <SearchButton onOpen={() => setOpened("search")} />
        <span className={styles["keys"]}>
          <IconButton icon="info" label={t("shortcuts")} onClick={() => setOpened("help")} />
        </span>
        <OperatorMenu />
      </header>
      <main id="main" className={styles["main"]} tabIndex={-1} inert={menu.open}>
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

const menuId = "navigation";

/** On a narrow screen the navigation comes over it, and goes when it has led somewhere. */
function useMenu(pathname: string) {
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const menu = document.getElementById(menuId);
    (menu?.querySelector<HTMLElement>('[aria-current="page"]') ?? menu)?.focus();
    const escape = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    // With a window that is wide again it stands beside the screen as always.
    const wide = window.matchMedia("(width >= 64rem)");
    const close = () => setOpen(false);
    document.addEventListener("keydown", escape);
    wide.addEventListener("change", close);
    return () => {
      document.removeEventListener("keydown", escape);
      wide.removeEventListener("change", close);
    };
  }, [open]);
  return { open, start: () => setOpen(true), close: () => setOpen(false) };
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
