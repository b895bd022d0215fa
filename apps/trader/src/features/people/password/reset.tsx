import { Button } from "@sanshi/ui";
import { useState } from "react";
import { askOnce } from "../../../shared/ask-once.ts";
import { ConfirmSheet } from "../../../shared/confirm-sheet.tsx";
import formStyles from "../../../shared/form.module.css";
import { factorResetHours, loginPasswordResetHours } from "@sanshi/contract/constants";
import { refresh, useCall } from "../../../shared/queries.ts";
import { StopReset } from "../../../shared/stop-reset.tsx";
import { useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { toast } from "../../../shared/toast.ts";
import styles from "./password.module.css";

/** What differs between a forgotten password and second factors that are all lost. */
const kinds = {
  password: {
    call: "/user/login-password-reset",
    cancel: "/user/cancel-login-password-reset",
    title: "reset_title",
    dueAt: "reset_due_at",
    askedAt: "reset_asked_at",
    asked: "reset_asked",
    waiting: "reset_waiting",
    question: "reset_cancel_question",
    hours: loginPasswordResetHours,
  },
  factors: {
    call: "/user/second-factor-reset",
    cancel: "/user/cancel-second-factor-reset",
    title: "factors_title",
    dueAt: "factors_due_at",
    askedAt: "factors_asked_at",
    asked: "factors_asked",
    waiting: "factors_waiting",
    question: "factors_cancel_question",
    hours: factorResetHours,
  },
} as const;

type Kind = (typeof kinds)[keyof typeof kinds];

/** A reset that is under way, whoever asked for it, and the way to stop it. */
export function Reset({ of }: { of: keyof typeof kinds }) {
  const t = useText("password");
  const kind = kinds[of];
  const known = useCall(kind.call, {}, { quiet: true, staleTime: 0 });
  const [asks, setAsks] = useState(false);
  const reset = known.data?.reset ?? null;
  return (
    <>
      {reset !== null && <Card kind={kind} reset={reset} onCancel={() => setAsks(true)} />}
      <ConfirmSheet
        open={asks && reset !== null}
        onClose={() => setAsks(false)}
        title={t("reset_cancel")}
        question={t(kind.question, { hours: kind.hours })}
        action={t("reset_cancel")}
        confirm={() => askOnce(kind.cancel, {})}
        onDone={() => {
          toast(t("reset_cancelled"));
          void refresh(kind.call);
        }}
      />
    </>
  );
}

type CardProps = {
  kind: Kind;
  reset: { requested_at: string; due_at: string | null; expires_at: string };
  onCancel: () => void;
};

function Card({ kind, reset, onCancel }: CardProps) {
  const t = useText("password");
  const { requested_at: askedAt, due_at: dueAt, expires_at: until } = reset;
  return (
    <div className={styles["form"]}>
      <section className={formStyles["card"]} aria-label={t(kind.title)}>
        <p className={formStyles["hero"]}>
          <small>{t(dueAt === null ? kind.askedAt : kind.dueAt)}</small>
          <time dateTime={dueAt ?? askedAt}>{showDateTime(dueAt ?? askedAt)}</time>
        </p>
        <p className={formStyles["note"]}>
          {dueAt === null
            ? t(kind.asked, { hours: kind.hours })
            : t(kind.waiting, { until: showDateTime(until) })}
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
