import { isTightening } from "@sanshi/contract/site-settings";
import { reasonCodes, reasonLengthMax } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextArea } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import {
  givenPublicReason,
  noPublicReason,
  PublicReasonField,
  publicReasonRefusals,
  type PublicReasonChoice,
} from "../../../shared/reasons.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { SettingField } from "./setting-field.tsx";
import { SettingValue } from "./setting-value.tsx";
import type { Setting } from "./setting-value.tsx";
import styles from "./site.module.css";

type SettingDialogProps = { setting: Setting; onClose: () => void };

/** What holds now, what should hold, and that another operator has to approve it. */
export function SettingDialog({ setting, onClose }: SettingDialogProps) {
  const t = useText("site");
  const queue = useText("queue");
  const me = useMe();
  const [value, setValue] = useState(setting.value);
  const [note, setNote] = useState("");
  const [reason, setReason] = useState<PublicReasonChoice>(noPublicReason);
  const { busy, refused, setRefused, submit } = useForm<"value" | "reason" | "note">();
  const propose = () => {
    const given = givenPublicReason(reason);
    if (given === null) return setRefused({ reason: queue("reason_needed") });
    return submit({
      send: () =>
        send("/api/ops/site/propose", {
          name: setting.name,
          value,
          reason: given,
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode: {
        ...publicReasonRefusals,
        setting_invalid: "value",
        setting_unchanged: "value",
      },
      fields: ["value", "reason", "note"],
      done: async ({ state }) => {
        await refresh("/api/ops/site", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t(`name_${setting.name}`)}
      wide={setting.kind === "amounts"}
      submit={t(me.single_approval ? "change" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <p className={styles["now"]}>
        {t("now")} <SettingValue setting={setting} />
      </p>
      <SettingField setting={setting} value={value} onChange={setValue} refusal={refused.value} />
      <PublicReasonField
        codes={reasonCodes.settings}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
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
      {setting.planned !== null && (
        <Notice tone="warn">
          {t("planned_note")} <At iso={setting.planned.effective_from} />
        </Notice>
      )}
      <Notice tone="info">
        {t(
          isTightening(setting.name, setting.value, value) ? "holds_a_day_later" : "holds_at_once",
        )}
      </Notice>
    </FormDialog>
  );
}
