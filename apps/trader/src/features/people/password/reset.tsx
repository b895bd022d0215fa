import { Button } from "@sanshi/ui";
import { useState } from "react";
import { askOnce } from "../../../shared/ask-once.ts";
import { ConfirmSheet } from "../../../shared/confirm-sheet.tsx";
import formStyles from "../../../shared/form.module.css";
import { loginPasswordResetHours } from "@sanshi/contract/constants";
import { refresh, useCall } from "../../../shared/queries.ts";
import { StopReset } from "../../../shared/stop-reset.tsx";
import { useText } from "../../../shared/text.ts";
import { showDateTime } from "../../../shared/times.ts";
import { toast } from "../../../shared/toast.ts";
import styles from "./password.module.css";

/** A reset of a forgotten password that is under way, whoever asked for it, and the way to stop it. */
export function Reset() {
  const t = useText("password");
  const known = useCall("/user/login-password-reset", {}, { quiet: true, staleTime: 0 });
  const [asks, setAsks] = useState(false);
  const reset = known.data?.reset ?? null;
  return (
    <>
      {reset !== null && <Card reset={reset} onCancel={() => setAsks(true)} />}
      <ConfirmSheet
        open={asks && reset !== null}
        onClose={() => setAsks(false)}
        title={t("reset_cancel")}
        question={t("reset_cancel_question", { hours: loginPasswordResetHours })}
        action={t("reset_cancel")}
        confirm={() => askOnce("/user/cancel-login-password-reset", {})}
        onDone={() => {
          toast(t("reset_cancelled"));
          void refresh("/user/login-password-reset");
        }}
      />
    </>
  );
}

type CardProps = {
  reset: { requested_at: string; due_at: string | null; expires_at: string };
  onCancel: () => void;
};

function Card({ reset, onCancel }: CardProps) {
  const t = useText("password");
  const { requested_at: askedAt, due_at: dueAt, expires_at: until } = reset;
  return (
    <div className={styles["form"]}>
      <section className={formStyles["card"]} aria-label={t("reset_title")}>
        <p className={formStyles["hero"]}>
          <small>{t(dueAt === null ? "reset_asked_at" : "reset_due_at")}</small>
          <time dateTime={dueAt ?? askedAt}>{showDateTime(dueAt ?? askedAt)}</time>
        </p>
        <p className={formStyles["note"]}>
          {dueAt === null
            ? t("reset_asked", { hours: loginPasswordResetHours })
            : t("reset_waiting", { until: showDateTime(until) })}
        </p>
        <p className={formStyles["notice"]}>{t("reset_not_you")}</p>
        {dueAt !== null && <StopReset />}
        <Button look="quiet" wide onClick={onCancel}>
          {t("reset_cancel")}
        </Button>
      </section>
    </div>
  );
}
