import type { ReviewItem } from "@sanshi/contract";
import { Badge } from "../kit/badge.tsx";
import type { Column } from "../kit/table.tsx";
import { At, Deadline } from "../kit/time.tsx";
import { textOf } from "../text.ts";
import { isWaiting, stateTones } from "./queue.ts";

/** What every queue shows of a case: its clock, who works on it, how it stands. */
export function sharedColumns<Item extends ReviewItem>(): Column<Item>[] {
  const t = textOf("queue");
  return [
    {
      key: "submitted",
      head: t("submitted"),
      wide: true,
      order: { ascending: "oldest", descending: "newest" },
      cell: (row) => <At iso={row.submitted_at} />,
    },
    {
      key: "clock",
      head: t("clock"),
      order: { ascending: "due" },
      cell: (row) => <Clock one={row} />,
    },
    {
      key: "claimed",
      head: t("claimed_by"),
      wide: true,
      clip: true,
      cell: (row) => row.claimed_by?.email ?? <span className="muted">–</span>,
    },
    { key: "state", head: t("state"), wide: true, cell: (row) => <StateBadge one={row} /> },
  ];
}

export function StateBadge({ one }: { one: Pick<ReviewItem, "state"> }) {
  return <Badge tone={stateTones[one.state]}>{textOf("queue")(`state_${one.state}`)}</Badge>;
}

/** What is left until it is due or expires; of a case that has ended, when that was. */
export function Clock({ one }: { one: ReviewItem }) {
  if (!isWaiting(one.state)) return <At iso={one.decided_at} />;
  const until = one.due_at ?? one.pending?.expires_at;
  if (until === undefined) return <span className="muted">–</span>;
  return <Deadline from={one.submitted_at} until={until} />;
}
