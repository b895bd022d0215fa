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
import { readLot } from "./instrument-draft.ts";
import type { Instrument } from "./columns.tsx";

type TermsDialogProps = { instrument: Instrument; onClose: () => void };
const offers = ["offered", "not_offered"] as const;

/** A stock's lot, and whether it can be bought at all. */
export function TermsDialog({ instrument, onClose }: TermsDialogProps) {
  const t = useText("instruments");
  const queue = useText("queue");
  const me = useMe();
  const { type, code, names } = instrument;
  const [lot, setLot] = useState(instrument.lot_size ?? "");
  const [offer, setOffer] = useState<(typeof offers)[number]>(
    instrument.offered ? "offered" : "not_offered",
  );
  const [note, setNote] = useState("");
  const { busy, refused, setRefused, submit } = useForm<"lot_size" | "note">();
  const bounds = { unit: instrument.lot_unit ?? "1", max: instrument.lot_max ?? "" };
  const propose = () => {
    const read = readLot(lot);
    if (read === null) return setRefused({ lot_size: t("lot_hint", bounds) });
    return submit({
      send: () =>
        send("/api/ops/instruments/terms", {
          type,
          code,
          lot_size: read,
          offered: offer === "offered",
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode: { lot_not_allowed: "lot_size", instrument_unchanged: "lot_size" },
      fields: ["lot_size", "note"],
      done: async ({ state }) => {
        await refresh("/api/ops/instruments", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={`${code} ${names === null ? "" : inLanguage(names)}`}
      submit={t(me.single_approval ? "change" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <TextField
        label={t("lot")}
        hint={t("lot_hint", bounds)}
        inputMode="numeric"
        maxLength={11}
        value={lot}
        onChange={setLot}
        refusal={refused.lot_size}
      />
      <SelectField
        label={t("offer")}
        value={offer}
        onChange={setOffer}
        options={offers.map((value) => ({ value, label: t(`shelf_${value}`) }))}
        hint={t("shelf_hint")}
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
      <Notice tone="info">{t("lot_strands_nobody")}</Notice>
    </FormDialog>
  );
}
