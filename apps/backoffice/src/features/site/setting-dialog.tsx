import { reasonLengthMax } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../shared/api.ts";
import { FormDialog } from "../../shared/kit/dialog.tsx";
import { TextArea } from "../../shared/kit/fields.tsx";
import { Notice } from "../../shared/kit/panel.tsx";
import { refresh } from "../../shared/queries.ts";
import { useMe } from "../../shared/session.ts";
import { useText } from "../../shared/text.ts";
import { toast } from "../../shared/toast.ts";
import { useForm } from "../../shared/use-form.ts";
import { SettingField } from "./setting-field.tsx";
import { SettingValue } from "./setting-value.tsx";
import type { Setting } from "./site-screen.tsx";
import styles from "./site.module.css";

type SettingDialogProps = { setting: Setting; onClose: () => void };

/** What holds now, what should hold, and that another operator has to approve it. */
export function SettingDialog({ setting, onClose }: SettingDialogProps) {
  const t = useText("site");
  const queue = useText("queue");
  const me = useMe();
  const [value, setValue] = useState(setting.value);
  const [note, setNote] = useState("");
  const { busy, refused, submit } = useForm<"value" | "note">();
  const propose = () =>
    submit({
      send: () =>
        send("/api/ops/site/propose", {
          name: setting.name,
          value,
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode: { setting_invalid: "value", setting_unchanged: "value" },
      fields: ["value", "note"],
      done: async ({ state }) => {
        await refresh("/api/ops/site", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        onClose();
      },
    });
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
      <TextArea
        label={queue("note")}
        hint={queue("note_hint")}
        rows={2}
        maxLength={reasonLengthMax}
        value={note}
        onChange={setNote}
        refusal={refused.note}
      />
      <Notice tone="info">{t(setting.public ? "everybody_reads" : "operators_only")}</Notice>
    </FormDialog>
  );
}
