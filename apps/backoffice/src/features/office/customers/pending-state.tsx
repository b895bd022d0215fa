import { link, paths } from "../../../app/paths.ts";
import { Notice } from "../../../shared/kit/panel.tsx";
import { Deadline } from "../../../shared/kit/time.tsx";
import { useText } from "../../../shared/text.ts";
import type { Customer } from "./customer.ts";
import styles from "./customer.module.css";

/** A change of state that waits for a second operator. */
export function PendingState({ customer }: { customer: Customer }) {
  const t = useText("customers");
  const words = useText("words");
  const { pending } = customer;
  if (pending === null) return null;
  return (
    <div className={styles["notice"]}>
      <Notice tone="warn">
        <span className={styles["pending"]}>
          <span>
            {t("pending_state", {
              operator: pending.proposed_by.email,
              state: words(`state_${pending.state}`),
            })}
          </span>
          <Deadline from={pending.proposed_at} until={pending.expires_at} />
          <a href={link(paths.proposal(pending.proposal_id))}>{t("see_proposal")}</a>
        </span>
      </Notice>
    </div>
  );
}
