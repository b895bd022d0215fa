import type { PublicHalt } from "@sanshi/contract";
import { PullToRefresh, SkeletonRows } from "@sanshi/ui";
import { HaltTimes } from "../../shared/halt-banner.tsx";
import { language, stockName } from "../../shared/language.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { refresh, useCall } from "../../shared/queries.ts";
import { Screen } from "../../shared/screen.tsx";
import { pullTexts, useText } from "../../shared/text.ts";
import styles from "./notices.module.css";

/** /mine/notices: what the house has halted, for everybody to read, signed in or not. */
export default function NoticesScreen() {
  const t = useText("notices");
  const halts = useCall("/common/halts", {}, { quiet: true });
  return (
    <Screen title={t("title")}>
      <PullToRefresh onRefresh={() => refresh("/common/halts")} texts={pullTexts()}>
        <Loaded query={halts} waiting={<SkeletonRows count={4} />}>
          {({ items }) => <Halts items={items} />}
        </Loaded>
      </PullToRefresh>
    </Screen>
  );
}

function Halts({ items }: { items: readonly PublicHalt[] }) {
  const t = useText("notices");
  const active = items.filter((halt) => halt.ended_at === null);
  const ended = items.filter((halt) => halt.ended_at !== null);
  return (
    <>
      <section className={styles["section"]} aria-labelledby="halts-now">
        <h2 id="halts-now">{t("halts")}</h2>
        {active.length === 0 ? (
          <p className={styles["note"]}>{t("no_halts")}</p>
        ) : (
          <HaltList halts={active} />
        )}
      </section>
      {ended.length > 0 && (
        <section className={styles["section"]} aria-labelledby="halts-before">
          <h2 id="halts-before">{t("ended_halts")}</h2>
          <HaltList halts={ended} />
        </section>
      )}
    </>
  );
}

function HaltList({ halts }: { halts: readonly PublicHalt[] }) {
  const t = useText("notices");
  return (
    <ul className={styles["list"]}>
      {halts.map((halt) => (
        <li key={halt.id}>
          <strong>{stockName(halt.names)}</strong>
          {halt.ended_at === null && (
            <p>{t(halt.closing_allowed ? "closing_yes" : "closing_no")}</p>
          )}
          <p>{t("reason", { reason: halt.reason[language()] })}</p>
          <HaltTimes halt={halt} />
        </li>
      ))}
    </ul>
  );
}
