import { intradayResults } from "@sanshi/contract/constants";
import type { MarketKey } from "@sanshi/money";
import { useAddress } from "../../../shared/address.ts";
import type { Output } from "../../../shared/calls.ts";
import { Pick } from "../../../shared/kit/filters.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Failed, PagedList } from "../../../shared/kit/paged-list.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useCall, usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { ExportLink } from "./export-link.tsx";
import styles from "./intraday.module.css";
import { useTradeColumns } from "./trade-columns.tsx";

type Day = Output<"/api/ops/intraday/days">["items"][number];
type Row = Output<"/api/ops/intraday/square-off">["items"][number];

const readAgainMs = 3_000;
const addressDefaults = { day: "", result: "" };

/** The days with their progress; one of them as it happened, in the published order. */
export function SquareOffTab({ market }: { market: MarketKey }) {
  const t = useText("intraday");
  const [address, change] = useAddress(addressDefaults);
  const query = useCall(
    "/api/ops/intraday/days",
    { type: market },
    { refetchInterval: readAgainMs },
  );
  const columns = useDayColumns();
  const days = query.data?.items;
  if (days === undefined) {
    if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
    return <SkeletonTable />;
  }
  if (days.length === 0) return <Panel title={t("days")}>{t("days_empty")}</Panel>;
  const day = days.find(({ date }) => date === address.day) ?? days[0];
  return (
    <>
      <Panel
        title={t("days")}
        aside={<ListFiles list="/api/ops/intraday/days" filter={`type=${market}`} />}
        flush
      >
        <DataTable
          name={t("days")}
          rows={days}
          rowKey={(row) => row.date}
          columns={columns}
          cursor={day?.date ?? null}
          onOpen={(row) => change({ day: row.date })}
        />
      </Panel>
      {day !== undefined && (
        <Replay
          key={day.date}
          market={market}
          day={day}
          result={address.result}
          onResult={(result) => change({ result })}
        />
      )}
    </>
  );
}

function useDayColumns(): Column<Day>[] {
  const t = useText("intraday");
  const count = (
    key: "trades" | "running" | "squared_off" | "carried" | "closed_otherwise" | "carried_running",
  ): Column<Day> => ({ key, head: t(`day_${key}`), end: true, cell: (row) => row[key] });
  return [
    { key: "date", head: t("day"), cell: (row) => row.date },
    count("trades"),
    count("running"),
    count("squared_off"),
    count("closed_otherwise"),
    count("carried"),
    count("carried_running"),
    {
      key: "why",
      head: t("why"),
      grow: true,
      cell: (row) => <Why day={row} />,
    },
    { key: "at", head: t("squares_off_at"), cell: (row) => <At iso={row.squares_off_at} /> },
    { key: "first", head: t("first_at"), cell: (row) => <At iso={row.first_at} /> },
    { key: "last", head: t("last_at"), cell: (row) => <At iso={row.last_at} /> },
  ];
}

const reasons = ["halted", "locked", "closed", "no_price", "not_tradable"] as const;

function Why({ day }: { day: Day }) {
  const t = useText("intraday");
  return reasons
    .filter((reason) => day.obstacles[reason] !== undefined)
    .map((reason) => `${t(`obstacle_${reason}`)} ${day.obstacles[reason]}`)
    .join(" · ");
}

type ReplayProps = {
  market: MarketKey;
  day: Day;
  result: string;
  onResult: (result: string) => void;
};

function Replay({ market, day, result, onResult }: ReplayProps) {
  const t = useText("intraday");
  const chosen = intradayResults.find((one) => one === result);
  const pages = usePages("/api/ops/intraday/square-off", {
    type: market,
    day: day.date,
    ...(chosen === undefined ? {} : { result: chosen }),
    limit: "50",
  });
  const columns: Column<Row>[] = [
    { key: "number", head: t("order"), end: true, cell: (row) => row.number },
    ...useTradeColumns<Row>(),
  ];
  return (
    <Panel
      title={t("replay", { day: day.date })}
      flush
      aside={
        <div className={styles["filters"]}>
          <Pick
            label={t("result")}
            value={chosen ?? ""}
            onChange={onResult}
            options={[
              { value: "", label: t("all_results") },
              ...intradayResults.map((value) => ({ value, label: t(`result_${value}`) })),
            ]}
          />
          <ExportLink which="square_off" type={market} day={day.date} />
        </div>
      }
    >
      <PagedList
        name={t("replay", { day: day.date })}
        pages={pages}
        columns={columns}
        rowKey={(row) => row.id}
        empty={t("nothing_found")}
      />
    </Panel>
  );
}
