import { useText } from "../text.ts";
import styles from "./difference.module.css";

export type Change = { key: string; name: string; before: string | null; after: string | null };

/** What would change: before and after, line by line; what stays is said once. */
export function Difference({ changes }: { changes: readonly Change[] }) {
  const t = useText("shell");
  const hasBefore = changes.some(({ before }) => before !== null);
  return (
    <table className={styles["table"]}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t("field")}</span>
          </th>
          {hasBefore && <th scope="col">{t("before")}</th>}
          <th scope="col">{t("after")}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ key, name, before, after }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {hasBefore && (
              <td>{before === null || before === after ? before : <del>{before}</del>}</td>
            )}
            <td>{after === null || before === after ? after : <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
