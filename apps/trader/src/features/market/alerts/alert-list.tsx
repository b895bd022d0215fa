import { EmptyState, LinkButton, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { link, paths } from "../../../app/paths.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { useText } from "../../../shared/text.ts";
import { useAlerts } from "./alert-queries.ts";
import { AlertRows } from "./alert-rows.tsx";
import styles from "./alerts.module.css";

/** Every alert that waits, of all stocks. */
export function AlertList() {
  const t = useText("alerts");
  const alerts = useAlerts();
  return (
    <Loaded query={alerts} waiting={<SkeletonRows count={5} />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState picture={<Illustration name="alerts" />} sentence={t("none")}>
            <LinkButton href={link(paths.search)}>{t("find_stocks")}</LinkButton>
          </EmptyState>
        ) : (
          <div className={styles["list"]}>
            <AlertRows alerts={all} named />
            <p className={styles["note"]}>{t("once_note")}</p>
          </div>
        )
      }
    </Loaded>
  );
}
