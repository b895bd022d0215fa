import { Icon } from "@sanshi/ui";
import { link, routes } from "../../../app/paths.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./quick-actions.module.css";

const actions = [
  { icon: "deposit", name: "deposit", route: routes.stored },
  { icon: "withdraw", name: "withdraw", route: routes.withdraw },
  { icon: "exchange", name: "exchange", route: routes.exchange },
  { icon: "list", name: "records", route: routes.transactionRecords },
] as const;

/** What is done with money, a touch away: it is what this page is opened for. */
export function QuickActions() {
  const t = useText("myPage");
  return (
    <nav className={styles["actions"]} aria-label={t("quick_actions")}>
      {actions.map(({ icon, name, route }) => (
        <a key={name} className={styles["action"]} href={link(route)}>
          <Icon name={icon} />
          <span>{t(name)}</span>
        </a>
      ))}
    </nav>
  );
}
