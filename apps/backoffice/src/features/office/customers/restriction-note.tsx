import { Badge } from "../../../shared/kit/badge.tsx";
import { Facts, Panel } from "../../../shared/kit/panel.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { language } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import type { Customer } from "./customer.ts";
import styles from "./customer.module.css";

type Restriction = NonNullable<Customer["restriction"]>;

/** How the account is restricted: what the customer reads, and who it was. */
export function RestrictionNote({ restriction }: { restriction: Restriction }) {
  const t = useText("customers");
  const queue = useText("queue");
  const roles = useText("roles");
  const { reason, since, review_at, review_overdue, role, approved_role, by } = restriction;
  const until = restriction.closing_barred_until;
  const author = role === null ? t("by_customer") : `${by ?? ""} · ${roles(role)}`;
  return (
    <div className={styles["notice"]}>
      <Panel
        title={t("restriction")}
        aside={review_overdue && <Badge tone="bad">{t("review_overdue")}</Badge>}
      >
        <Facts
          facts={[
            { name: queue("reason"), value: reason[language()] },
            { name: t("restricted_by"), value: author },
            approved_role === null
              ? null
              : { name: t("approved_role"), value: roles(approved_role) },
            { name: t("since"), value: <At iso={since} /> },
            { name: t("review_at"), value: <At iso={review_at} /> },
            {
              name: t("closing_barred"),
              value: until === null ? t("closing_allowed") : <At iso={until} />,
            },
          ]}
        />
      </Panel>
    </div>
  );
}
