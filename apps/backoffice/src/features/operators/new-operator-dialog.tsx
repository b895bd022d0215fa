import { operatorRoles, type OperatorRole } from "@sanshi/contract/permissions";
import { useState } from "react";
import { send } from "../../shared/api.ts";
import { Button } from "../../shared/kit/button.tsx";
import { CopyText } from "../../shared/kit/copy-text.tsx";
import { Dialog, DialogBody, FormDialog } from "../../shared/kit/dialog.tsx";
import { SelectField, TextField } from "../../shared/kit/fields.tsx";
import { Notice } from "../../shared/kit/panel.tsx";
import { useMe } from "../../shared/session.ts";
import { useText } from "../../shared/text.ts";
import { useForm } from "../../shared/use-form.ts";
import { useProposed } from "./use-proposed.ts";

/** A new operator gets a one-time password, shown once, which the first sign-in must change. */
export function NewOperatorDialog({ onClose }: { onClose: () => void }) {
  const t = useText("operators");
  const name = useText("roles");
  const me = useMe();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<OperatorRole>("viewer");
  const [oneTime, setOneTime] = useState<string | null>(null);
  const { busy, refused, submit } = useForm<"email" | "role">();
  const proposed = useProposed();
  if (oneTime !== null)
    return <OneTimePassword email={email} password={oneTime} onClose={onClose} />;
  const create = () =>
    submit({
      send: () => send("/api/ops/operators/create", { email: email.trim(), role }),
      fieldByCode: { operator_exists: "email" },
      fields: ["email", "role"],
      done: async (answer) => {
        await proposed(answer);
        if (answer.one_time_password === null) onClose();
        else setOneTime(answer.one_time_password);
      },
    });
  return (
    <FormDialog
      title={t("new")}
      submit={t(me.single_approval ? "create" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void create()}
    >
      <TextField
        label={t("email")}
        type="email"
        value={email}
        onChange={setEmail}
        refusal={refused.email}
      />
      <SelectField
        label={t("role")}
        value={role}
        onChange={setRole}
        options={operatorRoles.map((value) => ({ value, label: name(value) }))}
        refusal={refused.role}
      />
      <Notice tone="info">{t(me.single_approval ? "single_ends" : "new_is_proposed")}</Notice>
    </FormDialog>
  );
}

type OneTimePasswordProps = { email: string; password: string; onClose: () => void };

function OneTimePassword({ email, password, onClose }: OneTimePasswordProps) {
  const t = useText("operators");
  return (
    <Dialog title={t("created_title", { email })} onClose={onClose}>
      <DialogBody>
        <Notice tone="warn">{t("one_time_note")}</Notice>
        <CopyText text={password} />
        <Button look="primary" onClick={onClose}>
          {t("done")}
        </Button>
      </DialogBody>
    </Dialog>
  );
}
