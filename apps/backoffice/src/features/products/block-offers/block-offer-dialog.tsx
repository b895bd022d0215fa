import { blockRules } from "@sanshi/contract/constants";
import { serverNow } from "@sanshi/web/server-clock";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { CheckField, SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { DraftDialog } from "../../../shared/offers/draft-form.tsx";
import { useText } from "../../../shared/text.ts";
import {
  draftOf,
  figureNames,
  formOf,
  missingIn,
  newBlock,
  timeNames,
  type BlockDraft,
} from "./block-offer-draft.ts";

type Draft = Output<"/api/ops/block-offers/drafts">["items"][number];

type DialogProps = {
  saved: Draft | null;
  /** What a new one begins with: a customer's consent, for instance. */
  begin?: BlockDraft | undefined;
  onClose: () => void;
};

/** A block trade as it is to be published; nobody but operators sees a draft. */
export function BlockOfferDialog({ saved, begin, onClose }: DialogProps) {
  const t = useText("blockOffers");
  const words = useText("words");
  const labelOf = (name: ReturnType<typeof missingIn>[number]) => {
    if (name === "name_jp" || name === "name_cn" || name === "name_us") return t(`seller_${name}`);
    if (name === "opens_at" || name === "closes_at" || name === "settles_at") return t(name);
    return words(`field_${name}`);
  };
  const id = saved === null ? {} : { id: saved.id };
  return (
    <DraftDialog
      texts="blockOffers"
      begin={saved === null ? (begin ?? newBlock(serverNow())) : draftOf(saved.form)}
      missing={(draft) => missingIn(draft).map(labelOf)}
      formOf={formOf}
      save={(form) => send("/api/ops/block-offers/draft", { ...id, form })}
      drafts="/api/ops/block-offers/drafts"
      nameLabel={(name) => t(`seller_${name}`)}
      onClose={onClose}
    >
      {(draft, change) => (
        <>
          {([...figureNames, "lock_up_days"] as const).map((name) => (
            <TextField
              key={name}
              label={words(`field_${name}`)}
              hint={name === "price" ? t("price_hint") : undefined}
              inputMode="decimal"
              value={draft[name]}
              onChange={(text) => change({ [name]: text })}
            />
          ))}
          {timeNames.map((name) => (
            <TextField
              key={name}
              type="datetime-local"
              label={t(name)}
              hint={t("time_hint")}
              value={draft[name]}
              onChange={(text) => change({ [name]: text })}
            />
          ))}
          <SelectField
            label={words("field_rule")}
            value={draft.rule}
            onChange={(rule) => change({ rule })}
            options={blockRules.map((value) => ({ value, label: t(`rule_${value}`) }))}
          />
          <CheckField checked={draft.invited_only} onChange={(on) => change({ invited_only: on })}>
            {words("field_invited_only")}
          </CheckField>
          <CheckField checked={draft.cancellable} onChange={(on) => change({ cancellable: on })}>
            {words("field_cancellable")}
          </CheckField>
        </>
      )}
    </DraftDialog>
  );
}
