import { Amount, SignedAmount } from "@sanshi/ui";
import { useAddress } from "../../../shared/address.ts";
import type { Output } from "../../../shared/calls.ts";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { usePages } from "../../../shared/queries.ts";
import { serverNow } from "@sanshi/web/server-clock";
import { useText, wordFor } from "../../../shared/text.ts";
import { lastDays } from "./days.ts";
import { ExportLink } from "./export-link.tsx";
import styles from "./books.module.css";

type Row = Output<"/api/ops/books/daily">["items"][number];

const daysShown = 30;
const addressDefaults = { from: "", to: "" };

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** What moved on the house's accounts, day by day. */
export function DailyTab() {
  const t = useText("books");
  const [address, change] = useAddress(addressDefaults);
  const span =
    isDay(address.from) && isDay(address.to) ? address : lastDays(daysShown, serverNow());
  const pages = usePages("/api/ops/books/daily", { from: span.from, to: span.to });
  return (
    <ListFrame
      filters={
        <div className={styles["bar"]}>
          <Days span={span} onChange={change} />
          <span className={styles["end"]}>
            <ExportLink which="daily" from={span.from} to={span.to} />
          </span>
        </div>
      }
    >
      <PagedList
        name={t("tab_daily")}
        pages={pages}
        columns={useColumns()}
        rowKey={(row) => `${row.date} ${row.currency} ${row.purpose}`}
        empty={t("nothing_moved")}
      />
    </ListFrame>
  );
}

type Span = { from: string; to: string };

export function Days({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const t = useText("books");
  const change = (some: Partial<Span>) => {
    const next = { ...span, ...some };
    if (next.from !== "" && next.to !== "") onChange(next);
  };
  return (
    <span className={styles["days"]}>
      <label>
        {t("from")}{" "}
        <input
          type="date"
          required
          value={span.from}
          max={span.to}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
      </label>
      <label>
        {t("to")}{" "}
        <input
          type="date"
          required
          value={span.to}
          min={span.from}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
      </label>
      <span className="muted">{t("tokyo_days")}</span>
    </span>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText("books");
  return [
    { key: "date", head: t("date"), cell: (row) => row.date },
    { key: "currency", head: t("currency"), cell: (row) => row.currency },
    {
      key: "purpose",
      head: t("house_account"),
      grow: true,
      cell: (row) => wordFor("words", "purpose_", row.purpose),
    },
    { key: "debit", head: t("in"), end: true, cell: (row) => <Amount value={row.debit} /> },
    { key: "credit", head: t("out"), end: true, cell: (row) => <Amount value={row.credit} /> },
    { key: "sum", head: t("change"), end: true, cell: (row) => <SignedAmount value={row.sum} /> },
    { key: "postings", head: t("postings"), end: true, cell: (row) => row.postings },
  ];
}
