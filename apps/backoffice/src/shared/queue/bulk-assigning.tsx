import type { ReviewItem } from "@sanshi/contract";
import { useAttempts } from "@sanshi/web/attempts";
import { useState } from "react";
import { send } from "../api.ts";
import { useText } from "../text.ts";
import { sortOut } from "./bulk.ts";
import { BulkDialog, type BulkProps } from "./bulk-run.tsx";
import { HandOverFields, handOverForm, type HandOver } from "./hand-over-dialog.tsx";
import { nameOfCase } from "./case-name.ts";

export function BulkClaimDialog<Item extends ReviewItem, Case extends Item>(
  props: BulkProps<Item, Case>,
) {
  const { queue, chosen, me, onChanged, onClose } = props;
  const t = useText("queue");
  const claim = `/api/ops/${queue.name}/:id/claim` as "/api/ops/proposals/:id/claim";
  return (
    <BulkDialog
      title={t("bulk_claim_title", { count: chosen.length })}
      submit={t("claim")}
      nameOf={nameOfCase}
      {...sortOut(queue, chosen, me, "claim")}
      ready={() => true}
      act={({ id }) => send(claim, { id })}
      said={() => t("bulk_claimed")}
      onChanged={onChanged}
      onClose={onClose}
    >
      <p>{t("bulk_claim_note")}</p>
    </BulkDialog>
  );
}

export function BulkHandOverDialog<Item extends ReviewItem, Case extends Item>(
  props: BulkProps<Item, Case>,
) {
  const { queue, chosen, me, onChanged, onClose } = props;
  const t = useText("queue");
  const [given, setGiven] = useState<HandOver>({ to: "", body: "" });
  const [refused, setRefused] = useState<{ to?: string }>({});
  const attempt = useAttempts();
  const ready = () => {
    setRefused(given.to === "" ? { to: t("colleague_needed") } : {});
    return given.to !== "";
  };
  return (
    <BulkDialog
      title={t("bulk_hand_over_title", { count: chosen.length })}
      submit={t("hand_over")}
      nameOf={nameOfCase}
      {...sortOut(queue, chosen, me, "claim")}
      ready={ready}
      act={({ id }) =>
        attempt(JSON.stringify([queue.name, id, given]), (request_id) =>
          send("/api/ops/cases/:queue/:id/hand-over", {
            queue: queue.name,
            id,
            ...handOverForm(given),
            request_id,
          }),
        )
      }
      said={({ handed_to: to }) => t("handed_over_to", { operator: to?.email ?? "" })}
      onChanged={onChanged}
      onClose={onClose}
    >
      <HandOverFields queue={queue.name} given={given} onChange={setGiven} refused={refused} />
    </BulkDialog>
  );
}
