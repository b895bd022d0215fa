import type { HeldStock } from "@sanshi/contract";
import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { Amount, Button, Icon, Sheet } from "@sanshi/ui";
import { useRef, useState } from "react";
import { ask } from "../../shared/api.ts";
import { stockName } from "../../shared/language.ts";
import { refusalText, useText } from "../../shared/text.ts";
import styles from "./close-answer.module.css";
import { positionStatus } from "./position-status.ts";
import { refreshPositions } from "./positions-queries.ts";

type CancelSheetProps = { position: HeldStock | null; onClose: () => void };

/** Takes back an order that waits, after asking; says what becomes free again. */
export function CancelSheet({ position, onClose }: CancelSheetProps) {
  const t = useText("positions");
  const shell = useText("shell");
  const [shown, setShown] = useState<HeldStock | null>(null);
  const [done, setDone] = useState(false);
  if (position !== null && position !== shown) {
    setShown(position);
    setDone(false);
  }
  return (
    <Sheet
      open={position !== null}
      onClose={onClose}
      title={t("cancel_title")}
      closeLabel={shell("close")}
    >
      {shown !== null && !done && (
        <CancelQuestion position={shown} onDone={() => setDone(true)} onKeep={onClose} />
      )}
      {shown !== null && done && (
        <div className={styles["answer"]} role="status">
          <span className={styles["sign"]} data-filled="true">
            <Icon name="check" size={28} />
          </span>
          <p className={styles["sentence"]}>{t("cancel_done")}</p>
          <Released position={shown} done />
          <div className={styles["actions"]}>
            <Button wide onClick={onClose}>
              {shell("close")}
            </Button>
          </div>
        </div>
      )}
    </Sheet>
  );
}

type CancelQuestionProps = { position: HeldStock; onDone: () => void; onKeep: () => void };

function CancelQuestion({ position, onDone, onKeep }: CancelQuestionProps) {
  const t = useText("positions");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const sending = useRef(false);
  const cancel = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused(null);
    const asked = await ask("/trade/cancel-order", { id: position.id });
    sending.current = false;
    setBusy(false);
    void refreshPositions();
    if (asked.ok) onDone();
    else setRefused(refusalText(asked.refusal));
  };
  const opening = position.status === positionStatus.pending;
  const quantity = position.closing_quantity ?? position.stock_num;
  const gaps = {
    name: stockName(position.names),
    count: Number(quantity),
    quantity: displayDecimal(quantity, 0, 0),
    price: displayDecimal(position.closing_price ?? position.buy_price, 0, 4),
  };
  return (
    <div className={styles["answer"]}>
      <p className={styles["sentence"]}>
        {opening ? t("cancel_question", gaps) : t("cancel_closing_question", gaps)}
      </p>
      <Released position={position} />
      <div aria-live="polite">
        {refused !== null && (
          <p className={styles["refusal"]}>
            <Icon name="alert" size={18} />
            {refused}
          </p>
        )}
      </div>
      <div className={styles["actions"]}>
        <Button look="quiet" wide disabled={busy} onClick={onKeep}>
          {t("keep_order")}
        </Button>
        <Button wide busy={busy} onClick={() => void cancel()}>
          {t("cancel_order")}
        </Button>
      </div>
    </div>
  );
}

/** An opening order holds money, a closing one holds shares. */
function Released({ position, done }: { position: HeldStock; done?: boolean }) {
  const t = useText("positions");
  if (position.status !== positionStatus.pending) {
    return <p className={styles["label"]}>{t("shares_stay")}</p>;
  }
  return (
    <>
      <p className={styles["label"]}>{done === true ? t("released_done") : t("released")}</p>
      <p className={styles["profit"]}>
        <Amount value={position.margin} currency={settlementCurrency(position.type)} />
      </p>
    </>
  );
}
