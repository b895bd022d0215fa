import type { ReasonCode } from "@sanshi/contract/reason-codes";
import { defaultMarketKey, marketKeys, type MarketKey } from "@sanshi/money";
import { useState } from "react";
import { send } from "../../shared/api.ts";
import type { Input } from "../../shared/calls.ts";
import { FormDialog } from "../../shared/kit/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../shared/kit/fields.tsx";
import { Notice } from "../../shared/kit/panel.tsx";
import { refresh } from "../../shared/queries.ts";
import { givenReason, noReason, ReasonField, type ReasonChoice } from "../../shared/reasons.tsx";
import { useText } from "../../shared/text.ts";
import { toast } from "../../shared/toast.ts";
import { useForm } from "../../shared/use-form.ts";

type Scope = Input<"/api/ops/trading-halts/create">["scope"];
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
  const [reason, setReason] = useState<ReasonChoice>(noReason);
  const { busy, refused, setRefused, submit } = useForm<"code" | "reason">();
  const halt = () => {
    const given = givenReason(reason);
    if (scope === "instrument" && code.trim() === "") return setRefused({ code: t("code_needed") });
    if (given === null) return setRefused({ reason: queue("reason_needed") });
    return submit({
      send: () =>
        send("/api/ops/trading-halts/create", {
          scope,
          ...(scope !== "all" && { type: market }),
          ...(scope === "instrument" && { code: code.trim().toUpperCase() }),
          closing_allowed: closing,
          reason: given,
        }),
      fieldByCode: { instrument_not_found: "code", reason_required: "reason" },
      fields: ["code", "reason"],
      done: async () => {
        await refresh("/api/ops/trading-halts");
        toast(t("halted"));
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
      <ReasonField codes={codes} value={reason} onChange={setReason} refusal={refused.reason} />
      <Notice tone="warn">{t("at_once")}</Notice>
    </FormDialog>
  );
}
