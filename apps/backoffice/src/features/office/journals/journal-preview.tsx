import { addMinor, formatMinor, parseMinor, zeroMinor } from "@sanshi/money";
import { Amount } from "@sanshi/ui";
import type { Output } from "../../../shared/calls.ts";
import { CustomerStateBadge } from "../../../shared/customer-states.tsx";
import { useText } from "../../../shared/text.ts";
import { balance, type JournalDraft } from "./journal-draft.ts";
import styles from "./journals.module.css";
import { PostingTable } from "./posting-table.tsx";

type Customer = Output<"/api/ops/customers/:account">;
type JournalPreviewProps = { draft: JournalDraft; customer: Customer | null };

/** What would be booked, and the customer's balance before and after it. */
export function JournalPreview({ draft, customer }: JournalPreviewProps) {
  const t = useText("journals");
  const balanced = balance(draft);
  const available = customer?.balances.find(
    (row) => row.purpose === "available" && row.currency === draft.currency,
  );
  const before = parseMinor(available?.balance ?? "", draft.currency);
  const after = before === null ? null : addMinor(before, balanced?.customer ?? zeroMinor);
  return (
    <div className={styles["preview"]}>
      <h3>{t("preview")}</h3>
      {balanced === null ? (
        <p className="muted">{t("preview_empty")}</p>
      ) : (
        <PostingTable postings={[...balanced.postings]} currency={draft.currency} />
      )}
      {customer !== null && (
        <p className={styles["effect"]}>
          <span>
            {customer.account} <CustomerStateBadge state={customer.state} />
          </span>
        </p>
      )}
      {before !== null && after !== null && (
        <p className={styles["effect"]}>
          <span>{t("available_after")}</span>
          <span>
            <Amount value={formatMinor(before, draft.currency)} /> →{" "}
            <strong>
              <Amount value={formatMinor(after, draft.currency)} currency={draft.currency} />
            </strong>
          </span>
        </p>
      )}
    </div>
  );
}
