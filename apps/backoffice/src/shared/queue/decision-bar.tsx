import type { Decision, ReviewItem } from "@sanshi/contract";
import { useState, type ReactNode } from "react";
import { send } from "../api.ts";
import { Button } from "../kit/button.tsx";
import { PaneFoot, PaneRoom } from "../kit/pane.tsx";
import { useShortcuts } from "../keys.ts";
import { useLock } from "../may.ts";
import { useMe } from "../session.ts";
import { refusalText, useText } from "../text.ts";
import { toast } from "../toast.ts";
import { useForm } from "../use-form.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import { decisionLocks } from "./decision-locks.ts";
import { HandOverDialog } from "./hand-over-dialog.tsx";
import type { Queue } from "./queue.ts";

type DecisionBarProps = {
  queue: Pick<Queue<ReviewItem, ReviewItem>, "name" | "reasons" | "decide">;
  one: ReviewItem;
  heading: ReactNode;
  /** Why it cannot be approved, where that is not why it cannot be rejected. */
  approvalLock: string | null;
  onChanged: () => Promise<void>;
  /** What only whoever approved is told. */
  onTold: (told: string) => void;
};

/** Claim, approve, reject; each with its key, and with the reason where it cannot be done. */
export function DecisionBar(props: DecisionBarProps) {
  const { queue, one, heading, approvalLock, onChanged, onTold } = props;
  const t = useText("queue");
  const shell = useText("shell");
  const me = useMe();
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const [handing, setHanding] = useState(false);
  const locks = decisionLocks(one, me, queue.decide);
  const approve = locks.decide ?? approvalLock;
  const hand = useLock()("hand_over_cases") ?? locks.claim;
  const claim = useClaim(queue.name, one, onChanged);
  const orSay = (lock: string | null, act: () => void) => () =>
    lock === null ? act() : toast(lock);
  useShortcuts(shell("shortcuts_entry"), [
    { keys: "c", label: shell("key_claim"), run: orSay(locks.claim, claim.toggle) },
    { keys: "h", label: t("hand_over"), run: orSay(hand, () => setHanding(true)) },
    {
      keys: "a",
      label: shell("key_approve"),
      run: orSay(approve, () => setDeciding("approve")),
    },
    {
      keys: "r",
      label: shell("key_reject"),
      run: orSay(locks.decide, () => setDeciding("reject")),
    },
  ]);
  return (
    <PaneFoot>
      <Button keys="c" busy={claim.busy} locked={locks.claim} onClick={claim.toggle}>
        {claim.mine ? t("release") : t("claim")}
      </Button>
      <Button keys="h" locked={hand} onClick={() => setHanding(true)}>
        {t("hand_over")}
      </Button>
      {one.pending?.own === true && (
        <WithdrawButton proposal={one.pending.proposal_id} onDone={onChanged} />
      )}
      <PaneRoom />
      <Button keys="r" look="danger" locked={locks.decide} onClick={() => setDeciding("reject")}>
        {t("reject")}
      </Button>
      <Button keys="a" look="primary" locked={approve} onClick={() => setDeciding("approve")}>
        {t("approve")}
      </Button>
      {handing && (
        <HandOverDialog
          queue={queue.name}
          id={one.id}
          onClose={() => setHanding(false)}
          onDone={onChanged}
        />
      )}
      {deciding !== null && (
        <DecisionDialog
          queue={queue.name}
          reasons={queue.reasons}
          one={one}
          heading={heading}
          decision={deciding}
          onClose={() => setDeciding(null)}
          onDecided={(told) => {
            if (told !== null) onTold(told);
            return onChanged();
          }}
        />
      )}
    </PaneFoot>
  );
}

function useClaim(queue: string, one: ReviewItem, onChanged: () => Promise<void>) {
  const me = useMe();
  const { busy, submit } = useForm();
  const mine = one.claimed_by?.id === me.id;
  const toggle = () => {
    const path = `/api/ops/${queue}/:id/${mine ? "release" : "claim"}`;
    void submit({
      send: () => send(path as "/api/ops/proposals/:id/claim", { id: one.id }),
      done: onChanged,
    }).then((asked) => {
      if (asked?.ok === false) toast(refusalText(asked.refusal));
    });
  };
  return { busy, mine, toggle };
}

function WithdrawButton({ proposal, onDone }: { proposal: string; onDone: () => Promise<void> }) {
  const t = useText("queue");
  const { busy, submit } = useForm();
  const withdraw = async () => {
    const asked = await submit({
      send: () => send("/api/ops/proposals/:id/withdraw", { id: proposal }),
      done: onDone,
    });
    toast(asked?.ok === false ? refusalText(asked.refusal) : t("done_cancelled"));
  };
  return (
    <Button busy={busy} onClick={() => void withdraw()}>
      {t("withdraw")}
    </Button>
  );
}
