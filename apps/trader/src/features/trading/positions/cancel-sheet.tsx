import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { Amount, Button, Icon, Sheet } from "@sanshi/ui";
import { useRef, useState } from "react";
import type { Refusal } from "../../../shared/api.ts";
import { RuleWhy } from "../../../shared/rule-why.tsx";
import { askOnce } from "../../../shared/ask-once.ts";
import { inLanguage } from "@sanshi/web/language";
import { refusalText, useText } from "../../../shared/text.ts";
import styles from "./close-answer.module.css";
import { refreshPositions } from "./positions-queries.ts";
import { nextPrice, workingOrderName, type WorkingOrder } from "./working-order.ts";

type CancelSheetProps = { order: WorkingOrder | null; onClose: () => void };

/** Cancels a working order, after asking; says what becomes free again. */
export function CancelSheet({ order, onClose }: CancelSheetProps) {
  const t = useText("positions");
  const shell = useText("shell");
  const [shown, setShown] = useState<WorkingOrder | null>(null);
  const [done, setDone] = useState(false);
  if (order !== null && order !== shown) {
    setShown(order);
    setDone(false);
  }
  return (
    <Sheet
      open={order !== null}
      onClose={onClose}
      title={t("cancel_title")}
      closeLabel={shell("close")}
    >
      {shown !== null && !done && (
        <CancelQuestion order={shown} onDone={() => setDone(true)} onKeep={onClose} />
      )}
      {shown !== null && done && (
        <div className={styles["answer"]} role="status">
          <span className={styles["sign"]} data-filled="true">
            <Icon name="check" size={28} />
          </span>
          <p className={styles["sentence"]}>{t("cancel_done")}</p>
          <Released order={shown} done />
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

type CancelQuestionProps = { order: WorkingOrder; onDone: () => void; onKeep: () => void };

function CancelQuestion({ order, onDone, onKeep }: CancelQuestionProps) {
  const t = useText("positions");
  const { position } = order;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const sending = useRef(false);
  const cancel = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused(null);
    const asked = await askOnce("/trade/cancel-order", { id: order.id });
    sending.current = false;
    setBusy(false);
    void refreshPositions();
    if (asked.ok) onDone();
    else setRefused(asked.refusal);
  };
  const price = nextPrice(order);
  const kind = t(workingOrderName(order));
  const gaps = {
    name: inLanguage(position.names),
    count: Number(order.quantity),
    quantity: displayDecimal(order.quantity, 0, 0),
    order: price === null ? kind : `${kind} ${displayDecimal(price, 2, 4)}`,
  };
  return (
    <div className={styles["answer"]}>
      <p className={styles["sentence"]}>{t("cancel_question", gaps)}</p>
      <Released order={order} />
      <div aria-live="polite">
        {refused !== null && (
          <p className={styles["refusal"]}>
            <Icon name="alert" size={18} />
            {refusalText(refused)}
          </p>
        )}
        <RuleWhy refusal={refused} />
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

/** An opening order holds money, a closing one holds shares; of a partly filled one, the rest goes. */
function Released({ order, done }: { order: WorkingOrder; done?: boolean }) {
  const t = useText("positions");
  const { part, position, reserved } = order;
  return (
    <>
      {reserved !== null && (
        <>
          <p className={styles["label"]}>{done === true ? t("released_done") : t("released")}</p>
          <p className={styles["profit"]}>
            <Amount value={reserved} currency={settlementCurrency(position.type)} />
          </p>
        </>
      )}
      {part === "closing" && (
        <p className={styles["label"]}>
          {t(position.side === "long" ? "shares_stay" : "short_stays")}
        </p>
      )}
      {part === "rest" && <p className={styles["label"]}>{t("filled_stays")}</p>}
    </>
  );
}
