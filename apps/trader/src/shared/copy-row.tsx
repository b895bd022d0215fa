import { Icon } from "@sanshi/ui";
import styles from "./copy-row.module.css";
import { useText } from "./text.ts";
import { toast } from "./toast.ts";

type CopyRowProps = { name: string; value: string; note?: string };

/** A fact to be typed elsewhere, with a button that copies it. */
export function CopyRow({ name, value, note }: CopyRowProps) {
  return (
    <div className={styles["row"]}>
      <div>
        <p className={styles["name"]}>{name}</p>
        <p className={styles["value"]}>{value}</p>
        {note !== undefined && <p className={styles["name"]}>{note}</p>}
      </div>
      <CopyButton name={name} value={value} />
    </div>
  );
}

/** Copies what stands beside it, and says whether it did. */
export function CopyButton({ name, value }: Pick<CopyRowProps, "name" | "value">) {
  const t = useText("shell");
  const copy = async () => {
    // Only secure pages may write to the clipboard; on others the text can still be selected.
    const copied = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    );
    toast(copied === true ? t("copied", { name }) : t("copy_failed"));
  };
  return (
    <button
      type="button"
      className={styles["copy"]}
      aria-label={t("copy", { name })}
      onClick={() => void copy()}
    >
      <Icon name="copy" size={20} />
    </button>
  );
}
