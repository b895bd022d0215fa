import type { FundRecord } from "@sanshi/contract";
import { displayMoney, displaySignedMoney } from "@sanshi/money";
import { holdKinds } from "@sanshi/contract/constants";
import { Icon, ListRow } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { showTime } from "../../../shared/times.ts";
import { recordIcon, recordTitle, shownAmount } from "./record-words.ts";
import styles from "./records.module.css";

export function RecordRow({ record, onPress }: { record: FundRecord; onPress: () => void }) {
  const t = useText("records");
  const { amount, isFromReserved } = shownAmount(record);
  const time = showTime(record.at);
  const { stock, balance_after: after } = record;
  return (
    <ListRow
      leading={<KindIcon kind={record.kind} />}
      title={recordTitle(record, t)}
      subtitle={stock === null ? time : `${time}  ${inLanguage(stock.names)}`}
      value={<Signed amount={amount} currency={record.currency} />}
      detail={
        isFromReserved || after === null
          ? t("from_reserved")
          : `${t("balance_after")} ${displayMoney(after)}`
      }
      onPress={onPress}
    />
  );
}

function KindIcon({ kind }: Pick<FundRecord, "kind">) {
  const isHold = (holdKinds as readonly string[]).includes(kind);
  return (
    <span className={styles["kind"]} data-hold={isHold}>
      <Icon name={recordIcon(kind)} size={18} />
    </span>
  );
}

/** Money in and out has its sign; the colours are left to profit and loss. */
export function Signed({ amount, currency }: { amount: string; currency: string }) {
  return (
    <span className={styles["amount"]}>
      {displaySignedMoney(amount)}
      <span className={styles["code"]}>{currency}</span>
    </span>
  );
}
