import { send } from "../../../shared/api.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import { useLock } from "../../../shared/may.ts";
import { useMe } from "../../../shared/session.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import styles from "./operators.module.css";
import { useProposed } from "./use-proposed.ts";

/** Whether one pair of eyes is enough: on a simulated instance with one operator it can be. */
export function SingleApproval() {
  const t = useText("operators");
  const me = useMe();
  const lock = useLock()("manage_operators");
  const { busy, submit } = useForm();
  const proposed = useProposed();
  if (!me.simulated) return null;
  const change = async () => {
    const asked = await submit({
      send: () => send("/api/ops/single-approval", { on: !me.single_approval }),
      done: proposed,
    });
    if (asked?.ok === false) toast(refusalText(asked.refusal));
  };
  return (
    <Panel title={t("single_approval")}>
      <div className={styles["single"]}>
        <p>{t(me.single_approval ? "single_is_on" : "single_is_off")}</p>
        <Button busy={busy} locked={lock} onClick={() => void change()}>
          {t(me.single_approval ? "single_turn_off" : "single_turn_on")}
        </Button>
      </div>
    </Panel>
  );
}
