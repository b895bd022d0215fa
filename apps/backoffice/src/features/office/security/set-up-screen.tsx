import { SegmentedControl } from "@sanshi/ui";
import { useState } from "react";
import { Button } from "../../../shared/kit/button.tsx";
import { DoorFrame } from "../../../shared/kit/door-frame.tsx";
import { passkeysAreOffered } from "@sanshi/web/passkeys";
import { useMe } from "../../../shared/session.ts";
import { refreshSession, signOut } from "../../../shared/signing.ts";
import { useText } from "../../../shared/text.ts";
import { AddPasskeyButton } from "./passkey-list.tsx";
import { PasswordForm } from "./password-form.tsx";
import styles from "./security.module.css";
import { TotpSetUp } from "./totp-set-up.tsx";

/** What has to be done before anything else: a password of one's own, then a second factor. */
export function SetUpScreen() {
  const t = useText("security");
  const shell = useText("shell");
  const me = useMe();
  const isPassword = me.password_change_required;
  return (
    <DoorFrame
      title={isPassword ? t("first_password") : t("second_factor")}
      foot={
        <Button look="plain" onClick={() => void signOut()}>
          {shell("sign_out")}
        </Button>
      }
    >
      <p className={styles["text"]}>
        {isPassword ? t("first_password_why") : t("second_factor_why")}
      </p>
      {isPassword ? (
        <PasswordForm passkeys={me.passkeys} onDone={refreshSession} />
      ) : (
        <SecondFactor />
      )}
    </DoorFrame>
  );
}

function SecondFactor() {
  const t = useText("security");
  const [kind, setKind] = useState<"totp" | "passkey">("totp");
  return (
    <div className={styles["form"]}>
      {passkeysAreOffered() && (
        <SegmentedControl
          label={t("second_factor")}
          choices={[
            { value: "totp", label: t("totp") },
            { value: "passkey", label: t("passkey") },
          ]}
          value={kind}
          onChange={setKind}
        />
      )}
      {kind === "totp" ? (
        <TotpSetUp onDone={refreshSession} />
      ) : (
        <AddPasskeyButton onDone={refreshSession} />
      )}
    </div>
  );
}
