import { Icon } from "@sanshi/ui";
import { link, routes } from "../app/paths.ts";
import styles from "./margin-banner.module.css";
import { useCall } from "./queries.ts";
import { useText } from "./text.ts";

/**
 * What a restricted account cannot do, what it still can, and the way to the reason; nothing for an
 * active one. It reads what the header's bell has asked for anyway, so that it costs no request.
 */
export function AccountBanner() {
  const t = useText("positions");
  const { data } = useCall("/user/getUserinfo", {}, { quiet: true, enabled: false });
  if (data === undefined || data.state === "active" || data.state === "banned") return null;
  return (
    <section className={styles["banner"]} role="alert">
      <span className={styles["icon"]}>
        <Icon name="alert" size={22} />
      </span>
      <div className={styles["words"]}>
        <p>
          <strong>{t(`account_title_${data.state}`)}</strong> {t(`account_text_${data.state}`)}
        </p>
        <p className={styles["ways"]}>
          <a href={link(routes.messages)}>{t("account_reason")}</a>
        </p>
      </div>
    </section>
  );
}
