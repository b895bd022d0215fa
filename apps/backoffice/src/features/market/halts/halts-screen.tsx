import { reasonCodes } from "@sanshi/contract/reason-codes";
import { isWideHalt } from "@sanshi/contract/constants";
import { useState } from "react";
import { useAddress } from "../../../shared/address.ts";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { Segments } from "../../../shared/kit/filters.tsx";
import { SelectField } from "../../../shared/kit/fields.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { refresh, usePages } from "../../../shared/queries.ts";
import {
  CodeField,
  codeRefusals,
  GivenReason,
  noReason,
  type ReasonChoice,
} from "../../../shared/reasons.tsx";
import { language } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { HaltDialog, hoursOffered, type Hours } from "./halt-dialog.tsx";
import { haltedThing } from "../../../shared/halted-thing.ts";

type Row = Output<"/api/ops/trading-halts">["items"][number];

const filterDefaults = { state: "active" };
const states = ["active", "all"] as const;

/** What is stopped, by whom and why; and the switch that stops it within a second. */
export default function HaltsScreen() {
  const t = useText("halts");
  const [{ state }, change] = useAddress(filterDefaults);
  const [resuming, setResuming] = useState<Row | null>(null);
  const [renewing, setRenewing] = useState<Row | null>(null);
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
          columns={useColumns({ resume: setResuming, renew: setRenewing })}
          rowKey={(row) => row.id}
          empty={t(state === "active" ? "empty" : "never")}
        />
      </ListFrame>
      {renewing !== null && <RenewDialog halt={renewing} onClose={() => setRenewing(null)} />}
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

function closingOf({ takes_orders, closing_allowed: isAllowed }: Row) {
  if (takes_orders) return "closing_limits";
  return isAllowed ? "closing_yes" : "closing_no";
}

type Acts = { resume: (row: Row) => void; renew: (row: Row) => void };

function useColumns({ resume, renew }: Acts): Column<Row>[] {
  const t = useText("halts");
  const lock = useLock()("halt_trading");
  return [
    { key: "what", head: t("what"), cell: (row) => <strong>{haltedThing(row)}</strong> },
    {
      key: "closing",
      head: t("closing"),
      wrap: true,
      cell: (row) => t(closingOf(row)),
    },
    {
      key: "reason",
      head: t("reason"),
      grow: true,
      cell: (row) => (
        <GivenReason reason={{ code: row.reason, words: row.texts?.[language()] ?? "" }} />
      ),
    },
    { key: "at", head: t("halted_at"), wrap: true, cell: (row) => <At iso={row.halted_at} /> },
    {
      key: "until",
      head: t("until"),
      wrap: true,
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
      wrap: true,
      cell: (row) =>
        row.resumed_at === null ? (
          <Badge tone="bad">{t("is_halted")}</Badge>
        ) : (
          <>
            <Badge tone="quiet">
              {t(row.resumed_by === null ? "ended_by_itself" : "was_resumed")}
            </Badge>{" "}
            <At iso={row.resumed_at} />
          </>
        ),
    },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (row) =>
        row.resumed_at === null && (
          <>
            {isWide(row) && (
              <Button look="plain" locked={lock} onClick={() => renew(row)}>
                {t("renew")}
              </Button>
            )}
            <Button look="plain" locked={lock} onClick={() => resume(row)}>
              {t("resume")}
            </Button>
          </>
        ),
    },
  ];
}

/** What an operator halted with an end by the rules, and two can let hold on. */
function isWide({ code, closing_allowed: closingAllowed, halted_by }: Row): boolean {
  return halted_by !== null && isWideHalt({ code, closingAllowed });
}

function RenewDialog({ halt, onClose }: { halt: Row; onClose: () => void }) {
  const t = useText("halts");
  const queue = useText("queue");
  const [hours, setHours] = useState<Hours>(hoursOffered[0]);
  const [reason, setReason] = useState<ReasonChoice>(noReason);
  const { busy, refused, setRefused, submit } = useForm<"ends" | "reason">();
  const renew = () => {
    if (reason.code === "") return setRefused({ reason: queue("reason_needed") });
    return submit({
      send: () =>
        send("/api/ops/trading-halts/:id/renew", {
          id: halt.id,
          ends_in_minutes: Number(hours) * 60,
          reason: reason.code,
        }),
      fieldByCode: { ...codeRefusals, halt_too_long: "ends" },
      fields: ["ends", "reason"],
      done: async () => {
        await refresh("/api/ops/trading-halts", "/api/ops/proposals");
        toast(t("halt_proposed"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t("renew_title", { what: haltedThing(halt) })}
      submit={t("renew")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void renew()}
    >
      <SelectField
        label={t("ends")}
        hint={t("renew_note")}
        value={hours}
        onChange={setHours}
        options={hoursOffered.map((value) => ({ value, label: t("ends_hours", { hours: value }) }))}
        refusal={refused.ends}
      />
      <CodeField
        isPublic
        codes={reasonCodes.halts}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
    </FormDialog>
  );
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
