import { reasonLengthMax } from "@sanshi/contract/reason-codes";
import type { MarketKey } from "@sanshi/money";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextArea } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import {
  additionOf,
  emptyAddition,
  faultsOf,
  type AdditionDraft,
  type AdditionField,
} from "./addition-draft.ts";
import { ListingFields } from "./listing-fields.tsx";
import { NamingFields } from "./naming-fields.tsx";

type AddDialogProps = {
  market: MarketKey;
  of: NonNullable<Output<"/api/ops/instruments/additions">["of"]>;
  /** It waits for another operator under this number. */
  onPending: (proposal: string) => void;
  onClose: () => void;
};

/** An instrument that the feed is to carry. It has everything but a price: nobody types one. */
export function AddDialog({ market, of, onPending, onClose }: AddDialogProps) {
  const t = useText("instruments");
  const queue = useText("queue");
  const me = useMe();
  const [draft, setDraft] = useState(emptyAddition(market));
  const { busy, refused, setRefused, submit } = useForm<AdditionField>();
  const change = (some: Partial<AdditionDraft>) => setDraft((before) => ({ ...before, ...some }));
  const isFounded = of === "companies";
  const propose = () => {
    const faults = faultsOf(draft, isFounded, t);
    const { sector } = draft;
    if (sector === "" || Object.keys(faults).length > 0) return setRefused(faults);
    return submit({
      send: () => send("/api/ops/instruments/add", additionOf(draft, sector, isFounded)),
      fieldByCode: {
        instrument_code_malformed: "code",
        instrument_exists: "code",
        instrument_not_in_feed: "code",
        instrument_exchange_wrong: "exchange",
        instrument_name_missing: "names",
        listing_date_wrong: "listed_on",
        proposal_pending: "code",
      },
      fields: ["code", "names", "search_terms", "sector", "listed_on", "note"],
      done: async ({ id, state }) => {
        await refresh(
          "/api/ops/instruments",
          "/api/ops/instruments/additions",
          "/api/ops/proposals",
        );
        toast(t(state === "approved" ? "added_now" : "proposed"));
        if (state !== "approved") onPending(id);
        onClose();
      },
    });
  };
  const fields = { draft, onChange: change, refused };
  return (
    <FormDialog
      title={t("add")}
      wide
      submit={t(me.single_approval ? "add" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <ListingFields {...fields} isFounded={isFounded} />
      <NamingFields {...fields} />
      <TextArea
        label={queue("note")}
        hint={queue("note_hint")}
        rows={2}
        maxLength={reasonLengthMax}
        value={draft.note}
        onChange={(note) => change({ note })}
        refusal={refused.note}
      />
      <Notice tone="info">{t(isFounded ? "price_of_company" : "price_of_code")}</Notice>
    </FormDialog>
  );
}
