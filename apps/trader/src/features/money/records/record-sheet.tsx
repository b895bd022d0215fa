import type { FundRecord, RecordPosting } from "@sanshi/contract";
import { displayDecimal, displayMoney } from "@sanshi/money";
import { LinkButton, Sheet, SkeletonRows } from "@sanshi/ui";
import { useState, type ReactNode } from "react";
import { link, paths } from "../../../app/paths.ts";
import { inLanguage } from "@sanshi/web/language";
import { calendarDate } from "../../../shared/calendar-date.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { expectedDate, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { Signed } from "./record-row.tsx";
import { recordTitle, shownAmount, sumOf } from "./record-words.ts";
import { useRecord } from "./records-queries.ts";
import styles from "./records.module.css";

type RecordSheetProps = { record: FundRecord | null; onClose: () => void };

export function RecordSheet({ record, onClose }: RecordSheetProps) {
  const t = useText("records");
  const shell = useText("shell");
  // Keeps its content while it slides out.
  const [last, setLast] = useState(record);
  if (record !== null && record !== last) setLast(record);
  return (
    <Sheet
      open={record !== null}
      onClose={onClose}
      title={last === null ? "" : recordTitle(last, t)}
      closeLabel={shell("close")}
    >
      {last !== null && <Details record={last} />}
    </Sheet>
  );
}

function Details({ record }: { record: FundRecord }) {
  const t = useText("records");
  const whole = useRecord(record.id);
  const { amount, isFromReserved } = shownAmount(record);
  const { stock, balance_after: after } = record;
  return (
    <>
      <p className={styles["hero"]}>
        <Signed amount={amount} currency={record.currency} />
        {isFromReserved && <small className={styles["note"]}>{t("from_reserved")}</small>}
      </p>
      <dl className={styles["facts"]}>
        <Fact name={t("at")}>{showDateTime(record.at)}</Fact>
        {stock !== null && (
          <Fact name={t("stock")}>
            {inLanguage(stock.names)} {stock.code}
          </Fact>
        )}
        {record.trade !== null && <TradeFacts trade={record.trade} currency={record.currency} />}
        {record.settles_on !== null && (
          <Fact name={t("settles_on")}>
            {expectedDate(calendarDate(record.settles_on), record.settles_on_status)}
          </Fact>
        )}
        {after !== null && (
          <Fact name={t("balance_after")}>
            {displayMoney(after)} {record.currency}
          </Fact>
        )}
        {record.order_number !== null && (
          <Fact name={t("order_number")}>{record.order_number}</Fact>
        )}
        <Fact name={t("reference")}>{record.id}</Fact>
      </dl>
      {record.kind === "dividend_equivalent" && (
        <p className={styles["small"]}>{t("dividend_equivalent_note")}</p>
      )}
      <h3 className={styles["heading"]}>{t("postings")}</h3>
      <Loaded query={whole} waiting={<SkeletonRows count={3} />}>
        {({ postings }) => <Postings postings={postings} currency={record.currency} />}
      </Loaded>
      {record.position_id !== null && (
        <LinkButton look="quiet" wide href={link(paths.position({ id: record.position_id }))}>
          {t("open_position")}
        </LinkButton>
      )}
    </>
  );
}

type TradeFactsProps = { trade: NonNullable<FundRecord["trade"]>; currency: string };

function TradeFacts({ trade: { quantity, price, fee, hours }, currency }: TradeFactsProps) {
  const t = useText("records");
  const own = useText("order");
  return (
    <>
      <Fact name={t("quantity")}>{displayDecimal(quantity, 0, 0)}</Fact>
      <Fact name={t("price")}>
        {displayDecimal(price, 2, 4)} {currency}
      </Fact>
      {hours === "extended" && <Fact name={own("order_hours")}>{own("hours_extended_mark")}</Fact>}
      <Fact name={t("fee")}>
        {displayMoney(fee)} {currency}
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type PostingsProps = { postings: readonly RecordPosting[]; currency: string };

function Postings({ postings, currency }: PostingsProps) {
  const t = useText("records");
  return (
    <div className={styles["postings"]}>
      {(["customer", "house"] as const).map((owner) => (
        <ul
          key={owner}
          className={styles["list"]}
          aria-label={t(owner === "customer" ? "yours" : "house")}
        >
          <li className={styles["owner"]} aria-hidden="true">
            {t(owner === "customer" ? "yours" : "house")}
          </li>
          {postings
            .filter((posting) => posting.owner === owner)
            .map((posting, index) => (
              <li key={index} className={styles["posting"]}>
                <span>
                  {t(
                    posting.purpose === "other"
                      ? "purpose_elsewhere"
                      : `purpose_${posting.purpose}`,
                  )}
                  {posting.balance_after !== null && (
                    <small className={styles["note"]}>
                      {t("after", { amount: displayMoney(posting.balance_after) })}
                    </small>
                  )}
                </span>
                <Signed amount={posting.amount} currency={posting.currency} />
              </li>
            ))}
        </ul>
      ))}
      <p className={styles["sum"]}>
        <span>{t("sum")}</span>
        <Signed amount={sumOf(postings, currency)} currency={currency} />
      </p>
      <p className={styles["small"]}>{t("postings_note")}</p>
    </div>
  );
}
