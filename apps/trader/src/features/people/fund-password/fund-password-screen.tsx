import { Button, SkeletonRows } from "@sanshi/ui";
import { useState } from "react";
import { useSearchParams } from "react-router";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { ResetHold, StopReset } from "../../../shared/stop-reset.tsx";
import { useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { useServerNow } from "../../../shared/times.ts";
import { CancelSheet } from "./cancel-sheet.tsx";
import { FundPasswordForm } from "./fund-password-form.tsx";
import { ResetSheet } from "./reset-sheet.tsx";

/** /mine/fundPassword: the six digits that pay money out; with `forgotten`, how to set them anew. */
export default function FundPasswordScreen() {
  const t = useText("fundPassword");
  const [query] = useSearchParams();
  const known = useCall("/user/fund-password", {}, { quiet: true, staleTime: 0 });
  const [sheet, setSheet] = useState(query.has("forgotten") ? "reset" : null);
  const close = () => setSheet(null);
  const { set: isSet = false, reset_due_at: resetDueAt = null } = known.data ?? {};
  return (
    <Screen title={t("title")}>
      <div className={formStyles["form"]}>
        <ResetHold />
        <Loaded query={known} waiting={<SkeletonRows count={4} />}>
          {({ set, reset_due_at: dueAt, reset_expires_at: until }) => {
            if (!set) return <FundPasswordForm way="set" />;
            if (dueAt !== null && until !== null) {
              return <Reset dueAt={dueAt} until={until} onCancel={() => setSheet("cancel")} />;
            }
            return <FundPasswordForm way="change" onForgotten={() => setSheet("reset")} />;
          }}
        </Loaded>
      </div>
      <ResetSheet open={sheet === "reset" && isSet && resetDueAt === null} onClose={close} />
      <CancelSheet open={sheet === "cancel" && resetDueAt !== null} onClose={close} />
    </Screen>
  );
}

type ResetProps = { dueAt: string; until: string; onCancel: () => void };

/** From when a new one can be chosen, then its form; and the way to stop whoever asked for it. */
function Reset({ dueAt, until, onCancel }: ResetProps) {
  const t = useText("fundPassword");
  const isDue = Date.parse(dueAt) <= useServerNow();
  const cancel = (
    <>
      <StopReset />
      <Button look="quiet" wide onClick={onCancel}>
        {t("reset_cancel")}
      </Button>
    </>
  );
  if (isDue) {
    return (
      <>
        <FundPasswordForm way="reset" until={until} />
        {cancel}
      </>
    );
  }
  return (
    <section className={formStyles["card"]} aria-label={t("reset_title")}>
      <p className={formStyles["hero"]}>
        <small>{t("reset_due_at")}</small>
        <time dateTime={dueAt}>{showDateTime(dueAt)}</time>
      </p>
      <p className={formStyles["note"]}>{t("reset_waiting", { until: showDateTime(until) })}</p>
      <p className={formStyles["notice"]}>{t("reset_not_you")}</p>
      {cancel}
    </section>
  );
}
