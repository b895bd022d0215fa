import { serverNow } from "@sanshi/web/server-clock";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { CheckField, SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { DraftDialog } from "../../../shared/offers/draft-form.tsx";
import { useText } from "../../../shared/text.ts";
import { ProspectusField } from "./prospectus-field.tsx";
import {
  draftOf,
  figureNames,
  formOf,
  missingIn,
  newOffering,
  timeNames,
} from "./offering-draft.ts";

type Draft = Output<"/api/ops/offerings/drafts">["items"][number];

/** An offering as it is to be published; nobody but operators sees a draft. */
export function OfferingDialog({ saved, onClose }: { saved: Draft | null; onClose: () => void }) {
  const t = useText("offerings");
  const words = useText("words");
  const id = saved === null ? {} : { id: saved.id };
  return (
    <DraftDialog
      texts="offerings"
      begin={saved === null ? newOffering(serverNow()) : draftOf(saved.form)}
      missing={(draft) => missingIn(draft).map((name) => words(`field_${name}`))}
      formOf={formOf}
      save={(form) => send("/api/ops/offerings/draft", { ...id, form })}
      drafts="/api/ops/offerings/drafts"
      nameLabel={(name) => words(`field_${name}`)}
      onClose={onClose}
    >
      {(draft, change) => (
        <>
          <ProspectusField
            value={draft.prospectus}
            onChange={(prospectus) => change({ prospectus })}
          />
          {(["sponsor", ...figureNames] as const).map((name) => (
            <TextField
              key={name}
              label={words(`field_${name}`)}
              hint={name === "price_high" ? t("same_price") : undefined}
              value={draft[name]}
              onChange={(text) => change({ [name]: text })}
            />
          ))}
          <SelectField
            label={words("field_rule")}
            value={draft.rule}
            onChange={(rule) => change({ rule })}
            options={(["equal", "by_lot"] as const).map((value) => ({
              value,
              label: t(`rule_${value}`),
            }))}
          />
          <CheckField checked={draft.asks_money} onChange={(asks) => change({ asks_money: asks })}>
            {words("field_asks_money")}
          </CheckField>
          {timeNames.map((name) => (
            <TextField
              key={name}
              type="datetime-local"
              label={words(`field_${name}`)}
              hint={t("time_hint")}
              value={draft[name]}
              onChange={(text) => change({ [name]: text })}
            />
          ))}
        </>
      )}
    </DraftDialog>
  );
}
