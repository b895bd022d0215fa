import { Button, Sheet } from "@sanshi/ui";
import { useState } from "react";
import { signOut } from "../../../shared/sign-out.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./sheets.module.css";

type SheetProps = { open: boolean; onClose: () => void };

/** Asks once, then clears token and account and leads to the sign-in screen. */
export function LogoutSheet({ open, onClose }: SheetProps) {
  const t = useText("myPage");
  const shell = useText("shell");
  const [busy, setBusy] = useState(false);
  const leave = () => {
    setBusy(true);
    void signOut();
  };
  return (
    <Sheet open={open} onClose={onClose} title={t("logout")} closeLabel={shell("close")}>
      <p className={styles["question"]}>{t("logout_question")}</p>
      <div className={styles["actions"]}>
        <Button look="quiet" wide disabled={busy} onClick={onClose}>
          {shell("cancel")}
        </Button>
        <Button wide busy={busy} onClick={leave}>
          {t("logout")}
        </Button>
      </div>
    </Sheet>
  );
}
