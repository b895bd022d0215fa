import { Button } from "@sanshi/ui";
import { useState } from "react";
import { askOnce } from "./ask-once.ts";
import formStyles from "./form.module.css";
import { refresh, useCall } from "./queries.ts";
import { refusalText, useText } from "./text.ts";
import { showDateTime } from "@sanshi/web/times";
import { toast } from "./toast.ts";

/** What holds after a reset of a password, and until when; nothing where none was. */
export function ResetHold() {
  const t = useText("security");
  const { data } = useCall("/user/security", {}, { quiet: true, staleTime: 0 });
  const until = data?.reset_hold_until ?? null;
  if (until === null) return null;
  return (
    <section className={formStyles["card"]} role="alert">
      <p className={formStyles["notice"]}>{t("reset_held", { until: showDateTime(until) })}</p>
      <StopReset />
    </section>
  );
}

/** One tap, without a password: whoever asked for the reset may have set it. */
export function StopReset() {
  const t = useText("security");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | undefined>();
  const stop = async () => {
    setBusy(true);
    const asked = await askOnce("/user/stop-reset", {});
    setBusy(false);
    if (!asked.ok) return setRefused(refusalText(asked.refusal));
    toast(t("reset_stopped"));
    await refresh(
      "/user/login-password-reset",
      "/user/second-factor-reset",
      "/user/fund-password",
      "/user/security",
      "/user/getUserinfo",
    );
  };
  return (
    <>
      <div role="alert" className={formStyles["refusal"]}>
        {refused}
      </div>
      <Button wide busy={busy} onClick={() => void stop()}>
        {t("stop_reset")}
      </Button>
    </>
  );
}
