import type { CallOutput, Calls } from "@sanshi/contract";
import { displayDecimal } from "@sanshi/money";
import { Button, classNames, Icon } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import { useEffect, useId, useRef, useState } from "react";
import { switchPreference, useTradingPreferences } from "./order-preferences.ts";
import { refresh } from "./queries.ts";
import { useText } from "./text.ts";
import intro from "./risk-intro.module.css";
import styles from "./validity-field.module.css";

type HoursFieldProps = {
  isExtended: boolean;
  /** What the stock trades at outside of the regular hours now; null while it does not. */
  quote: NonNullable<CallOutput<Calls["/market/stock"]>["extended"]>["quote"];
  disabled?: boolean;
  onChange: (changed: { isExtended: boolean }) => void;
};

/** In which hours an order on a US stock trades; the extended ones after their risks were read and agreed to. */
export function HoursField({ isExtended, quote, disabled = false, onChange }: HoursFieldProps) {
  const t = useText("order");
  const notes = useText("stockNotes");
  const id = useId();
  const { chosen, isPending } = useTradingPreferences();
  // Until the customer has agreed the server takes no such order: what is chosen is never placed as another one.
  const isAsking = isExtended && !chosen.extended && !isPending;
  const hours = isExtended ? "extended" : "regular";
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{t("order_hours")}</label>
      <div className={classNames(styles["control"], styles["wide"])}>
        <select
          id={id}
          value={hours}
          disabled={disabled}
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) =>
            onChange({ isExtended: currentTarget.value === "extended" })
          }
        >
          <option value="regular">{t("hours_regular")}</option>
          <option value="extended">{t("hours_extended")}</option>
        </select>
        <p id={`${id}-note`} className={styles["note"]}>
          {t(`about_hours_${hours}`)}
        </p>
        {isExtended && quote !== null && (
          <p className={styles["note"]}>{notes("extended_book", bookWords(quote))}</p>
        )}
        {isAsking && <ExtendedIntro />}
        {isExtended && chosen.extended_since !== null && (
          <Agreed since={chosen.extended_since} onOff={() => onChange({ isExtended: false })} />
        )}
      </div>
    </div>
  );
}

/** The best prices of extended hours with their shares, as a sentence has them. */
function bookWords(quote: NonNullable<HoursFieldProps["quote"]>) {
  return {
    bid: displayDecimal(quote.bid, 2, 4),
    bids: displayDecimal(quote.bid_quantity, 0, 0),
    ask: displayDecimal(quote.ask, 2, 4),
    asks: displayDecimal(quote.ask_quantity, 0, 0),
  };
}

/** What extended hours risk, before their first use. */
function ExtendedIntro() {
  const t = useText("order");
  const [busy, setBusy] = useState(false);
  const own = useRef<HTMLElement>(null);
  useEffect(() => {
    own.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const switchOn = async () => {
    setBusy(true);
    // What was refused until now is looked at anew.
    if (await switchPreference("extended", true)) {
      await refresh("/trade/preview-order", "/trade/preview-close-holding");
    }
    setBusy(false);
  };
  return (
    <section ref={own} className={intro["intro"]} aria-label={t("extended_intro")}>
      <h3 className={intro["title"]}>{t("extended_intro")}</h3>
      <p>{t("extended_intro_what")}</p>
      <ul>
        <li>{t("extended_intro_thin")}</li>
        <li>{t("extended_intro_spread")}</li>
        <li>{t("extended_intro_price")}</li>
        <li>{t("extended_intro_stops")}</li>
      </ul>
      <p className={intro["note"]}>
        <Icon name="info" size={14} />
        {t("intro_kept")}
      </p>
      <Button look="quiet" wide busy={busy} onClick={() => void switchOn()}>
        {t("extended_switch_on")}
      </Button>
    </section>
  );
}

/** When the customer has agreed, with the way back. */
function Agreed({ since, onOff }: { since: string; onOff: () => void }) {
  const t = useText("order");
  const [busy, setBusy] = useState(false);
  const switchOff = async () => {
    setBusy(true);
    if (await switchPreference("extended", false)) onOff();
    setBusy(false);
  };
  return (
    <>
      <p className={styles["note"]}>{t("extended_switched_on", { time: showDateTime(since) })}</p>
      <Button look="quiet" busy={busy} onClick={() => void switchOff()}>
        {t("extended_switch_off")}
      </Button>
    </>
  );
}
