import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { OperatorRow } from "./operator-row.ts";
import { useProposed } from "./use-proposed.ts";

/** To disable takes effect at once and ends the sessions, unless too few were left; to enable is proposed. */
export function StateDialog({ operator, onClose }: { operator: OperatorRow; onClose: () => void }) {
  const t = useText("operators");
  const me = useMe();
  const disables = operator.disabled_at === null;
  const { busy, refused, submit } = useForm();
  const proposed = useProposed();
  const change = () =>
    submit({
      send: () =>
        send("/api/ops/operators/:id/state", {
          id: operator.id,
          state: disables ? "disabled" : "enabled",
        }),
      done: async (answer) => {
        await proposed(answer);
        onClose();
      },
    });
  return (
    <FormDialog
      title={t(disables ? "disable_title" : "enable_title", { email: operator.email })}
      submit={t(disables ? "disable" : me.single_approval ? "enable" : "propose")}
      look={disables ? "danger" : "primary"}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void change()}
    >
      <p>{t(disables ? "disable_note" : "enable_note")}</p>
      {disables && !me.single_approval && <p>{t("disable_may_wait")}</p>}
    </FormDialog>
  );
}
