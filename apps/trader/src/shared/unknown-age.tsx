import { useText } from "./text.ts";
import styles from "./quote-age.module.css";

/** Beside a price that nothing is traded at, as the server's clock has stepped since it came. */
export default function UnknownAge() {
  const t = useText("order");
  return <span className={styles["age"]}>{t("age_unknown")}</span>;
}
