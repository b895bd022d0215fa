import type { CallOutput, Calls } from "@sanshi/contract";
import { Button, EmptyState, Icon, Sheet, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useRef, useState } from "react";
import { askOnce } from "../../../shared/ask-once.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { toast } from "../../../shared/toast.ts";
import { deviceName } from "../../../shared/device-name.ts";
import styles from "./sheets.module.css";

type Device = CallOutput<Calls["/user/sessions"]>[number];
type SheetProps = { open: boolean; onClose: () => void };

/** Where the account is signed in; any other device can be signed out from here. */
export function DevicesSheet({ open, onClose }: SheetProps) {
  const t = useText("myPage");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("devices")} closeLabel={shell("close")}>
      <Devices />
    </Sheet>
  );
}

function Devices() {
  const t = useText("myPage");
  const devices = useCall("/user/sessions", {}, { quiet: true, staleTime: 0 });
  return (
    <>
      <p className={styles["note"]}>{t("devices_note")}</p>
      <Loaded query={devices} waiting={<SkeletonRows count={3} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState picture={<Illustration name="devices" />} sentence={t("no_devices")} />
          ) : (
            <>
              <ul className={styles["list"]}>
                {list
                  .toSorted((one, other) => Number(other.current) - Number(one.current))
                  .map((device) => (
                    <DeviceRow key={device.id} device={device} />
                  ))}
              </ul>
              <AuditHead head={list[0]?.audit_head ?? ""} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** What a customer can keep, to show later whether the operators' log was rewritten. */
function AuditHead({ head }: { head: string }) {
  const t = useText("myPage");
  return (
    <details className={styles["head"]}>
      <summary>{t("audit_head")}</summary>
      <p className={styles["detail"]}>{t("audit_head_note")}</p>
      <code>{head}</code>
    </details>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const t = useText("myPage");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const sending = useRef(false);
  const name = deviceName(device.device) ?? t("unknown_device");
  const signOutDevice = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    const asked = await askOnce("/user/revoke-session", { id: device.id });
    if (asked.ok) toast(t("device_signed_out", { device: name }));
    else setRefused(refusalText(asked.refusal));
    await refresh("/user/sessions", "/user/activity");
    sending.current = false;
    setBusy(false);
  };
  return (
    <li className={styles["row"]}>
      <Icon name="phone" />
      <div className={styles["main"]}>
        <p className={styles["title"]}>{name}</p>
        <p className={styles["detail"]}>
          {t("last_seen", { time: showDateTime(device.last_seen_at) })}
        </p>
        <p className={styles["detail"]}>
          {t("signed_in_at", { time: showDateTime(device.created_at) })}
        </p>
        <p className={styles["refusal"]} aria-live="polite">
          {refused}
        </p>
      </div>
      {device.current ? (
        <span className={styles["mark"]}>{t("this_device")}</span>
      ) : (
        <Button
          look="quiet"
          small
          busy={busy}
          aria-label={t("sign_out_device", { device: name })}
          onClick={() => void signOutDevice()}
        >
          {t("sign_out")}
        </Button>
      )}
    </li>
  );
}
