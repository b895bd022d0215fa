import { Button, classNames, Icon } from "@sanshi/ui";
import { useEffect, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useSession } from "../../../shared/session.ts";
import { stockSeenLast } from "../../../shared/stock-list/last-seen.ts";
import { readStored, writeStored } from "../../../shared/stored.ts";
import { useText } from "../../../shared/text.ts";
import { holdsAnything } from "./assets.ts";
import styles from "./first-steps-card.module.css";
import { decideFirstSteps, doneBy, firstSteps, type FirstStep } from "./first-steps.ts";
import { useAssets } from "./use-assets.ts";

/**
 * Leads a newcomer from finding a stock to seeing the position; goes when it is closed or done, and leaves its place to
 * what would stand there otherwise.
 */
export function FirstSteps({ otherwise = null }: { otherwise?: ReactNode }) {
  const t = useText("home");
  const { account } = useSession();
  const [stored, setStored] = useState(() => readStored("firstSteps"));
  const assets = useAssets();
  const seen = stockSeenLast();
  const navigate = useNavigate();
  const { step, taken, remember } = decideFirstSteps({
    stored,
    account,
    seenStock: seen !== null,
    holds: assets.data === undefined ? null : holdsAnything(assets.data),
  });
  const keep = (state: string) => {
    writeStored("firstSteps", state);
    setStored(state);
  };
  useEffect(() => {
    if (remember !== stored) keep(remember);
  }, [remember, stored]);
  if (step === null) return otherwise;
  const go = () => {
    if (step === 3) keep(doneBy(account));
    void navigate(placeOf(step, seen));
  };
  return (
    <section className={styles["card"]} aria-labelledby="first-steps">
      <h2 className={styles["title"]} id="first-steps">
        {t("first_steps")}
      </h2>
      <button
        type="button"
        className={styles["close"]}
        aria-label={t("close_first_steps")}
        onClick={() => keep(doneBy(account))}
      >
        <Icon name="close" size={20} />
      </button>
      <ol className={styles["steps"]}>
        {firstSteps.map((one) => (
          <li
            key={one}
            className={classNames(styles["step"], taken.includes(one) && styles["past"])}
            aria-current={one === step ? "step" : undefined}
          >
            <span className={styles["mark"]}>
              {taken.includes(one) ? <Icon name="check" size={16} /> : one}
            </span>
            {t(`first_step_${one}`)}
          </li>
        ))}
      </ol>
      <Button small wide onClick={go}>
        {t(`first_action_${step}`)}
      </Button>
    </section>
  );
}

function placeOf(step: FirstStep, seen: ReturnType<typeof stockSeenLast>): string {
  if (step === 3) return paths.positions();
  return step === 2 && seen !== null ? paths.stock(seen) : paths.search;
}
