import { useAddress } from "../../../shared/address.ts";
import { Segments } from "../../../shared/kit/filters.tsx";
import { Locked } from "../../../shared/kit/locked.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { useLock } from "../../../shared/may.ts";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { CustomersChart } from "./customers-chart.tsx";
import styles from "./dashboard.module.css";
import { spans, type Span } from "./dashboard.ts";
import { MoneyChart } from "./money-chart.tsx";
import { QueueAges } from "./queue-ages.tsx";
import { RevenueChart } from "./revenue-chart.tsx";

const addressDefaults = { days: "30" };

/** How the house is doing: each figure is the ledger's or a record's, and leads to the list behind it. */
export default function DashboardScreen() {
  const t = useText("dashboard");
  const lock = useLock()("view_books");
  const [address, change] = useAddress(addressDefaults);
  const days: Span = spans.find((span) => span === address.days) ?? "30";
  return (
    <Page
      title={t("title")}
      actions={
        lock === null && (
          <Segments
            label={t("span")}
            value={days}
            onChange={(span) => change({ days: span })}
            options={spans.map((value) => ({
              value,
              label: t("days", { count: Number(value) }),
            }))}
          />
        )
      }
    >
      {lock === null ? <Charts days={days} /> : <Locked reason={lock} />}
    </Page>
  );
}

function Charts({ days }: { days: Span }) {
  const query = useCall("/api/ops/dashboard", { days }, { staleTime: 60_000 });
  if (query.data === undefined) {
    return query.isError ? (
      <Failed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonTable />
    );
  }
  const given = { data: query.data, days };
  return (
    <div className={styles["charts"]}>
      <MoneyChart {...given} />
      <CustomersChart {...given} />
      <RevenueChart {...given} />
      <QueueAges data={query.data} />
    </div>
  );
}
