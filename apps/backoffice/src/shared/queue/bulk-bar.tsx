import type { ReviewItem } from "@sanshi/contract";
import { useState, type ReactNode } from "react";
import { Button } from "../kit/button.tsx";
import type { Selection } from "../kit/table.tsx";
import { useLock } from "../may.ts";
import { useMe } from "../session.ts";
import { useText } from "../text.ts";
import { BulkClaimDialog, BulkHandOverDialog } from "./bulk-assigning.tsx";
import { BulkApproveDialog, BulkRejectDialog } from "./bulk-deciding.tsx";
import { bulkMax } from "./bulk.ts";
import { nameOfCase } from "./case-name.ts";
import { isWaiting, type Queue } from "./queue.ts";
import styles from "./queue.module.css";
import { refreshQueue } from "./refresh-queue.ts";

const dialogs = {
  claim: BulkClaimDialog,
  hand_over: BulkHandOverDialog,
  reject: BulkRejectDialog,
  approve: BulkApproveDialog,
} as const;
type Act = keyof typeof dialogs;

type Bulk<Item> = {
  selection: Selection<Item>;
  /** Under the list while something is chosen. */
  bar: ReactNode | undefined;
  dialog: ReactNode;
};

/** What can be done with several cases: with each what can be done with it alone, and nothing more. */
export function useBulk<Item extends ReviewItem, Case extends Item>(
  queue: Queue<Item, Case>,
  rows: readonly Item[],
): Bulk<Item> {
  const me = useMe();
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  // What was decided leaves the list, and its dialog tells of it still.
  const [open, setOpen] = useState<{ act: Act; chosen: readonly Item[] } | null>(null);
  const chosen = rows.filter((row) => keys.has(row.id) && isWaiting(row.state));
  const Dialog = open === null ? null : dialogs[open.act];
  const clear = () => setKeys(new Set());
  return {
    selection: {
      chosen: keys,
      onChange: setKeys,
      nameOf: nameOfCase,
      offers: (row) => isWaiting(row.state),
    },
    bar:
      chosen.length === 0 ? undefined : (
        <Bar
          queue={queue}
          count={chosen.length}
          onClear={clear}
          onAct={(act) => setOpen({ act, chosen })}
        />
      ),
    dialog: Dialog !== null && open !== null && (
      <Dialog
        queue={queue}
        chosen={open.chosen}
        me={me}
        onChanged={() => {
          clear();
          return refreshQueue(queue);
        }}
        onClose={() => setOpen(null)}
      />
    ),
  };
}

type BarProps<Item extends ReviewItem, Case extends Item> = {
  queue: Queue<Item, Case>;
  count: number;
  onClear: () => void;
  onAct: (act: Act) => void;
};

function Bar<Item extends ReviewItem, Case extends Item>(props: BarProps<Item, Case>) {
  const { queue, count, onClear, onAct } = props;
  const t = useText("queue");
  const lock = useLock();
  const tooMany = count > bulkMax ? t("bulk_too_many", { count: bulkMax }) : null;
  const locked = lock(queue.decide) ?? tooMany;
  return (
    <div className={styles["bulk"]} role="group" aria-label={t("bulk")}>
      <span aria-live="polite">{t("bulk_chosen", { count })}</span>
      <Button look="plain" onClick={onClear}>
        {t("bulk_clear")}
      </Button>
      <span className={styles["room"]} />
      <Button locked={locked} onClick={() => onAct("claim")}>
        {t("claim")}
      </Button>
      <Button locked={lock("hand_over_cases") ?? locked} onClick={() => onAct("hand_over")}>
        {t("hand_over")}
      </Button>
      <Button look="danger" locked={locked} onClick={() => onAct("reject")}>
        {t("reject")}
      </Button>
      {queue.bulkApproval === true && (
        <Button look="primary" locked={locked} onClick={() => onAct("approve")}>
          {t("approve")}
        </Button>
      )}
    </div>
  );
}
