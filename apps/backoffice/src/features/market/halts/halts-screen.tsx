import { reasonCodes } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { useAddress } from "../../../shared/address.ts";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { Segments } from "../../../shared/kit/filters.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { refresh, usePages } from "../../../shared/queries.ts";
import { GivenReason } from "../../../shared/reasons.tsx";
import { language } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { HaltDialog } from "./halt-dialog.tsx";
import { haltedThing } from "../../../shared/halted-thing.ts";

type Row = Output<"/api/ops/trading-halts">["items"][number];

const filterDefaults = { state: "active" };
const states = ["active", "all"] as const;

/** What is stopped, by whom and why; and the switch that stops it within a second. */
export default function HaltsScreen() {
  const t = useText("halts");
  const [{ state }, change] = useAddress(filterDefaults);
  const [resuming, setResuming] = useState<Row | null>(null);
  const pages = usePages("/api/ops/trading-halts", {
    state: state as (typeof states)[number],
    limit: "50",
  });
  return (
    <Workbench title={t("title")} actions={<HaltButton />}>
      <ListFrame
        filters={
          <Segments
            label={t("state")}
            value={state}
            onChange={(value) => change({ state: value })}
            options={states.map((value) => ({ value, label: t(`state_${value}`) }))}
          />
        }
      >
        <PagedList
          name={t("title")}
          pages={pages}
          columns={useColumns(setResuming)}
          rowKey={(row) => row.id}
          empty={t(state === "active" ? "empty" : "never")}
        />
      </ListFrame>
      {resuming !== null && <ResumeDialog halt={resuming} onClose={() => setResuming(null)} />}
    </Workbench>
  );
}

function HaltButton() {
  const t = useText("halts");
  const shell = useText("shell");
  const lock = useLock()("halt_trading");
  const [open, setOpen] = useState(false);
  const start = () => (lock === null ? setOpen(true) : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("halt"), run: start }]);
  return (
    <>
      <Button look="danger" icon="alert" keys="n" locked={lock} onClick={start}>
        {t("halt")}
      </Button>
      {open && <HaltDialog codes={reasonCodes.halts} onClose={() => setOpen(false)} />}
    </>
  );
}

function useColumns(resume: (row: Row) => void): Column<Row>[] {
  const t = useText("halts");
  const lock = useLock()("halt_trading");
  return [
    { key: "what", head: t("what"), cell: (row) => <strong>{haltedThing(row)}</strong> },
    {
      key: "closing",
      head: t("closing"),
      cell: (row) => t(row.closing_allowed ? "closing_yes" : "closing_no"),
    },
    {
      key: "reason",
      head: t("reason"),
      grow: true,
      cell: (row) => (
        <GivenReason reason={{ code: row.reason, words: row.texts?.[language()] ?? "" }} />
      ),
    },
    { key: "at", head: t("halted_at"), cell: (row) => <At iso={row.halted_at} /> },
    {
      key: "until",
      head: t("until"),
      cell: (row) =>
        row.until === null ? (
          <span className="muted">{t("until_lifted")}</span>
        ) : (
          <At iso={row.until} />
        ),
    },
    {
      key: "by",
      head: t("halted_by"),
      clip: true,
      cell: (row) => row.halted_by ?? t("by_market_rule"),
    },
    {
      key: "state",
      head: t("state"),
      cell: (row) =>
        row.resumed_at === null ? (
          <Badge tone="bad">{t("is_halted")}</Badge>
        ) : row.resumed_by === null ? (
          <Badge tone="quiet">
            {t("ended_by_itself")} <At iso={row.resumed_at} />
          </Badge>
        ) : (
          <Badge tone="quiet">
            {t("was_resumed")} <At iso={row.resumed_at} />
          </Badge>
        ),
    },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (row) =>
        row.resumed_at === null && (
          <Button look="plain" locked={lock} onClick={() => resume(row)}>
            {t("resume")}
          </Button>
        ),
    },
  ];
}

function ResumeDialog({ halt, onClose }: { halt: Row; onClose: () => void }) {
  const t = useText("halts");
  const { busy, refused, submit } = useForm();
  const resume = () =>
    submit({
      send: () => send("/api/ops/trading-halts/:id/resume", { id: halt.id }),
      done: async () => {
        await refresh("/api/ops/trading-halts");
        toast(t("resumed"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("resume_title", { what: haltedThing(halt) })}
      submit={t("resume")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void resume()}
    >
      <p>{t("resume_note")}</p>
    </FormDialog>
  );
}
