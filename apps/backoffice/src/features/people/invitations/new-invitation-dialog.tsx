import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextField } from "../../../shared/kit/fields.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";

/** The house's code or a customer's; left empty, the server makes one. */
export function NewInvitationDialog({ onClose }: { onClose: () => void }) {
  const t = useText("invitations");
  const [code, setCode] = useState("");
  const [inviter, setInviter] = useState("");
  const { busy, refused, submit } = useForm<"code" | "inviter">();
  const create = () =>
    submit({
      send: () =>
        send("/api/ops/invitations/create", {
          ...(code.trim() !== "" && { code: code.trim() }),
          ...(inviter.trim() !== "" && { inviter: inviter.trim() }),
        }),
      fieldByCode: { invitation_exists: "code", customer_not_found: "inviter" },
      fields: ["code", "inviter"],
      done: async (made) => {
        await refresh("/api/ops/invitations");
        toast(t("was_made", { code: made.code }));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("new")}
      submit={t("create")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void create()}
    >
      <TextField
        label={t("code")}
        hint={t("code_hint")}
        maxLength={32}
        value={code}
        onChange={setCode}
        refusal={refused.code}
      />
      <TextField
        label={t("inviter")}
        hint={t("inviter_hint")}
        inputMode="numeric"
        maxLength={10}
        value={inviter}
        onChange={setInviter}
        refusal={refused.inviter}
      />
    </FormDialog>
  );
}
