import { operatorRoles, type OperatorRole } from "@sanshi/contract/permissions";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { actsAlone } from "../../../shared/may.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import { OneTimePassword, type HandedOver } from "./one-time-password.tsx";
import { useProposed } from "./use-proposed.ts";

/** A new operator gets a one-time password, shown once, which the first sign-in must change. */
export function NewOperatorDialog({ onClose }: { onClose: () => void }) {
  const t = useText("operators");
  const name = useText("roles");
  const me = useMe();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<OperatorRole>("viewer");
  const [oneTime, setOneTime] = useState<HandedOver | null>(null);
  const { busy, refused, submit } = useForm<"email" | "role">();
  const proposed = useProposed();
  if (oneTime !== null) {
    const title = t(oneTime.pending === null ? "created_title" : "half_title", { email });
    return <OneTimePassword title={title} made={oneTime} onClose={onClose} />;
  }
  const create = () =>
    submit({
      send: () => send("/api/ops/operators/create", { email: email.trim(), role }),
      fieldByCode: { operator_exists: "email" },
      fields: ["email", "role"],
      done: async (answer) => {
        await proposed(answer);
        setOneTime(answer);
      },
    });
  return (
    <FormDialog
      title={t("new")}
      submit={t(actsAlone(me) ? "create" : "propose")}
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
      <Notice tone="info">{t(actsAlone(me) ? "single_ends" : "new_is_proposed")}</Notice>
    </FormDialog>
  );
}
