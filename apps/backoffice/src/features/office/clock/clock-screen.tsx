import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { Locked } from "../../../shared/kit/locked.tsx";
import { Notice, Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { useLock } from "../../../shared/may.ts";
import { queryClient } from "../../../shared/queries.ts";
import { setServerNow } from "@sanshi/web/server-clock";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { tick, useNow } from "../../../shared/ticking.ts";
import { showDateTimeExactly } from "../../../shared/times.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import styles from "./clock.module.css";
import { clockSteps, type ClockStep } from "./clock-steps.ts";

/** The clock that timers, sessions and prices of a simulated instance follow: forward only. */
export default function ClockScreen() {
  const t = useText("clock");
  const me = useMe();
  const lock = useLock()("move_clock");
  const [step, setStep] = useState<ClockStep | null>(null);
  const now = useNow();
  if (!me.simulated) {
    return (
      <Page title={t("title")}>
        <Locked reason={t("simulated_only")} />
      </Page>
    );
  }
  return (
    <Page title={t("title")}>
      <Panel title={t("now")}>
        <p className={styles["now"]}>{showDateTimeExactly(new Date(now).toISOString())}</p>
        <Notice tone="info">{t("note")}</Notice>
        <p className={styles["steps"]}>
          {clockSteps.map((one) => (
            <Button key={one.name} locked={lock} onClick={() => setStep(one)}>
              {t(one.name)}
            </Button>
          ))}
        </p>
      </Panel>
      {step !== null && <StepDialog step={step} onClose={() => setStep(null)} />}
    </Page>
  );
}

function StepDialog({ step, onClose }: { step: ClockStep; onClose: () => void }) {
  const t = useText("clock");
  const { busy, refused, submit } = useForm();
  const move = () =>
    submit({
      send: () => send("/api/ops/simulation/clock", { advance_seconds: step.seconds }),
      done: async ({ now }) => {
        setServerNow(Date.parse(now));
        tick();
        await queryClient.invalidateQueries();
        toast(t("moved", { time: showDateTimeExactly(now) }));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("question", { step: t(step.name) })}
      submit={t(step.name)}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void move()}
    >
      <p>{t("warning")}</p>
    </FormDialog>
  );
}
