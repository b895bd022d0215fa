import type { Decision, ReviewItem } from "@sanshi/contract";
import { reasonCodes, reasonLengthMax } from "@sanshi/contract/reason-codes";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { send } from "../api.ts";
import type { Output } from "../calls.ts";
import { TextArea } from "../kit/fields.tsx";
import { Notice } from "../kit/panel.tsx";
import { SkeletonTable } from "../kit/skeleton-table.tsx";
import { useCall } from "../queries.ts";
import { InsideReasonField, ReasonField, noReason, type ReasonChoice } from "../reasons.tsx";
import { isBetweenOperators, reasonFor } from "./decision-dialog.tsx";
import { refusalText, useText } from "../text.ts";
import { sortOut } from "./bulk.ts";
import { BulkDialog, type BulkProps } from "./bulk-run.tsx";
import { nameOfCase } from "./case-name.ts";
import styles from "./queue.module.css";
import type { Queue } from "./queue.ts";

type Decided = Output<"/api/ops/proposals/:id/decision">;

/** The same reason for each: every customer whom it is about reads it. */
export function BulkRejectDialog<Item extends ReviewItem, Case extends Item>(
  props: BulkProps<Item, Case>,
) {
  const { queue, chosen, me, onChanged, onClose } = props;
  const t = useText("queue");
  const said = useSaid();
  const [reason, setReason] = useState<ReasonChoice>(noReason);
  const [note, setNote] = useState("");
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const isInside = isBetweenOperators(queue.name);
  const Field = isInside ? InsideReasonField : ReasonField;
  const given = reasonFor(reason, isInside);
  const ready = () => {
    setRefusal(given === null ? t("reason_needed") : undefined);
    return given !== null;
  };
  return (
    <BulkDialog
      title={t("bulk_reject_title", { count: chosen.length })}
      submit={t("reject")}
      look="danger"
      nameOf={nameOfCase}
      {...sortOut(queue, chosen, me, "decide")}
      ready={ready}
      act={(one) => decide(queue, one.id, "reject", note, given)}
      said={said}
      onChanged={onChanged}
      onClose={onClose}
    >
      <Notice tone="info">{t("bulk_decide_note")}</Notice>
      <Field
        codes={reasonCodes[queue.reasons]}
        value={reason}
        onChange={setReason}
        refusal={refusal}
      />
      <Note note={note} onChange={setNote} />
    </BulkDialog>
  );
}

/**
 * Each case stands there whole before anything can be approved: the second pair of eyes has seen what it
 * approves. Every look is recorded, as is that of a case that is opened by itself.
 */
export function BulkApproveDialog<Item extends ReviewItem, Case extends Item>(
  props: BulkProps<Item, Case>,
) {
  const { queue, chosen, me, onChanged, onClose } = props;
  const t = useText("queue");
  const said = useSaid();
  const [note, setNote] = useState("");
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const { open, left } = sortOut(queue, chosen, me, "decide", (one) =>
    // Of a case that is not read yet the list knows enough for what keeps a role from approving it.
    queue.approvalLock === undefined ? null : queue.approvalLock(one as Case, me),
  );
  const unseen = open.filter(({ id }) => !seen.has(id)).length;
  return (
    <BulkDialog
      title={t("bulk_approve_title", { count: chosen.length })}
      submit={t("approve")}
      nameOf={nameOfCase}
      open={open}
      left={left}
      ready={() => true}
      locked={unseen === 0 ? null : t("bulk_unseen", { count: unseen })}
      act={(one) => decide(queue, one.id, "approve", note, null)}
      said={said}
      onChanged={onChanged}
      onClose={onClose}
    >
      <Notice tone="info">{t("bulk_decide_note")}</Notice>
      {open.map((one) => (
        <CaseToSee
          key={one.id}
          queue={queue}
          one={one}
          isSeen={seen.has(one.id)}
          onSeen={() => setSeen((before) => new Set([...before, one.id]))}
        />
      ))}
      <Note note={note} onChange={setNote} />
    </BulkDialog>
  );
}

function CaseToSee<Item extends ReviewItem, Case extends Item>(props: {
  queue: Queue<Item, Case>;
  one: Item;
  isSeen: boolean;
  onSeen: () => void;
}) {
  const { queue, one, isSeen, onSeen } = props;
  const t = useText("queue");
  const [open, setOpen] = useState(false);
  return (
    <details className={styles["toSee"]} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {nameOfCase(one)}
        <span className="muted">{t(isSeen ? "bulk_seen" : "bulk_look")}</span>
      </summary>
      {open && <WholeCase queue={queue} id={one.id} onSeen={onSeen} />}
    </details>
  );
}

function WholeCase<Item extends ReviewItem, Case extends Item>(props: {
  queue: Queue<Item, Case>;
  id: string;
  onSeen: () => void;
}) {
  const { queue, id, onSeen } = props;
  const path = `/api/ops/${queue.name}/:id` as "/api/ops/proposals/:id";
  const query = useCall(path, { id });
  const one = query.data as unknown as Case | undefined;
  const isShown = one !== undefined;
  const tell = useRef(onSeen);
  tell.current = onSeen;
  useEffect(() => {
    if (isShown) tell.current();
  }, [isShown]);
  if (one === undefined) {
    return query.isError ? <p>{query.error.message}</p> : <SkeletonTable rows={2} />;
  }
  return (
    <div>
      <p>
        <strong>{queue.heading(one)}</strong>
      </p>
      {queue.detail(one)}
    </div>
  );
}

function Note({ note, onChange }: { note: string; onChange: (note: string) => void }) {
  const t = useText("queue");
  return (
    <TextArea
      label={t("note")}
      hint={t("note_hint")}
      maxLength={reasonLengthMax}
      value={note}
      onChange={onChange}
    />
  );
}

function decide<Item extends ReviewItem, Case extends Item>(
  queue: Queue<Item, Case>,
  id: string,
  decision: Decision,
  note: string,
  given: ReturnType<typeof reasonFor>,
) {
  return send(`/api/ops/${queue.name}/:id/decision` as "/api/ops/proposals/:id/decision", {
    id,
    decision,
    ...given,
    ...(note.trim() !== "" && { note: note.trim() }),
  });
}

/** What became of a decision; what only whoever approved is told stands with it, this once. */
function useSaid(): (decided: Decided) => ReactNode {
  const t = useText("queue");
  return ({ state, told, refusal }) => (
    <>
      {t(`done_${state}`)}
      {refusal !== undefined && `: ${refusalText(refusal as Parameters<typeof refusalText>[0])}`}
      {told !== undefined && (
        <>
          {" "}
          {t("told_title")}: <span className="mono">{told}</span>
        </>
      )}
    </>
  );
}
