import { Button, Icon } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { useText } from "../../../shared/text.ts";
import { switchPreference } from "../../../shared/order-preferences.ts";
import type { StockKey } from "./stock-queries.ts";
import styles from "../../../shared/risk-intro.module.css";

type BorrowingIntroProps = { kind: "leverage" } | { kind: "short"; stock: StockKey };

/** What borrowing is and what it risks, before its first use: off until it is switched on here. */
export function BorrowingIntro(props: BorrowingIntroProps) {
  const { kind } = props;
  const t = useText("order");
  const [busy, setBusy] = useState(false);
  const switchOn = async () => {
    setBusy(true);
    await switchPreference(kind, true);
    setBusy(false);
  };
  return (
    <section className={styles["intro"]} aria-label={t(`${kind}_intro`)}>
      <h3 className={styles["title"]}>{t(`${kind}_intro`)}</h3>
      <p>{t(`${kind}_intro_what`)}</p>
      <ul>
        <li>{t(`${kind}_intro_loss`)}</li>
        <li>{t(`${kind}_intro_cost`)}</li>
        <li>{t(`${kind}_intro_forced`)}</li>
      </ul>
      {props.kind === "short" && (
        <a href={link(paths.borrowing(props.stock))}>{t("short_intro_fees")}</a>
      )}
      <p className={styles["note"]}>
        <Icon name="info" size={14} />
        {t("intro_kept")}
      </p>
      <Button look="quiet" wide busy={busy} onClick={() => void switchOn()}>
        {t(`${kind}_switch_on`)}
      </Button>
    </section>
  );
}
