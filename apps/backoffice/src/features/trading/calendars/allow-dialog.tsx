import { reasonLengthMax } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextArea } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { actsAlone } from "../../../shared/may.ts";
import { refresh } from "../../../shared/queries.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { CalendarYear } from "./calendars.ts";

/** The word that a live instance may settle into a year that is only expected. */
export function AllowDialog({ row, onClose }: { row: CalendarYear; onClose: () => void }) {
  const t = useText("calendars");
  const queue = useText("queue");
  const words = useText("words");
  const me = useMe();
  const [note, setNote] = useState("");
  const { busy, refused, submit } = useForm<"note">();
  const allow = () =>
    submit({
      send: () =>
        send("/api/ops/calendars/allow-expected", {
          type: row.type,
          year: row.year,
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fields: ["note"],
      done: async ({ state }) => {
        await refresh("/api/ops/calendars", "/api/ops/proposals");
        toast(t(state === "approved" ? "allowed_done" : "proposed"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("allow_title", { market: words(`market_${row.type}`), year: row.year })}
      submit={t(actsAlone(me) ? "allow" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void allow()}
    >
      <Notice tone="warn">{t("allow_note", { count: row.closed_days })}</Notice>
      <TextArea
        label={queue("note")}
        hint={queue("note_hint")}
        rows={2}
        maxLength={reasonLengthMax}
        value={note}
        onChange={setNote}
        refusal={refused.note}
      />
    </FormDialog>
  );
}
