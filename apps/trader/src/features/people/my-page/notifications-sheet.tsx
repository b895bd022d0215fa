import type { Push } from "@sanshi/contract";
import { messageGroups } from "@sanshi/contract/constants";
import { Button, CheckField, Sheet, SkeletonRows } from "@sanshi/ui";
import { useState } from "react";
import { ask } from "../../../shared/api.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { pushObstacle, turnPushOff, turnPushOn, type PushAsked } from "../../../shared/push.ts";
import { callKey, queryClient, useCall } from "../../../shared/queries.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import styles from "./sheets.module.css";

type SheetProps = { open: boolean; onClose: () => void };
type Choice = keyof Push["groups"] | "amounts";

/** Whether this device is told of messages while the app is closed, and of which. */
export function NotificationsSheet({ open, onClose }: SheetProps) {
  const t = useText("myPage");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("notifications")} closeLabel={shell("close")}>
      <Notifications />
    </Sheet>
  );
}

function Notifications() {
  const t = useText("myPage");
  const push = useCall("/user/push", {}, { quiet: true, staleTime: 0 });
  return (
    <>
      <p className={styles["note"]}>{t("push_note")}</p>
      <Loaded query={push} waiting={<SkeletonRows count={5} />}>
        {(known) =>
          known.public_key === null ? (
            <p className={styles["note"]}>{refusalText({ code: "push_not_offered" })}</p>
          ) : (
            <>
              <ThisDevice push={known} publicKey={known.public_key} />
              <Choices push={known} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function show(push: Push): void {
  queryClient.setQueryData(callKey("/user/push", {}), push);
}

/** The browser asks the customer itself, and only after a touch: a page that asks at once is refused for good. */
function ThisDevice({ push, publicKey }: { push: Push; publicKey: string }) {
  const t = useText("myPage");
  const [obstacle, setObstacle] = useState(pushObstacle);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const turn = async (asking: () => Promise<PushAsked>) => {
    setBusy(true);
    setRefused(null);
    const asked = await asking();
    setBusy(false);
    if (asked.ok) show(asked.data);
    else if ("refusal" in asked) setRefused(refusalText(asked.refusal));
    else if (asked.obstacle === "denied") setObstacle("denied");
    else setRefused(t("push_unreachable"));
  };
  if (push.on) {
    return (
      <section className={styles["part"]} aria-label={t("this_device")}>
        <p className={styles["title"]} role="status">
          {t("push_is_on")}
        </p>
        <p className={styles["note"]}>{t("push_ends")}</p>
        <Refused text={refused} />
        <Button look="quiet" wide busy={busy} onClick={() => void turn(turnPushOff)}>
          {t("push_turn_off")}
        </Button>
      </section>
    );
  }
  return (
    <section className={styles["part"]} aria-label={t("this_device")}>
      {obstacle !== null && <p className={styles["note"]}>{t(`push_${obstacle}`)}</p>}
      <Refused text={refused} />
      {obstacle === null && (
        <Button wide busy={busy} onClick={() => void turn(() => turnPushOn(publicKey))}>
          {t("push_turn_on")}
        </Button>
      )}
    </section>
  );
}

/** They hold for every device of the account. */
function Choices({ push }: { push: Push }) {
  const t = useText("myPage");
  const groups = useText("messages");
  const [refused, setRefused] = useState<string | null>(null);
  const choose = async (choice: Choice, on: boolean) => {
    setRefused(null);
    // It is as it was touched, at once; what the server answers is how it is.
    show(
      choice === "amounts"
        ? { ...push, amounts: on }
        : { ...push, groups: { ...push.groups, [choice]: on } },
    );
    const asked = await ask("/user/save-push-choice", { choice, switched: on ? "on" : "off" });
    show(asked.ok ? asked.data : push);
    if (!asked.ok) setRefused(refusalText(asked.refusal));
  };
  return (
    <fieldset className={styles["switches"]}>
      <legend className={styles["label"]}>{t("push_groups")}</legend>
      {messageGroups.map((group) => (
        <CheckField
          key={group}
          checked={push.groups[group]}
          onChange={(on) => void choose(group, on)}
        >
          {groups(`group_${group}`)}
        </CheckField>
      ))}
      <CheckField checked={push.amounts} onChange={(on) => void choose("amounts", on)}>
        {t("push_amounts")}
      </CheckField>
      <p className={styles["note"]}>{t("push_amounts_note")}</p>
      <Refused text={refused} />
    </fieldset>
  );
}

function Refused({ text }: { text: string | null }) {
  return (
    <p className={styles["refusal"]} aria-live="polite">
      {text}
    </p>
  );
}
