import { reasonLengthMax } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextArea } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { languageNames, languages } from "@sanshi/web/language";
import { refresh } from "../../../shared/queries.ts";
import { actsAlone } from "../../../shared/may.ts";
import { useMe } from "../../../shared/session.ts";
import { useText, type Translate } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import {
  draftOf,
  emptyDraft,
  faultsOf,
  neededLines,
  proposalOf,
  type Channel,
  type ChannelDraft,
} from "./channel-draft.ts";
import { AccountFields, LanguageFields, TermFields, type ChannelField } from "./channel-fields.tsx";

type ChannelDialogProps = {
  /** The one that it takes the place of; null for another one beside them. */
  replaced: Channel | null;
  /** It waits for another operator under this number. */
  onPending: (proposal: string) => void;
  onClose: () => void;
};

/** A new account for deposits, or what takes another's place: what one says is never changed. */
export function ChannelDialog({ replaced, onPending, onClose }: ChannelDialogProps) {
  const t = useText("depositChannels");
  const queue = useText("queue");
  const me = useMe();
  const [draft, setDraft] = useState(replaced === null ? emptyDraft : draftOf(replaced));
  const [note, setNote] = useState("");
  const { busy, refused, setRefused, submit } = useForm<ChannelField>();
  const change = (some: Partial<ChannelDraft>) => setDraft((before) => ({ ...before, ...some }));
  const propose = () => {
    const faults = faultsOf(draft);
    if (faults.length > 0) {
      return setRefused(
        Object.fromEntries(faults.map((fault) => [fault, faultText(t, fault, draft)])),
      );
    }
    return submit({
      send: () =>
        send("/api/ops/deposit-channels/propose", {
          ...proposalOf(draft),
          ...(replaced !== null && { replaces: replaced.id }),
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      // The hours were looked at: what is left of the rules are the limits.
      fieldByCode: {
        setting_invalid: "limits",
        amount_not_positive: "limits",
        amount_too_precise: "limits",
      },
      fields: [...neededLines, "name", "instructions", "minimum", "maximum", "position", "note"],
      done: async ({ id, state }) => {
        await refresh("/api/ops/deposit-channels", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        if (state !== "approved") onPending(id);
        onClose();
      },
    });
  };
  const shared = { draft, onChange: change, refused };
  return (
    <FormDialog
      title={replaced === null ? t("new") : t("replace_title", { number: replaced.account_number })}
      wide
      submit={t(actsAlone(me) ? (replaced === null ? "add" : "replace") : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <AccountFields {...shared} currencyFixed={replaced !== null} />
      <LanguageFields {...shared} />
      <TermFields {...shared} />
      <TextArea
        label={queue("note")}
        hint={queue("note_hint")}
        rows={2}
        maxLength={reasonLengthMax}
        value={note}
        onChange={setNote}
        refusal={refused.note}
      />
      <Notice tone="warn">{t("customers_send")}</Notice>
    </FormDialog>
  );
}

function faultText(
  t: Translate<"depositChannels">,
  fault: ReturnType<typeof faultsOf>[number],
  draft: ChannelDraft,
): string {
  if (fault === "hours") return t("hours_wrong");
  if (fault === "position") return t("position_hint");
  if (fault !== "name") return t("needed");
  const missing = languages.filter((language) => draft.name[language].trim() === "");
  return t("name_missing", {
    languages: missing.map((language) => languageNames[language]).join(", "),
  });
}
