import { inLanguage } from "@sanshi/web/language";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { refresh, useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";

type Report = Output<"/api/ops/venue-orders">;
type HeldUp = Report["items"][number];

/** Orders of which a venue's report could not be booked, or contradicts ours: why, since when, and again. */
export default function VenueOrdersScreen() {
  const t = useText("venueOrders");
  const report = useCall("/api/ops/venue-orders", {});
  if (report.data === undefined) {
    return (
      <Page title={t("title")}>
        {report.isError ? (
          <Failed error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <SkeletonTable />
        )}
      </Page>
    );
  }
  const { items, total, strays } = report.data;
  return (
    <Page title={t("title")}>
      <Panel title={t("held")}>
        <p>{items.length === 0 ? t("empty") : t("held_note")}</p>
        {total > items.length && <p>{t("shown", { shown: items.length, total })}</p>}
      </Panel>
      {items.length > 0 && <HeldUpOrders items={items} />}
      {strays.length > 0 && <Strays strays={strays} />}
    </Page>
  );
}

function HeldUpOrders({ items }: Pick<Report, "items">) {
  const t = useText("venueOrders");
  const columns: Column<HeldUp>[] = [
    { key: "id", head: t("order"), cell: (row) => row.id },
    { key: "account", head: t("customer"), cell: (row) => row.account },
    {
      key: "stock",
      head: t("stock"),
      cell: (row) => `${inLanguage(row.names)} ${row.code} ${t(row.side)}`,
    },
    {
      key: "quantity",
      head: t("quantity"),
      end: true,
      cell: (row) => `${row.filled} / ${row.quantity}`,
    },
    {
      key: "why",
      head: t("why"),
      grow: true,
      cell: (row) => (row.dispute === null ? row.fault : t(`dispute_${row.dispute}`)),
    },
    { key: "reports", head: t("waits"), end: true, cell: (row) => row.reports },
    { key: "since", head: t("since"), cell: (row) => <At iso={row.since} /> },
    {
      key: "again",
      head: t("again"),
      cell: (row) =>
        row.retry_at !== null && (
          <>
            <At iso={row.retry_at} />{" "}
            <span className="muted">{t("attempts", { count: row.attempts })}</span>
          </>
        ),
    },
    { key: "actions", head: "", end: true, cell: (row) => <Retry id={row.id} /> },
  ];
  return (
    <Panel title={t("held")} aside={<ListFiles list="/api/ops/venue-orders" filter="" />} flush>
      <DataTable name={t("held")} rows={items} rowKey={(row) => row.id} columns={columns} />
    </Panel>
  );
}

function Retry({ id }: Pick<HeldUp, "id">) {
  const t = useText("venueOrders");
  const lock = useLock()("retry_venue_reports");
  const { busy, submit } = useForm();
  const retry = () =>
    submit({
      send: () => send("/api/ops/venue-orders/:id/retry", { id }),
      done: async () => {
        await refresh("/api/ops/venue-orders");
        toast(t("retried"));
      },
    });
  return (
    <Button look="plain" busy={busy} locked={lock} onClick={() => void retry()}>
      {t("retry")}
    </Button>
  );
}

function Strays({ strays }: Pick<Report, "strays">) {
  const t = useText("venueOrders");
  return (
    <Panel
      title={t("strays")}
      aside={<ListFiles list="/api/ops/venue-orders#strays" filter="" />}
      flush
    >
      <DataTable
        name={t("strays")}
        rows={strays}
        rowKey={(row) => row.sequence}
        columns={[
          { key: "number", head: t("number"), cell: (row) => row.sequence },
          { key: "request", head: t("request"), grow: true, cell: (row) => row.client_order_id },
          { key: "why", head: t("why"), cell: (row) => row.report },
          { key: "since", head: t("since"), cell: (row) => <At iso={row.since} /> },
        ]}
      />
    </Panel>
  );
}
