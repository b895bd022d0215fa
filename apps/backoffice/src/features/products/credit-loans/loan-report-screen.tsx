import { reasonCodes } from "@sanshi/contract/reason-codes";
import { Amount } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Failed, PagedList } from "../../../shared/kit/paged-list.tsx";
import { Notice, Panel } from "../../../shared/kit/panel.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { useLock } from "../../../shared/may.ts";
import { refresh, useCall, usePages } from "../../../shared/queries.ts";
import { codeRefusals, givenCode, noReason, ReasonField } from "../../../shared/reasons.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import styles from "./loan-report.module.css";

type Own = Output<"/api/ops/loan-report">["currencies"][number];
type Late = Output<"/api/ops/late-loans">["items"][number];

/** What is out and what is late, and what the house has set aside, lost and earned. */
export default function LoanReportScreen() {
  const t = useText("loans");
  const report = useCall("/api/ops/loan-report", {});
  return (
    <Workbench title={t("report")}>
      <div className={styles["report"]}>
        {report.data === undefined ? (
          report.isError ? (
            <Failed error={report.error} onRetry={() => void report.refetch()} />
          ) : (
            <SkeletonTable />
          )
        ) : (
          <>
            <OutTable rows={report.data.currencies} />
            <HouseTable rows={report.data.currencies} />
          </>
        )}
        <LateLoans />
      </div>
    </Workbench>
  );
}

function amountColumn(
  name:
    | ("capital" | "lent" | "under_review" | "interest_owed")
    | ("income" | "provision" | "losses" | "written_off"),
  head: string,
): Column<Own> {
  return { key: name, head, end: true, cell: (row) => <Amount value={row[name]} /> };
}

function OutTable({ rows }: { rows: readonly Own[] }) {
  const t = useText("loans");
  const late = (from: 1 | 31 | 91): Column<Own> => ({
    key: `late_${from}`,
    head: t(`late_${from}`),
    end: true,
    cell: (row) => {
      const found = row.late.find(({ from_day }) => from_day === from);
      return found === undefined || found.loans === 0 ? (
        "–"
      ) : (
        <>
          <Amount value={found.principal} /> ({found.loans})
        </>
      );
    },
  });
  return (
    <Panel
      title={t("lent")}
      aside={<ListFiles list="/api/ops/loan-report#currencies" filter="" />}
      flush
    >
      <DataTable
        name={t("lent")}
        rows={rows}
        rowKey={(row) => row.currency}
        columns={[
          { key: "currency", head: t("currency"), grow: true, cell: (row) => row.currency },
          amountColumn("lent", t("lent")),
          { key: "count", head: t("count"), end: true, cell: (row) => row.loans },
          amountColumn("interest_owed", t("interest_owed")),
          amountColumn("under_review", t("under_review")),
          late(1),
          late(31),
          late(91),
        ]}
      />
    </Panel>
  );
}

function HouseTable({ rows }: { rows: readonly Own[] }) {
  const t = useText("loans");
  return (
    <Panel
      title={t("capital")}
      aside={<ListFiles list="/api/ops/loan-report#currencies" filter="" />}
      flush
    >
      <DataTable
        name={t("capital")}
        rows={rows}
        rowKey={(row) => row.currency}
        columns={[
          { key: "currency", head: t("currency"), grow: true, cell: (row) => row.currency },
          amountColumn("capital", t("capital")),
          amountColumn("provision", t("provision")),
          amountColumn("losses", t("losses")),
          amountColumn("written_off", t("written_off")),
          amountColumn("income", t("income")),
          {
            key: "rate",
            head: t("rate_and_law"),
            end: true,
            cell: (row) =>
              `${row.yearly_rate} % / ${row.law_rate_max} %${row.confirmed ? "" : t("unconfirmed")}`,
          },
        ]}
      />
    </Panel>
  );
}

function LateLoans() {
  const t = useText("loans");
  const lock = useLock()("decide_loans");
  const pages = usePages("/api/ops/late-loans", {});
  const [chosen, setChosen] = useState<Late | null>(null);
  const columns: Column<Late>[] = [
    { key: "number", head: t("number"), cell: (row) => row.number },
    {
      key: "account",
      head: t("account"),
      grow: true,
      cell: (row) => <a href={link(paths.customer(row.account, "loans"))}>{row.account}</a>,
    },
    { key: "due_on", head: t("due_on"), cell: (row) => row.due_on },
    { key: "days_late", head: t("days_late"), end: true, cell: (row) => row.days_late },
    {
      key: "principal",
      head: t("principal"),
      end: true,
      cell: (row) => <Amount value={row.principal_left} currency={row.currency} />,
    },
    {
      key: "interest",
      head: t("interest"),
      end: true,
      cell: (row) => <Amount value={row.interest_left} currency={row.currency} />,
    },
    {
      key: "write_off",
      head: t("status"),
      cell: (row) =>
        row.write_off === null ? (
          <Button locked={lock} onClick={() => setChosen(row)}>
            {t("write_off")}
          </Button>
        ) : (
          <a href={link(paths.proposal(row.write_off.proposal_id))}>
            <Badge tone="waits">{t("write_off_waits")}</Badge>
          </a>
        ),
    },
  ];
  return (
    <Panel title={t("late_title")} flush>
      <PagedList
        name={t("late_title")}
        pages={pages}
        columns={columns}
        rowKey={(row) => row.id}
        empty={t("late_empty")}
      />
      {chosen !== null && <WriteOffDialog loan={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}

function WriteOffDialog({ loan, onClose }: { loan: Late; onClose: () => void }) {
  const t = useText("loans");
  const [reason, setReason] = useState(noReason);
  const { busy, refused, submit } = useForm<"reason">();
  const propose = () =>
    submit({
      send: () =>
        send("/api/ops/loans/:id/write-off", {
          id: loan.id,
          ...(givenCode(reason) ?? { reason: "." }),
        }),
      fieldByCode: codeRefusals,
      done: async () => {
        await refresh("/api/ops/late-loans", "/api/ops/loan-report", "/api/ops/proposals");
        toast(t("proposed"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("write_off_of", { number: loan.number })}
      submit={t("write_off")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <ReasonField
        codes={reasonCodes.loans}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
      <Notice tone="info">{t("write_off_note")}</Notice>
    </FormDialog>
  );
}
