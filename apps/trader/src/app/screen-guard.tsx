import { Button, EmptyState, LinkButton } from "@sanshi/ui";
import { Component, type ReactNode } from "react";
import { textOf } from "../shared/text.ts";
import { link, paths } from "./paths.ts";

/**
 * A screen that could not be loaded or drawn takes nothing else down. Most often a newer release
 * has replaced the file that it wanted: a reload then helps. Without a connection none does, and home is kept.
 */
export class ScreenGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const t = textOf("shell");
    return (
      <main className="alone">
        <EmptyState picture="cloud" sentence={t("screen_failed")}>
          <Button onClick={() => window.location.reload()}>{t("try_again")}</Button>
          <LinkButton look="quiet" href={link(paths.home)}>
            {t("tab_home")}
          </LinkButton>
        </EmptyState>
      </main>
    );
  }
}
