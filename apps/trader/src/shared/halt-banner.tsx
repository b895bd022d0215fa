import type { PublicHalt } from "@sanshi/contract";
import { Icon } from "@sanshi/ui";
import { link, routes } from "../app/paths.ts";
import { language, inLanguage } from "@sanshi/web/language";
import styles from "./margin-banner.module.css";
import { FramedReason } from "./operator-words.tsx";
import { useText } from "./text.ts";
import { showDateTime } from "@sanshi/web/times";

/** What the house has halted, why, since when and until when, and by which role. */
export function HaltBanner({ halt }: { halt: PublicHalt }) {
  const t = useText("notices");
  return (
    <section className={styles["banner"]} role="alert">
      <span className={styles["icon"]}>
        <Icon name="alert" size={22} />
      </span>
      <div className={styles["words"]}>
        <p>
          <strong>{t("halt_of", { what: inLanguage(halt.names) })}</strong> {t(whatIsTaken(halt))}
        </p>
        <FramedReason reason={halt.reason[language()]} role={t(`role_${halt.role}`)}>
          {(reason) => <p>{t("reason", { reason })}</p>}
        </FramedReason>
        <HaltTimes halt={halt} />
        <p className={styles["ways"]}>
          <a href={link(routes.notices)}>{t("see_all")}</a>
        </p>
      </div>
    </section>
  );
}

/** What can be asked for within it. */
export function whatIsTaken({ closing_allowed: isClosingAllowed, takes_orders }: PublicHalt) {
  if (takes_orders) return "orders_wait";
  return isClosingAllowed ? "closing_yes" : "closing_no";
}

/** Since when, until when, and who decided it. */
export function HaltTimes({ halt }: { halt: PublicHalt }) {
  const t = useText("notices");
  const end =
    halt.ended_at !== null
      ? t("ended", { at: showDateTime(halt.ended_at) })
      : halt.until === null
        ? t("until_lifted")
        : t("until", { at: showDateTime(halt.until) });
  return (
    <p>
      {t("since", { at: showDateTime(halt.since) })} · {end} ·{" "}
      {t("decided_by", { role: t(`role_${halt.role}`) })}
    </p>
  );
}
