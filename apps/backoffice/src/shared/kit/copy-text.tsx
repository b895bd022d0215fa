import { useText } from "../text.ts";
import { toast } from "../toast.ts";
import { IconButton } from "./button.tsx";
import styles from "./copy-text.module.css";

/** A code that is needed elsewhere, with a button that copies it. */
export function CopyText({ text }: { text: string }) {
  const t = useText("shell");
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  };
  return (
    <span className={styles["copy"]}>
      <span className="mono">{text}</span>
      {/* Plain http on another machine has no clipboard. */}
      {navigator.clipboard !== undefined && (
        <IconButton icon="copy" label={t("copy")} onClick={() => void copy()} />
      )}
    </span>
  );
}
