import type { LendingOverview } from "@sanshi/contract";
import { Button, CheckField } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { ask, toastRefusal } from "../../../shared/api.ts";
import formStyles from "../../../shared/form.module.css";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { refreshLending } from "./refresh-lending.ts";

/** Everything that is held is lent by itself, once the risks are agreed to. */
export function AutomaticLending({ overview }: { overview: LendingOverview }) {
  const t = useText("lending");
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const choose = async (choice: "automatic" | "manual") => {
    setBusy(true);
    const asked = await ask("/trade/lend-automatically", { choice });
    setBusy(false);
    if (asked.ok) toast(t(choice === "automatic" ? "automatic_on" : "automatic_off"));
    else toastRefusal(asked.refusal);
    await refreshLending();
  };
  if (overview.automatic) {
    return (
      <section className={formStyles["card"]}>
        <h2 className={formStyles["heading"]}>{t("automatic")}</h2>
        <p className={formStyles["note"]}>
          {t("automatic_since", {
            since: overview.automatic_since === null ? "" : showDateTime(overview.automatic_since),
          })}
        </p>
        <Button look="quiet" wide busy={busy} onClick={() => void choose("manual")}>
          {t("automatic_stop")}
        </Button>
      </section>
    );
  }
  return (
    <section className={formStyles["card"]}>
      <h2 className={formStyles["heading"]}>{t("automatic")}</h2>
      <p className={formStyles["note"]}>{t("automatic_what")}</p>
      <Risks />
      <CheckField checked={agreed} onChange={setAgreed}>
        {t("risks_agreed")}
      </CheckField>
      <Button wide busy={busy} disabled={!agreed} onClick={() => void choose("automatic")}>
        {t("automatic_start")}
      </Button>
    </section>
  );
}

/** In plain words, before anything is lent. */
export function Risks() {
  const t = useText("lending");
  const risks = ["risk_broker", "risk_vote", "risk_dividend", "risk_fee"] as const;
  return (
    <ul className={formStyles["note"]}>
      {risks.map((risk) => (
        <li key={risk}>{t(risk)}</li>
      ))}
    </ul>
  );
}
