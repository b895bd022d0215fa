import { instrumentNameLengthMax } from "@sanshi/contract/constants";
import { inLanguage, languageNames, languages } from "@sanshi/web/language";
import { useState } from "react";
import type { Output } from "../../../shared/calls.ts";
import { send } from "../../../shared/api.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { americanExchanges } from "./addition-draft.ts";
import type { Instrument } from "./columns.tsx";
import { trimNames } from "./instrument-draft.ts";
import styles from "./instruments.module.css";

type CodeChangeDialogProps = { instrument: Instrument; onClose: () => void };
type Exchange = (typeof americanExchanges)[number];
type Field = "new_code" | "exchange" | "names" | "effective_on";

/** Another code, name or exchange of a stock from a trading day on: by two operators. */
export function CodeChangeDialog({ instrument, onClose }: CodeChangeDialogProps) {
  const t = useText("instruments");
  const me = useMe();
  const { type, code } = instrument;
  const before = instrument.names ?? { jp: code, cn: code, us: code };
  const [newCode, setNewCode] = useState(code);
  const [exchange, setExchange] = useState(
    americanExchanges.find((one) => one === instrument.exchange),
  );
  const [names, setNames] = useState(before);
  const [effectiveOn, setEffectiveOn] = useState("");
  const { busy, refused, setRefused, submit } = useForm<Field>();
  const isNamed = languages.some((language) => names[language].trim() !== before[language]);
  const propose = () => {
    if (effectiveOn === "") return setRefused({ effective_on: t("effective_on_needed") });
    return submit({
      send: () =>
        send("/api/ops/instruments/change", {
          type,
          code,
          effective_on: effectiveOn,
          ...(newCode.trim() !== code && { new_code: newCode.trim() }),
          ...(exchange !== undefined && { exchange }),
          ...(isNamed && { names: trimNames(names) }),
        }),
      fieldByCode: {
        instrument_code_malformed: "new_code",
        instrument_exists: "new_code",
        instrument_unchanged: "new_code",
        instrument_exchange_wrong: "exchange",
        instrument_name_missing: "names",
        code_change_date_wrong: "effective_on",
      },
      fields: ["new_code", "exchange", "names", "effective_on"],
      done: async ({ state }) => {
        await refresh("/api/ops/instruments", "/api/ops/instruments/changes", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={`${code} ${inLanguage(before)}`}
      wide
      submit={t(me.single_approval ? "change" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <PlannedChange instrument={instrument} />
      <div className={styles["listing"]}>
        <TextField
          label={t("new_code")}
          hint={t(`code_hint_${type}`)}
          maxLength={12}
          spellCheck={false}
          value={newCode}
          onChange={setNewCode}
          refusal={refused.new_code}
        />
        {type === "usd" && exchange !== undefined && (
          <SelectField<Exchange>
            label={t("exchange")}
            value={exchange}
            onChange={setExchange}
            options={americanExchanges.map((value) => ({ value, label: value }))}
            refusal={refused.exchange}
          />
        )}
        <TextField
          label={t("effective_on")}
          hint={t("effective_on_hint")}
          type="date"
          value={effectiveOn}
          onChange={setEffectiveOn}
          refusal={refused.effective_on}
        />
      </div>
      <div className={styles["names"]}>
        {languages.map((language) => (
          <TextField
            key={language}
            label={`${t("name")} · ${languageNames[language]}`}
            maxLength={instrumentNameLengthMax}
            value={names[language]}
            onChange={(typed) => setNames((known) => ({ ...known, [language]: typed }))}
            refusal={names[language].trim() === "" ? refused.names : undefined}
          />
        ))}
      </div>
      <Notice tone="info">{t("change_carries")}</Notice>
    </FormDialog>
  );
}

type CodeChange = Output<"/api/ops/instruments/changes">["items"][number];

/** The one that lies ahead, which can be withdrawn. */
function PlannedChange({ instrument: { type, code } }: { instrument: Instrument }) {
  const t = useText("instruments");
  const { busy, refused, submit } = useForm<never>();
  const changes = useCall("/api/ops/instruments/changes", {});
  const planned = changes.data?.items.find((one) => isAhead(one, type, code));
  if (planned === undefined) return null;
  const withdraw = () =>
    submit({
      send: () => send("/api/ops/instruments/changes/:id/withdraw", { id: planned.id }),
      fields: [],
      done: async () => {
        await refresh("/api/ops/instruments/changes");
        toast(t("change_withdrawn"));
      },
    });
  const { new_code: to, effective_on: date, names, names_before: before } = planned;
  return (
    <Notice tone={refused.form === undefined ? "info" : "bad"}>
      {refused.form ?? t("change_planned", { code: to, name: inLanguage(names ?? before), date })}{" "}
      <Button look="plain" busy={busy} onClick={() => void withdraw()}>
        {t("withdraw_change")}
      </Button>
    </Notice>
  );
}

function isAhead(change: CodeChange, type: string, code: string): boolean {
  const { withdrawn_at: withdrawn, in_force_since: inForce } = change;
  return change.type === type && change.code === code && withdrawn === null && inForce === null;
}
