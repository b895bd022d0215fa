import styles from "./upload-bar.module.css";

/** How much has been sent, 0 to 1; nothing where nothing is being sent. */
export function UploadBar({ label, share }: { label: string; share: number | null }) {
  if (share === null) return null;
  return (
    <label className={styles["upload"]}>
      <span>{label}</span>
      <progress value={share} max={1} />
    </label>
  );
}
