import type { ReviewItem } from "@sanshi/contract";
import { templatePlaces } from "@sanshi/contract/constants";
import { useEffect, useRef, useState } from "react";
import { Failed } from "../kit/paged-list.tsx";
import { Pane } from "../kit/pane.tsx";
import { Facts, Notice } from "../kit/panel.tsx";
import { SkeletonTable } from "../kit/skeleton-table.tsx";
import { At, Deadline } from "../kit/time.tsx";
import { useCall } from "../queries.ts";
import { GivenReason } from "../reasons.tsx";
import { useMe } from "../session.ts";
import { TemplateButton } from "../template-dialog.tsx";
import { useText } from "../text.ts";
import { DecisionBar } from "./decision-bar.tsx";
import { Comments } from "./comments.tsx";
import { isOutdated, isWaiting, type Queue } from "./queue.ts";
import styles from "./queue.module.css";
import { refreshQueue } from "./refresh-queue.ts";
import { ToldDialog } from "./told-dialog.tsx";
import { StateBadge } from "./shared-columns.tsx";

type CasePaneProps<Item extends ReviewItem, Case extends Item> = {
  id: string;
  queue: Queue<Item, Case>;
  /** As the list has it now, where it is among what the list shows. */
  row: Item | undefined;
  onClose: () => void;
};

/** One case beside its list: what it is about, how far it is, and what can be decided. */
export function CasePane<Item extends ReviewItem, Case extends Item>(
  props: CasePaneProps<Item, Case>,
) {
  const { id, queue, row, onClose } = props;
  const t = useText("shell");
  const me = useMe();
  const path = `/api/ops/${queue.name}/:id` as "/api/ops/proposals/:id";
  const query = useCall(path, { id });
  const one = query.data as unknown as Case | undefined;
  useReadAnew(one, row, query.refetch);
  // Kept here: the bar of a case that was decided is gone at once.
  const [told, setTold] = useState<string | null>(null);
  const changed = () => refreshQueue(queue);
  return (
    <Pane
      title={one === undefined ? t("loading") : queue.heading(one)}
      aside={one !== undefined && <StateBadge one={one} />}
      foot={
        one !== undefined &&
        isWaiting(one.state) && (
          <DecisionBar
            queue={queue}
            one={one}
            heading={queue.heading(one)}
            approvalLock={queue.approvalLock?.(one, me) ?? null}
            onChanged={changed}
            onTold={setTold}
          />
        )
      }
      onClose={onClose}
    >
      {one === undefined && query.isError && (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      )}
      {one === undefined && !query.isError && <SkeletonTable rows={5} />}
      {one !== undefined && (
        <>
          <PendingNotice one={one} />
          {queue.detail(one)}
          <Course one={one} />
          <Templates queue={queue.name} one={one} />
          <Comments queue={queue.name} id={one.id} />
        </>
      )}
      {told !== null && <ToldDialog text={told} onClose={() => setTold(null)} />}
    </Pane>
  );
}

/** Reads the case again when its row changes, and only then. */
function useReadAnew(
  one: ReviewItem | undefined,
  row: ReviewItem | undefined,
  readAnew: () => Promise<unknown>,
): void {
  const before = useRef(row);
  useEffect(() => {
    // The list hands over the same row until it was read again.
    if (row === before.current) return;
    if (one !== undefined && isOutdated(one, row, before.current)) void readAnew();
    before.current = row;
  }, [one, row, readAnew]);
}

/** The first decision of two, and how long it stands. */
function PendingNotice({ one }: { one: ReviewItem }) {
  const t = useText("queue");
  const { pending } = one;
  if (pending === null || !isWaiting(one.state)) return null;
  return (
    <Notice tone="info">
      <p className={styles["pending"]}>
        {t(pending.own ? "pending_own" : "pending_by", { operator: pending.proposed_by.email })}{" "}
        <Deadline from={pending.proposed_at} until={pending.expires_at} />
      </p>
    </Notice>
  );
}

/** What its customer can be sent at once: of a queue that has templates. */
function Templates({ queue, one }: { queue: string; one: ReviewItem }) {
  const place = templatePlaces.find((name) => name === queue);
  if (place === undefined || one.account === null) return null;
  return <TemplateButton account={one.account} place={place} record={one.id} />;
}

/** Who did what when, whether it has ended or not. */
function Course({ one }: { one: ReviewItem }) {
  const t = useText("queue");
  const { pending } = one;
  return (
    <Facts
      facts={[
        { name: t("submitted"), value: <At iso={one.submitted_at} /> },
        one.proposed_by && { name: t("proposed_by"), value: one.proposed_by.email },
        one.proposed_at === null
          ? null
          : { name: t("proposed_at"), value: <At iso={one.proposed_at} /> },
        pending && { name: t("expires"), value: <At iso={pending.expires_at} /> },
        pending !== null && pending.reason !== null
          ? { name: t("reason"), value: <GivenReason reason={pending.reason} /> }
          : null,
        pending !== null && pending.note !== "" ? { name: t("note"), value: pending.note } : null,
        one.claimed_by && { name: t("claimed_by"), value: one.claimed_by.email },
        one.decided_by && { name: t("decided_by"), value: one.decided_by.email },
        one.decided_at === null
          ? null
          : { name: t("decided_at"), value: <At iso={one.decided_at} /> },
        // Of a proposal that waits, its own reason stands above.
        one.decided_at === null || one.reason === null
          ? null
          : { name: t("decision_reason"), value: <GivenReason reason={one.reason} /> },
      ]}
    />
  );
}
