import type { Output } from "../../../shared/calls.ts";
import { Pane } from "../../../shared/kit/pane.tsx";
import { Facts } from "../../../shared/kit/panel.tsx";
import { useText } from "../../../shared/text.ts";
import { showDateTimeExactly } from "../../../shared/times.ts";
import styles from "./audit.module.css";
import { OutcomeBadge } from "./outcome-badge.tsx";

export type Entry = Output<"/api/ops/audit">["items"][number];

/** One line of the log in full; what was sent is text, whatever it looks like. */
export function AuditEntry({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useText("audit");
  const shell = useText("shell");
  const role = useText("roles");
  return (
    <Pane
      title={t("entry", { number: entry.number })}
      aside={<OutcomeBadge outcome={entry.outcome} />}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: t("at"), value: showDateTimeExactly(entry.at) },
          { name: t("operator"), value: entry.operator ?? t("nobody") },
          entry.role === null ? null : { name: shell("role"), value: role(entry.role) },
          { name: t("address"), value: <span className="mono">{entry.address}</span> },
          {
            name: t("call"),
            value: <span className="mono">{`${entry.method} ${entry.path}`}</span>,
          },
          { name: t("subject"), value: entry.subject === "" ? "–" : entry.subject },
          {
            name: t("hash"),
            value: <span className={`mono ${styles["hash"] ?? ""}`}>{entry.hash}</span>,
          },
        ]}
      />
      <pre className={styles["details"]}>{JSON.stringify(entry.details, null, 2)}</pre>
    </Pane>
  );
}
