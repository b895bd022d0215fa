import { Amount } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { addressOf, type Output } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { LinkOrLock } from "../../../shared/kit/link-or-lock.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { useCall, usePages } from "../../../shared/queries.ts";
import { reasonText, useText } from "../../../shared/text.ts";
import { AnswerDialog } from "./answer-dialog.tsx";
import { MakePaymentsDialog, type Waiting } from "./make-payments-dialog.tsx";
import { RefusedFileDialog } from "./refused-file-dialog.tsx";
import styles from "./books.module.css";

type PaymentFile = Output<"/api/ops/payment-files">["items"][number];

/** Approved withdrawals on their way to the bank, and what it says became of them. */
export function PaymentsTab() {
  const t = useText("payments");
  const lock = useLock()("decide_withdrawals");
  const [making, setMaking] = useState<Waiting | null>(null);
  const [answering, setAnswering] = useState<PaymentFile | null>(null);
  const [refusing, setRefusing] = useState<PaymentFile | null>(null);
  const pages = usePages("/api/ops/payment-files", { limit: "50" });
  const newest = useCall("/api/ops/payment-files", { limit: "20" });
  const waiting = newest.data?.waiting ?? [];
  return (
    <>
      {waiting.map((one) => (
        <Notice key={`${one.format} ${one.currency}`} tone="info">
          <p>
            {t("waiting", { payments: one.payments, from: one.approved_from })}{" "}
            <Amount value={one.total} currency={one.currency} />
          </p>
          <Button look="primary" locked={lock} onClick={() => setMaking(one)}>
            {t(`make_${one.format}`)}
          </Button>
        </Notice>
      ))}
      <ListFrame>
        <PagedList
          name={t("files")}
          pages={pages}
          columns={useColumns(setAnswering, setRefusing)}
          rowKey={(row) => row.id}
          empty={t("no_files")}
        />
      </ListFrame>
      {making !== null && (
        <MakePaymentsDialog
          waiting={making}
          last={newest.data?.items.find(({ format }) => format === making.format)?.payer}
          onClose={() => setMaking(null)}
        />
      )}
      {refusing !== null && (
        <RefusedFileDialog id={refusing.id} onClose={() => setRefusing(null)} />
      )}
      {answering !== null && <AnswerDialog id={answering.id} onClose={() => setAnswering(null)} />}
    </>
  );
}

function useColumns(
  answer: (file: PaymentFile) => void,
  refuse: (file: PaymentFile) => void,
): Column<PaymentFile>[] {
  const t = useText("payments");
  const lock = useLock();
  return [
    { key: "id", head: t("number"), cell: (row) => row.id },
    { key: "format", head: t("format"), cell: (row) => t(`format_${row.format}`) },
    { key: "day", head: t("transfer_on"), cell: (row) => row.transfer_on },
    { key: "payments", head: t("payments"), end: true, cell: (row) => row.payments },
    {
      key: "total",
      head: t("total"),
      end: true,
      cell: (row) => <Amount value={row.total} currency={row.currency} />,
    },
    { key: "made", head: t("made"), cell: (row) => <At iso={row.made_at} /> },
    { key: "result", head: t("result"), cell: (row) => <Result file={row} /> },
    { key: "returned", head: t("returned"), grow: true, cell: (row) => <Returned file={row} /> },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (row) => (
        <span className={styles["actions"]}>
          <LinkOrLock
            href={addressOf("/api/ops/payment-files/:id/file", { id: row.id })}
            locked={row.may_send ? lock("decide_withdrawals") : t("ended")}
          >
            {t("fetch")}
          </LinkOrLock>
          {row.format === "zengin" && row.answered_at === null && row.refused_at === null && (
            <Button look="plain" locked={lock("import_bank_movements")} onClick={() => answer(row)}>
              {t("read_answer")}
            </Button>
          )}
          {row.may_refuse && (
            <Button look="plain" locked={lock("decide_withdrawals")} onClick={() => refuse(row)}>
              {t("refuse")}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

function Result({ file }: { file: PaymentFile }) {
  const t = useText("payments");
  if (file.refused_reason !== null) {
    return (
      <span className={styles["refused"]}>
        {t("was_refused", { reason: reasonText(file.refused_reason) })}
      </span>
    );
  }
  if (file.paid === 0 && file.returned.length === 0) {
    return <span className="muted">{t("no_answer")}</span>;
  }
  return t("was_paid", { paid: file.paid });
}

/** What came back waits for a decision on its case; beside it the bank's code of the reason. */
function Returned({ file }: { file: PaymentFile }) {
  const t = useText("payments");
  return (
    <span className={styles["returned"]}>
      {file.contradicted.length > 0 && <strong>{t("contradicted")}</strong>}
      {file.contradicted.map(({ id, number }) => (
        <a key={id} href={link(paths.withdrawal(id))}>
          {number}
        </a>
      ))}
      {file.returned.map(({ id, number, reason }) => (
        <span key={id}>
          <a href={link(paths.withdrawal(id))}>{number}</a> ({reason})
        </span>
      ))}
    </span>
  );
}
