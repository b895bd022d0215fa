import { useText } from "../../../shared/text.ts";
import styles from "./stock-chart.module.css";

/** Under candles with extended hours: what is shaded, and what does not count it. */
export default function ExtendedNote() {
  return <p className={styles["extendedNote"]}>{useText("chart")("extended_shaded")}</p>;
}
