import { marketKeys } from "@sanshi/money";
import { PullToRefresh, SegmentedControl } from "@sanshi/ui";
import { useEffect, type ReactNode } from "react";
import { Screen } from "../screen.tsx";
import { chooseMarket, useChosenMarket } from "../stock-list/last-seen.ts";
import { listenToEvents } from "../stream.ts";
import { pullTexts, useText } from "../text.ts";
import styles from "./offers.module.css";

type ScreenProps = { title: string; onRefresh: () => Promise<void>; children: ReactNode };

/** A screen of a product, which is read anew when it is pulled. */
export function ProductScreen({ title, onRefresh, children }: ScreenProps) {
  return (
    <Screen title={title}>
      <PullToRefresh onRefresh={onRefresh} texts={pullTexts()}>
        <div className={styles["screen"]}>{children}</div>
      </PullToRefresh>
    </Screen>
  );
}

/** Of which of the markets a product is shown. */
export function MarketChoice({ label }: { label: string }) {
  const shell = useText("shell");
  return (
    <SegmentedControl
      label={label}
      choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
      value={useChosenMarket()}
      onChange={chooseMarket}
    />
  );
}

/** What a message tells is shown at once. */
export function useReadAfterMessages(read: () => Promise<void>): void {
  useEffect(
    () =>
      listenToEvents(({ kind }) => {
        if (kind === "message") void read();
      }),
    [read],
  );
}
