import styles from "./more-button.module.css";

type MoreButtonProps = { text: string; open: boolean; onToggle: () => void };

/** The button that shows or hides what few orders need. */
export function MoreButton({ text, open, onToggle }: MoreButtonProps) {
  return (
    <button type="button" className={styles["more"]} aria-expanded={open} onClick={onToggle}>
      {text}
      <span className={styles["moreArrow"]} aria-hidden="true" />
    </button>
  );
}
