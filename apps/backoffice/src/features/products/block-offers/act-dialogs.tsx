import { inLanguage } from "@sanshi/web/language";
import { reasonCodes } from "@sanshi/contract/reason-codes";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { PublishDialog, useProposed, WithdrawDialog } from "../../../shared/offers/act-dialogs.tsx";

export type Row = Output<"/api/ops/block-offers">["items"][number];
export type Draft = Output<"/api/ops/block-offers/drafts">["items"][number];

const texts = "blockOffers";
const changed = ["/api/ops/block-offers", "/api/ops/block-offers/drafts"] as const;

export function PublishBlock({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  return (
    <PublishDialog
      texts={texts}
      what={`${inLanguage(draft.form.seller_names)} (${draft.form.code})`}
      send={() => send("/api/ops/block-offers/propose", { id: draft.id })}
      done={useProposed(texts, changed, onClose)}
      onClose={onClose}
    />
  );
}

export function WithdrawBlock({ row, onClose }: { row: Row; onClose: () => void }) {
  return (
    <WithdrawDialog
      texts={texts}
      what={`${inLanguage(row.names)} (${row.code})`}
      codes={reasonCodes["block-offers"]}
      send={(reason) => send("/api/ops/block-offers/:id/withdraw", { id: row.id, reason })}
      done={useProposed(texts, changed, onClose)}
      onClose={onClose}
    />
  );
}
