import type { Restriction } from "@sanshi/contract";
import { language } from "@sanshi/web/language";

import { FramedReason } from "./operator-words.tsx";
import { useText } from "./text.ts";
import { serverNow } from "@sanshi/web/server-clock";
import { showDateTime } from "@sanshi/web/times";

/** Whether positions cannot be closed at this moment. */
export function isClosingBarred({
  closing_barred_until: until,
  ended_at: ended,
}: Pick<Restriction, "closing_barred_until" | "ended_at">): boolean {
  return until !== null && ended === null && Date.parse(until) > serverNow();
}

/** Why, since when, when it is looked at again, and who decided it. */
export function RestrictionFacts({ restriction }: { restriction: Restriction }) {
  const t = useText("notices");
  const { reason, since, ended_at, review_at, role, approved_role } = restriction;
  const end =
    ended_at === null
      ? t("own_review", { at: showDateTime(review_at) })
      : t("own_ended_at", { at: showDateTime(ended_at) });
  const decided =
    role === null ? t("decided_by_you") : t("decided_by", { role: t(`role_${role}`) });
  return (
    <>
      <FramedReason reason={reason[language()]} role={role === null ? null : t(`role_${role}`)}>
        {(said) => <p>{t("reason", { reason: said })}</p>}
      </FramedReason>
      <p>
        {t("since", { at: showDateTime(since) })} · {end} · {decided}
        {approved_role !== null && ` · ${t("approved_by", { role: t(`role_${approved_role}`) })}`}
      </p>
    </>
  );
}
