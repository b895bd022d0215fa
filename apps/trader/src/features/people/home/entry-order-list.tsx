import type { HomeEntry } from "@sanshi/contract";
import { Button, Icon } from "@sanshi/ui";
import { useText } from "../../../shared/text.ts";
import styles from "./entry-order-list.module.css";
import { moved } from "./entry-order.ts";
import { entryPlaces, chooseEntryOrder, useEntryOrder } from "./own-entries.ts";

/** Each entry with a button to the front and one to the back: works with a finger, a key and a voice. */
export default function EntryOrderList() {
  const t = useText("home");
  const order = useEntryOrder();
  return (
    <div className={styles["arranging"]}>
      <p className={styles["lead"]}>{t("arrange_lead")}</p>
      <ol className={styles["list"]}>
        {order.map((id, place) => (
          <li key={id} className={styles["row"]}>
            <Icon name={entryPlaces[id].icon} size={22} />
            <span className={styles["name"]}>{t(id)}</span>
            <Move id={id} step={-1} disabled={place === 0} />
            <Move id={id} step={1} disabled={place === order.length - 1} />
          </li>
        ))}
      </ol>
      <Button look="quiet" wide onClick={() => chooseEntryOrder(null)}>
        {t("arrange_reset")}
      </Button>
    </div>
  );
}

function Move({ id, step, disabled }: { id: HomeEntry; step: -1 | 1; disabled: boolean }) {
  const t = useText("home");
  const order = useEntryOrder();
  const name = t(step === -1 ? "move_up" : "move_down", { name: t(id).replaceAll("\u200b", "") });
  return (
    <button
      type="button"
      className={styles["move"]}
      aria-label={name}
      // Not `disabled`: the focus of whoever moves one to the end stays where it is.
      aria-disabled={disabled}
      onClick={() => !disabled && chooseEntryOrder(moved(order, id, step))}
    >
      <Icon name={step === -1 ? "up" : "down"} size={20} />
    </button>
  );
}
