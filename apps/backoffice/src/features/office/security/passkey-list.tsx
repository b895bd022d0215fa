import { EmptyState } from "@sanshi/ui";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { Dialog, DialogBody, FormDialog } from "../../../shared/kit/dialog.tsx";
import { PasswordField, TextField } from "../../../shared/kit/fields.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { RealAt } from "../../../shared/kit/time.tsx";
import { makePasskey, passkeysAreOffered } from "@sanshi/web/passkeys";
import type { Me } from "../../../shared/session.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import { useProof } from "./proof-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Passkey = Me["passkeys"][number];
type Done = () => void | Promise<void>;

export function PasskeyList({
  passkeys,
  onChange,
}: {
  passkeys: readonly Passkey[];
  onChange: Done;
}) {
  const t = useText("security");
  const [removing, setRemoving] = useState<Passkey | null>(null);
  if (passkeys.length === 0) return <EmptyState picture="star" sentence={t("passkeys_empty")} />;
  const columns: Column<Passkey>[] = [
    { key: "name", head: t("passkey_name"), cell: (row) => row.name, grow: true },
    { key: "added", head: t("passkey_added"), cell: (row) => <RealAt iso={row.added_at} /> },
    {
      key: "remove",
      head: "",
      end: true,
      cell: (row) => (
        <Button look="plain" onClick={() => setRemoving(row)}>
          {t("remove")}
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable name={t("passkeys")} columns={columns} rows={passkeys} rowKey={(row) => row.id} />
      {removing !== null && (
        <RemoveDialog passkey={removing} onClose={() => setRemoving(null)} onDone={onChange} />
      )}
    </>
  );
}

export function AddPasskeyButton({ onDone }: { onDone: Done }) {
  const t = useText("security");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon="plus"
        locked={passkeysAreOffered() ? null : t("passkey_not_offered")}
        onClick={() => setOpen(true)}
      >
        {t("add_passkey")}
      </Button>
      {open && <AddDialog onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  );
}

function AddDialog({ onClose, onDone }: { onClose: () => void; onDone: Done }) {
  const t = useText("security");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { busy, refused, setRefused, submit } = useForm<"password" | "name">();
  const { prove, proof } = useProof();
  const end = async () => {
    await onDone();
    onClose();
  };
  const add = async () => {
    if (name.trim() === "") return setRefused({ name: t("passkey_name_needed") });
    const begun = await send("/api/ops/me/passkeys/options", { password });
    if (!begun.ok) {
      const { code } = begun.refusal;
      if (code === "proof_required") return prove(() => void add());
      const text = refusalText(begun.refusal);
      return setRefused(code === "wrong_original_password" ? { password: text } : { form: text });
    }
    const { challenge_id, options } = begun.data;
    const made = await makePasskey(options);
    if (!made.ok) {
      const isGivenUp = made.reason === "given-up";
      return setRefused({ form: t(isGivenUp ? "passkey_given_up" : "passkey_failed") });
    }
    const { response } = made;
    await submit({
      send: () => send("/api/ops/me/passkeys/add", { challenge_id, name: name.trim(), response }),
      fields: ["name"],
      done: ({ recovery_codes: given }) => (given.length > 0 ? setCodes(given) : end()),
    });
  };
  if (codes.length > 0) {
    return (
      <Dialog title={t("add_passkey")} onClose={() => void end()}>
        <DialogBody>
          <RecoveryCodes codes={codes} onDone={end} />
        </DialogBody>
      </Dialog>
    );
  }
  return (
    <>
      <FormDialog
        title={t("add_passkey")}
        submit={t("go_on")}
        busy={busy}
        refusal={refused.form}
        onClose={onClose}
        onSubmit={() => void add()}
      >
        <TextField
          label={t("passkey_name")}
          hint={t("passkey_name_hint")}
          maxLength={60}
          value={name}
          onChange={setName}
          refusal={refused.name}
        />
        <ConfirmPassword value={password} onChange={setPassword} refusal={refused.password} />
      </FormDialog>
      {proof}
    </>
  );
}

type RemoveProps = { passkey: Passkey; onClose: () => void; onDone: Done };

function RemoveDialog({ passkey, onClose, onDone }: RemoveProps) {
  const t = useText("security");
  const [password, setPassword] = useState("");
  const { busy, refused, submit } = useForm<"password">();
  const { prove, proof } = useProof();
  const remove = () =>
    void submit({
      instead: { proof_required: () => prove(remove) },
      send: () => send("/api/ops/me/passkeys/remove", { id: passkey.id, password }),
      fieldByCode: { wrong_original_password: "password" },
      fields: ["password"],
      done: async () => {
        await onDone();
        onClose();
      },
    });
  return (
    <>
      <FormDialog
        title={t("remove_passkey", { name: passkey.name })}
        submit={t("remove")}
        look="danger"
        busy={busy}
        refusal={refused.form}
        onClose={onClose}
        onSubmit={remove}
      >
        <ConfirmPassword value={password} onChange={setPassword} refusal={refused.password} />
      </FormDialog>
      {proof}
    </>
  );
}

type ConfirmPasswordProps = {
  value: string;
  onChange: (value: string) => void;
  refusal: string | undefined;
};

export function ConfirmPassword(props: ConfirmPasswordProps) {
  const t = useText("security");
  const shell = useText("shell");
  return (
    <PasswordField
      {...props}
      label={t("confirm_password")}
      autoComplete="current-password"
      showLabel={shell("show_password")}
      hideLabel={shell("hide_password")}
    />
  );
}
