import { reasonLengthMax } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextArea, TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { inLanguage } from "@sanshi/web/language";
import { refresh } from "../../../shared/queries.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { Instrument } from "./columns.tsx";
import { readLeverages } from "./leverages.ts";

type OfferDialogProps = { instrument: Instrument; onClose: () => void };

/** What of leverage and short selling is offered of a stock, or of a whole market. */
export function OfferDialog({ instrument, onClose }: OfferDialogProps) {
  const t = useText("instruments");
  const queue = useText("queue");
  const words = useText("words");
  const me = useMe();
  const [leverages, setLeverages] = useState(instrument.leverages);
  const [short, setShort] = useState(instrument.short_offered);
  const [note, setNote] = useState("");
  const { busy, refused, setRefused, submit } = useForm<"leverages" | "note">();
  const name = instrument.names === null ? "" : inLanguage(instrument.names);
  const propose = () => {
    const read = readLeverages(leverages);
    if (read === null) return setRefused({ leverages: t("leverages_wrong") });
    return submit({
      send: () =>
        send("/api/ops/instruments/offer", {
          type: instrument.type,
          ...(instrument.code !== "" && { code: instrument.code }),
          leverages: read,
          short_offered: short,
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode: { offer_unchanged: "leverages" },
      fields: ["leverages", "note"],
      done: async ({ state }) => {
        await refresh("/api/ops/instruments", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={
        instrument.code === ""
          ? t("offer_market", { market: words(`market_${instrument.type}`) })
          : `${instrument.code} ${name}`
      }
      submit={t(me.single_approval ? "change" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <TextField
        label={t("leverage")}
        hint={t("leverages_hint")}
        value={leverages}
        onChange={setLeverages}
        refusal={refused.leverages}
      />
      <SelectField
        label={t("short")}
        value={short}
        onChange={setShort}
        options={(["market_rules", "offered", "not_offered"] as const).map((value) => ({
          value,
          label: t(value),
        }))}
      />
      <TextArea
        label={queue("note")}
        hint={queue("note_hint")}
        rows={2}
        maxLength={reasonLengthMax}
        value={note}
        onChange={setNote}
        refusal={refused.note}
      />
      <Notice tone="info">{t("held_stays")}</Notice>
    </FormDialog>
  );
}
