import { Icon, Sheet } from "@sanshi/ui";
import { lazy, Suspense, useState } from "react";
import { link } from "../../../app/paths.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./entries.module.css";
import { entryPlaces, useEntryOrder } from "./own-entries.ts";

// Few put them in another order, and seldom.
const EntryOrder = lazy(() => import("./entry-order-list.tsx"));

/** The ways to everything that has no tab of its own, as the customer has put them, in one row that is swiped. */
export function Entries() {
  const t = useText("home");
  const shell = useText("shell");
  const order = useEntryOrder();
  const [arranging, setArranging] = useState(false);
  return (
    <nav className={styles["entries"]} aria-label={t("services")} tabIndex={0}>
      {order.map((id) => (
        <a key={id} className={styles["entry"]} href={link(entryPlaces[id].place)}>
          <span className={styles["icon"]}>
            <Icon name={entryPlaces[id].icon} size={22} />
          </span>
          {t(id)}
        </a>
      ))}
      <button type="button" className={styles["entry"]} onClick={() => setArranging(true)}>
        <span className={`${styles["icon"]} ${styles["quiet"]}`}>
          <Icon name="settings" size={22} />
        </span>
        {t("arrange")}
      </button>
      <Sheet
        open={arranging}
        onClose={() => setArranging(false)}
        title={t("arrange_title")}
        closeLabel={shell("close")}
      >
        <Suspense fallback={null}>
          <EntryOrder />
        </Suspense>
      </Sheet>
    </nav>
  );
}
