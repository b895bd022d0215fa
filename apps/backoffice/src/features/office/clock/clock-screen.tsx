import { useState } from "react";
import type { CustomerDeadline } from "@sanshi/contract";
import { link, paths } from "../../../app/paths.ts";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { Locked } from "../../../shared/kit/locked.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Facts, Notice, Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { At, SpanOf } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { queryClient, useCall } from "../../../shared/queries.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { tick } from "../../../shared/ticking.ts";
import { showDateTimeExactly } from "../../../shared/times.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { clockSteps } from "./clock-steps.ts";
import styles from "./clock.module.css";

type Clocks = Output<"/api/ops/simulation/clock/state">;
type Deadline = { kind: CustomerDeadline; at: string };

/** A step of the list, or the way to a customer's next deadline. */
type Step = { words: string } & ({ seconds: number } | { to: string });

const readAgainMs = 2_000;

/** The clock that timers and prices of a simulated instance follow: forward only. */
export default function ClockScreen() {
  const t = useText("clock");
  const { simulated } = useMe();
  return (
    <Page title={t("title")}>
      {simulated ? <Clock /> : <Locked reason={t("simulated_only")} />}
    </Page>
  );
}

function Clock() {
  const t = useText("clock");
  const lock = useLock()("move_clock");
  const query = useCall("/api/ops/simulation/clock/state", {}, { refetchInterval: readAgainMs });
  const [step, setStep] = useState<Step | null>(null);
  const clocks = query.data;
  if (clocks === undefined) {
    return query.isError && <Failed error={query.error} onRetry={() => void query.refetch()} />;
  }
  const locked = lock ?? (clocks.pending === null ? null : t("pending_locked"));
  return (
    <>
      <Panel title={t("now")}>
        <p className={styles["now"]}>{showDateTimeExactly(clocks.now)}</p>
        <Facts facts={[{ name: t("real_now"), value: showDateTimeExactly(clocks.real_now) }]} />
        <Notice tone="info">{t("note")}</Notice>
        {clocks.pending === null ? null : <Pending pending={clocks.pending} />}
        <p className={styles["steps"]}>
          {clockSteps.map(({ name, seconds }) => (
            <Button key={name} locked={locked} onClick={() => setStep({ words: t(name), seconds })}>
              {t(name)}
            </Button>
          ))}
        </p>
      </Panel>
      <Deadlines clocks={clocks} locked={locked} onStep={setStep} />
      {step !== null && <StepDialog step={step} clocks={clocks} onClose={() => setStep(null)} />}
    </>
  );
}

function Pending({ pending }: { pending: NonNullable<Clocks["pending"]> }) {
  const t = useText("clock");
  const words = { to: showDateTimeExactly(pending.to), from: showDateTimeExactly(pending.from) };
  return (
    <Notice tone="warn">
      {t("pending", { ...words, by: pending.proposed_by.email })}{" "}
      <a href={link(paths.proposal(pending.proposal_id))}>
        <Badge tone="waits">{t("open_proposal")}</Badge>
      </a>
    </Notice>
  );
}

function Deadlines({
  clocks: { now, deadlines },
  locked,
  onStep,
}: {
  clocks: Clocks;
  locked: string | null;
  onStep: (step: Step) => void;
}) {
  const t = useText("clock");
  const columns: Column<Deadline>[] = [
    { key: "kind", head: t("deadline"), grow: true, cell: (row) => t(`deadline_${row.kind}`) },
    { key: "at", head: t("deadline_at"), cell: (row) => <At iso={row.at} /> },
    {
      key: "left",
      head: t("deadline_left"),
      cell: (row) => <SpanOf milliseconds={Date.parse(row.at) - Date.parse(now)} />,
    },
    {
      key: "step",
      head: "",
      end: true,
      cell: (row) => {
        const words = t("until_deadline");
        return (
          <Button look="plain" locked={locked} onClick={() => onStep({ words, to: row.at })}>
            {words}
          </Button>
        );
      },
    },
  ];
  return (
    <Panel title={t("deadlines")} flush={deadlines.length > 0}>
      {deadlines.length === 0 ? (
        <p className="muted">{t("deadlines_none")}</p>
      ) : (
        <DataTable
          name={t("deadlines")}
          columns={columns}
          rows={deadlines}
          rowKey={(row) => row.kind}
        />
      )}
    </Panel>
  );
}

function StepDialog({
  step,
  clocks,
  onClose,
}: {
  step: Step;
  clocks: Clocks;
  onClose: () => void;
}) {
  const t = useText("clock");
  const { single_approval: isAlone } = useMe();
  const { busy, refused, submit } = useForm();
  const to =
    "to" in step ? step.to : new Date(Date.parse(clocks.now) + step.seconds * 1_000).toISOString();
  const passed = clocks.deadlines.filter(({ at }) => at < to);
  const move = () =>
    submit({
      send: () =>
        send(
          "/api/ops/simulation/clock",
          "to" in step ? { to: step.to } : { advance_seconds: step.seconds },
        ),
      done: async ({ now, state }) => {
        tick();
        await queryClient.invalidateQueries();
        toast(
          state === "approved" ? t("moved", { time: showDateTimeExactly(now) }) : t("proposed"),
        );
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("question", { step: step.words })}
      submit={isAlone ? step.words : t("propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void move()}
    >
      <p>{t(isAlone ? "warning" : "warning_two", { to: showDateTimeExactly(to) })}</p>
      {passed.length > 0 && (
        <Notice tone="warn">
          {t(isAlone ? "passes" : "passes_two", {
            what: passed.map(({ kind }) => t(`deadline_${kind}`)).join(" · "),
          })}
        </Notice>
      )}
    </FormDialog>
  );
}
