import { Fitted } from "@sanshi/ui";
import { useText } from "../../../../shared/text.ts";
import styles from "./heat-map.module.css";
import { stepsFrom, type Step } from "./sectors.ts";

const [, first, second] = stepsFrom;
const shades: readonly (readonly [Step, string])[] = [
  ["down-3", `−${second}%`],
  ["down-2", `−${first}%`],
  ["down-1", "−"],
  ["flat", "0%"],
  ["up-1", "+"],
  ["up-2", `+${first}%`],
  ["up-3", `+${second}%`],
];

const longest = Math.max(...shades.map(([, label]) => label.length));

/** From which move on which shade stands. */
export function Legend() {
  const t = useText("marketTools");
  return (
    <div className={styles["legend"]}>
      <span>{t("map_area")}</span>
      <span className={styles["shades"]}>
        {shades.map(([step, label]) => (
          <span key={step} className={styles["shade"]} data-step={step}>
            <Fitted characters={longest}>{label}</Fitted>
          </span>
        ))}
      </span>
    </div>
  );
}
