import type { ReasonCode } from "@sanshi/contract/reason-codes";
import { defaultMarketKey, marketKeys, type MarketKey } from "@sanshi/money";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import type { Input } from "../../../shared/calls.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import { CodeField, codeRefusals, noReason, type ReasonChoice } from "../../../shared/reasons.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";

type Scope = Input<"/api/ops/trading-halts/create">["scope"];
/** After how many hours it can be chosen to end by itself; where closing is stopped, the last is the most. */
export const hoursOffered = ["1", "2", "4", "8", "24"] as const;
export type Hours = (typeof hoursOffered)[number];

type HaltDialogProps = { codes: readonly ReasonCode[]; onClose: () => void };

/** One switch for everything, a market or a stock: it takes effect at once and needs no second operator. */
export function HaltDialog({ codes, onClose }: HaltDialogProps) {
  const t = useText("halts");
  const queue = useText("queue");
  const words = useText("words");
  const [scope, setScope] = useState<Scope>("instrument");
  const [market, setMarket] = useState<MarketKey>(defaultMarketKey);
  const [code, setCode] = useState("");
  const [closing, setClosing] = useState(true);
  const [hours, setHours] = useState<Hours | "">("");
  const [reason, setReason] = useState<ReasonChoice>(noReason);
  const { busy, refused, setRefused, submit } = useForm<"code" | "reason" | "ends">();
  const halt = () => {
    const { code: given } = reason;
    if (scope === "instrument" && code.trim() === "") return setRefused({ code: t("code_needed") });
    if (given === "") return setRefused({ reason: queue("reason_needed") });
    return submit({
      send: () =>
        send("/api/ops/trading-halts/create", {
          scope,
          ...(scope !== "all" && { type: market }),
          ...(scope === "instrument" && { code: code.trim().toUpperCase() }),
          closing_allowed: closing,
          ...(hours !== "" && { ends_in_minutes: Number(hours) * 60 }),
          reason: given,
        }),
      fieldByCode: {
        ...codeRefusals,
        instrument_not_found: "code",
        halt_closing_needs_end: "ends",
        halt_too_long: "ends",
      },
      fields: ["code", "reason", "ends"],
      done: async ({ pending }) => {
        await refresh("/api/ops/trading-halts", "/api/ops/proposals");
        toast(t(pending === null ? "halted" : "halt_proposed"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t("halt")}
      submit={t("halt")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void halt()}
    >
      <SelectField
        label={t("what")}
        value={scope}
        onChange={setScope}
        options={(["instrument", "market", "all"] as const).map((value) => ({
          value,
          label: t(`scope_${value}`),
        }))}
      />
      {scope !== "all" && (
        <SelectField
          label={t("market")}
          value={market}
          onChange={setMarket}
          options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
        />
      )}
      {scope === "instrument" && (
        <TextField
          label={t("code")}
          maxLength={12}
          value={code}
          onChange={setCode}
          refusal={refused.code}
        />
      )}
      <CheckField checked={closing} onChange={setClosing}>
        {t("allow_closing")}
      </CheckField>
      <SelectField
        label={t("ends")}
        hint={
          closing ? (scope === "instrument" ? undefined : t("wide_ends")) : t("closing_needs_end")
        }
        value={hours === "" ? "lifted" : hours}
        onChange={(value) => setHours(value === "lifted" ? "" : value)}
        options={[
          { value: "lifted", label: t("ends_lifted") },
          ...hoursOffered.map((value) => ({ value, label: t("ends_hours", { hours: value }) })),
        ]}
        refusal={refused.ends}
      />
      <CodeField
        isPublic
        codes={codes}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
      <Notice tone="warn">{t("at_once")}</Notice>
    </FormDialog>
  );
}
