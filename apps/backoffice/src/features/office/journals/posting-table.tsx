import { Amount, SignedAmount } from "@sanshi/ui";
import type { Currency } from "@sanshi/money";
import { useText } from "../../../shared/text.ts";
import type { JournalInput } from "./journal-draft.ts";
import styles from "./journals.module.css";

type PostingTableProps = { postings: JournalInput["postings"]; currency: Currency };

/** Both sides of a journal, and that they sum to zero. */
export function PostingTable({ postings, currency }: PostingTableProps) {
  const t = useText("journals");
  const words = useText("words");
  return (
    <table className={styles["postings"]}>
      <tbody>
        {postings.map(({ owner, purpose, amount }) => (
          <tr key={`${owner} ${purpose}`}>
            <th scope="row">
              <span className="muted">{t(owner)}</span> {words(`purpose_${purpose}`)}
            </th>
            <td>
              <SignedAmount value={amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("sum")}</th>
          <td>
            <Amount value="0" currency={currency} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
