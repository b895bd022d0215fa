import { Icon, type IconName } from "@sanshi/ui";
import { link, paths } from "../../../app/paths.ts";
import { useText, type TextKey } from "../../../shared/text.ts";
import styles from "./entries.module.css";

type Entry = { icon: IconName; text: TextKey<"home">; place: string };

/** The ways to everything that has no tab of its own. */
const entries: readonly Entry[] = [
  { icon: "deposit", text: "deposit", place: paths.stored },
  { icon: "withdraw", text: "withdraw", place: paths.withdraw },
  { icon: "ticket", text: "new_shares", place: paths.newShare },
  { icon: "block", text: "block_trades", place: paths.blockOffers },
  { icon: "copy", text: "copy_trading", place: paths.follow },
  { icon: "day", text: "intraday", place: paths.withinDays },
  { icon: "loan", text: "loan", place: paths.loan },
  { icon: "news", text: "news", place: paths.news },
];

export function Entries() {
  const t = useText("home");
  return (
    <nav className={styles["entries"]} aria-label={t("services")}>
      {entries.map(({ icon, text, place }) => (
        <a key={text} className={styles["entry"]} href={link(place)}>
          <span className={styles["icon"]}>
            <Icon name={icon} />
          </span>
          {t(text)}
        </a>
      ))}
    </nav>
  );
}
