import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { Badge, type Tone } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Notice, Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { AllowDialog } from "./allow-dialog.tsx";
import type { Calendars, CalendarYear, Closing } from "./calendars.ts";
import { CloseDialog, WithdrawClosingDialog } from "./close-dialog.tsx";
import { Closings } from "./closings.tsx";
import { Moves } from "./moves.tsx";
import { NoticeDialog } from "./notice-dialog.tsx";

type Decision = Calendars["decisions"][number];

type Open =
  | { what: "enter"; row: CalendarYear | null }
  | { what: "allow"; row: CalendarYear }
  | { what: "close" }
  | { what: "withdraw"; closing: Closing };

/** Which years of which market are published, what waits for a second operator, and what was decided. */
export default function CalendarsScreen() {
  const t = useText("calendars");
  const [open, setOpen] = useState<Open | null>(null);
  const query = useCall("/api/ops/calendars", {});
  const found = query.data;
  const close = () => setOpen(null);
  return (
    <Page
      title={t("title")}
      actions={<EnterButton onOpen={() => setOpen({ what: "enter", row: null })} />}
    >
      {found === undefined && !query.isError && <SkeletonTable />}
      {found === undefined && query.isError && (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      )}
      {found !== undefined && (
        <>
          <Reminder calendars={found} />
          <Panel
            title={t("years")}
            aside={<ListFiles list="/api/ops/calendars#years" filter="" />}
            flush
          >
            <Years calendars={found} onOpen={setOpen} />
          </Panel>
          <Panel
            title={t("closings")}
            aside={
              <>
                <ListFiles list="/api/ops/calendars#closings" filter="" />
                <CloseButton onOpen={() => setOpen({ what: "close" })} />
              </>
            }
            flush={found.closings.length > 0}
          >
            <Closings
              closings={found.closings}
              onWithdraw={(closing) => setOpen({ what: "withdraw", closing })}
            />
          </Panel>
          <Panel
            title={t("decisions")}
            aside={<ListFiles list="/api/ops/calendars#decisions" filter="" />}
            flush={found.decisions.length > 0}
          >
            <Decisions decisions={found.decisions} />
          </Panel>
        </>
      )}
      {found !== undefined && open?.what === "enter" && (
        <NoticeDialog calendars={found} row={open.row} onClose={close} />
      )}
      {open?.what === "allow" && <AllowDialog row={open.row} onClose={close} />}
      {open?.what === "close" && <CloseDialog onClose={close} />}
      {open?.what === "withdraw" && (
        <WithdrawClosingDialog closing={open.closing} onClose={close} />
      )}
    </Page>
  );
}

function EnterButton({ onOpen }: { onOpen: () => void }) {
  const t = useText("calendars");
  const shell = useText("shell");
  const lock = useLock()("manage_calendars");
  const start = () => (lock === null ? onOpen() : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("enter"), run: start }]);
  return (
    <Button look="primary" icon="plus" keys="n" locked={lock} onClick={start}>
      {t("enter")}
    </Button>
  );
}

function CloseButton({ onOpen }: { onOpen: () => void }) {
  const t = useText("calendars");
  const lock = useLock()("halt_trading");
  return (
    <Button look="danger" icon="alert" locked={lock} onClick={onOpen}>
      {t("close_market")}
    </Button>
  );
}

function Reminder({ calendars: { years, simulated } }: { calendars: Calendars }) {
  const t = useText("calendars");
  const words = useText("words");
  const missing = years.filter(({ reminded }) => reminded);
  if (missing.length === 0) return null;
  const listed = missing.map(({ type, year }) => `${words(`market_${type}`)} ${year}`).join(", ");
  return (
    <Notice tone="warn">
      {t("reminder", { listed })} {t(simulated ? "simulated_goes_on" : "live_waits")}
    </Notice>
  );
}

const tones: Record<CalendarYear["status"], Tone> = {
  published: "good",
  expected: "waits",
  unknown: "bad",
};

type YearsProps = { calendars: Calendars; onOpen: (open: Open) => void };

function Years({ calendars: { years, simulated }, onOpen }: YearsProps) {
  const t = useText("calendars");
  const words = useText("words");
  const lock = useLock()("manage_calendars");
  const columns: Column<CalendarYear>[] = [
    { key: "market", head: t("market"), cell: (row) => words(`market_${row.type}`) },
    { key: "year", head: t("year"), cell: (row) => <strong>{row.year}</strong> },
    {
      key: "status",
      head: t("status"),
      cell: (row) => <Badge tone={tones[row.status]}>{words(`calendar_year_${row.status}`)}</Badge>,
    },
    { key: "closed", head: t("closed_days"), end: true, cell: (row) => row.closed_days },
    { key: "half", head: t("half_days"), end: true, cell: (row) => row.half_days },
    { key: "source", head: t("source"), grow: true, cell: (row) => row.source },
    {
      key: "pending",
      head: t("waits"),
      cell: ({ pending, moves }) =>
        pending !== null && (
          <>
            <a href={link(paths.proposal(pending.proposal_id))}>{t("see_proposal")}</a>
            {moves !== null && <Moves moves={moves} />}
          </>
        ),
    },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (row) => {
        const locked = lock ?? (row.pending === null ? null : t("locked_pending"));
        const mayAllow = !simulated && row.status === "expected";
        return (
          <>
            {mayAllow && row.expected_allowed && <Badge tone="active">{t("allowed")}</Badge>}
            {mayAllow && !row.expected_allowed && (
              <Button look="plain" locked={locked} onClick={() => onOpen({ what: "allow", row })}>
                {t("allow")}
              </Button>
            )}
            <Button look="plain" locked={locked} onClick={() => onOpen({ what: "enter", row })}>
              {t(row.status === "published" ? "replace" : "enter_year")}
            </Button>
          </>
        );
      },
    },
  ];
  return (
    <DataTable
      name={t("years")}
      columns={columns}
      rows={years}
      rowKey={({ type, year }) => `${type}:${year}`}
    />
  );
}

function Decisions({ decisions }: { decisions: Calendars["decisions"] }) {
  const t = useText("calendars");
  const words = useText("words");
  if (decisions.length === 0) return <p className="muted">{t("no_decisions")}</p>;
  const columns: Column<Decision>[] = [
    { key: "market", head: t("market"), cell: (row) => words(`market_${row.type}`) },
    { key: "year", head: t("year"), cell: (row) => <strong>{row.year}</strong> },
    { key: "basis", head: t("basis"), cell: (row) => t(`basis_${row.basis}`) },
    {
      key: "notice",
      head: t("notice"),
      grow: true,
      cell: ({ notice }) =>
        notice === null ? (
          "–"
        ) : (
          <a href={notice.address} target="_blank" rel="noreferrer">
            {notice.title}
          </a>
        ),
    },
    { key: "closed", head: t("closed_days"), end: true, cell: (row) => row.closed_days },
    { key: "from", head: t("holds_from"), cell: (row) => row.holds_from },
    { key: "proposed", head: t("proposed_by"), clip: true, cell: (row) => row.proposed_by.email },
    { key: "approved", head: t("approved_by"), clip: true, cell: (row) => row.approved_by.email },
    { key: "at", head: t("decided_at"), cell: (row) => <At iso={row.decided_at} /> },
  ];
  return (
    <DataTable name={t("decisions")} columns={columns} rows={decisions} rowKey={({ id }) => id} />
  );
}
