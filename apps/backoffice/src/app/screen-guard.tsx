import { EmptyState } from "@sanshi/ui";
import { Component, type ReactNode } from "react";
import { Button } from "../shared/kit/button.tsx";
import { textOf } from "../shared/text.ts";

/** A screen that fails says so, and the rest of the app goes on. */
export class ScreenGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const t = textOf("shell");
    return (
      <EmptyState picture="cloud" sentence={t("screen_failed")}>
        <Button onClick={() => window.location.reload()}>{t("try_again")}</Button>
      </EmptyState>
    );
  }
}
