import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { Channel } from "./channel-draft.ts";

type WithdrawDialogProps = { channel: Channel; onClose: () => void };

/** Takes effect at once: nobody should send money to an account that is wrong. */
export function WithdrawDialog({ channel, onClose }: WithdrawDialogProps) {
  const t = useText("depositChannels");
  const { busy, refused, submit } = useForm();
  const withdraw = () =>
    submit({
      send: () => send("/api/ops/deposit-channels/:id/withdraw", { id: channel.id }),
      done: async () => {
        await refresh("/api/ops/deposit-channels");
        toast(t("was_withdrawn"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("withdraw_title", { number: channel.account_number })}
      submit={t("withdraw")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void withdraw()}
    >
      <p>{t("withdraw_note")}</p>
    </FormDialog>
  );
}
