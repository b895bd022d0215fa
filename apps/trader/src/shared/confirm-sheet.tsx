import { Button, Sheet } from "@sanshi/ui";
import { useState } from "react";
import type { Asked, Refusal } from "./api.ts";
import { RuleWhy } from "./rule-why.tsx";
import formStyles from "./form.module.css";
import { Facts, type Fact } from "./offers/facts.tsx";
import { refusalText, useText } from "./text.ts";

type ConfirmSheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  question: string;
  /** What follows, in figures, and what can be lost by it. */
  facts?: readonly Fact[];
  risk?: string;
  /** What the button does, in its words. */
  action: string;
  confirm: () => Promise<Asked<unknown>>;
  onDone: () => void;
};

/** Asks once before something is done, and says why where it is refused. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, onClose, title, question, facts, risk, action, confirm, onDone } = props;
  const shell = useText("shell");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const close = () => {
    setRefused(null);
    onClose();
  };
  const act = async () => {
    setBusy(true);
    setRefused(null);
    const asked = await confirm();
    setBusy(false);
    if (!asked.ok) return setRefused(asked.refusal);
    close();
    onDone();
  };
  return (
    <Sheet open={open} onClose={close} title={title} closeLabel={shell("close")}>
      <div className={formStyles["fields"]}>
        <p className={formStyles["lead"]}>{question}</p>
        {facts !== undefined && <Facts facts={facts} />}
        {risk !== undefined && <p className={formStyles["notice"]}>{risk}</p>}
        <div role="alert" className={formStyles["refusal"]}>
          {refused !== null && refusalText(refused)}
        </div>
        <RuleWhy refusal={refused} />
        <Button wide busy={busy} onClick={() => void act()}>
          {action}
        </Button>
      </div>
    </Sheet>
  );
}
