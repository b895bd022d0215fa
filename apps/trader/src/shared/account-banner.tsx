import { Icon } from "@sanshi/ui";
import { link, routes } from "../app/paths.ts";
import styles from "./margin-banner.module.css";
import { useCall } from "./queries.ts";
import { isClosingBarred, RestrictionFacts } from "./restriction-facts.tsx";
import { useText } from "./text.ts";
import { showDateTime } from "@sanshi/web/times";

/**
 * What a restricted account cannot do, what it still can, why, by which role and until when; nothing for an
 * active one. Whether it is restricted, the header's bell has asked for anyway.
 */
export function AccountBanner() {
  const t = useText("positions");
  const { data } = useCall("/user/getUserinfo", {}, { quiet: true, enabled: false });
  const restricted = data !== undefined && data.state !== "active" && data.state !== "banned";
  const restrictions = useCall("/user/restrictions", {}, { quiet: true, enabled: restricted });
  if (data === undefined || data.state === "active" || data.state === "banned") return null;
  const current = restrictions.data?.current ?? null;
  return (
    <section className={styles["banner"]} role="alert">
      <span className={styles["icon"]}>
        <Icon name="alert" size={22} />
      </span>
      <div className={styles["words"]}>
        <p>
          <strong>{t(`account_title_${data.state}`)}</strong>{" "}
          {current !== null && isClosingBarred(current)
            ? t(`account_barred_${data.state}`, { at: showDateTime(current.closing_barred_until) })
            : t(`account_text_${data.state}`)}
        </p>
        {current !== null && <RestrictionFacts restriction={current} />}
        <p className={styles["ways"]}>
          <a href={link(routes.notices)}>{t("account_reason")}</a>
        </p>
      </div>
    </section>
  );
}
