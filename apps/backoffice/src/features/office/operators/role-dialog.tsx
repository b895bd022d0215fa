import { operatorRoles, type OperatorRole } from "@sanshi/contract/permissions";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { actsAlone } from "../../../shared/may.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { OperatorRow } from "./operator-row.ts";
import { useProposed } from "./use-proposed.ts";

export function RoleDialog({ operator, onClose }: { operator: OperatorRow; onClose: () => void }) {
  const t = useText("operators");
  const name = useText("roles");
  const me = useMe();
  const [role, setRole] = useState<OperatorRole>(operator.role);
  const { busy, refused, submit } = useForm<"role">();
  const proposed = useProposed();
  const change = () =>
    submit({
      send: () => send("/api/ops/operators/:id/role", { id: operator.id, role }),
      fieldByCode: { operator_unchanged: "role", last_administrator: "role" },
      fields: ["role"],
      done: async (answer) => {
        await proposed(answer);
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("role_of", { email: operator.email })}
      submit={t(actsAlone(me) ? "change_role" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void change()}
    >
      <SelectField
        label={t("role")}
        value={role}
        onChange={setRole}
        options={operatorRoles.map((value) => ({ value, label: name(value) }))}
        refusal={refused.role}
      />
      {!actsAlone(me) && <Notice tone="info">{t("role_is_proposed")}</Notice>}
    </FormDialog>
  );
}
