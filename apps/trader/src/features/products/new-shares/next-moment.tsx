import type { Offering } from "@sanshi/contract";
import { NextMoment as Next } from "../../../shared/offers/next-moment.tsx";
import { useText } from "../../../shared/text.ts";
import { refreshOfferings } from "./refresh-offerings.ts";

/** Its window, and the draw after it. */
export function NextMoment({ offering }: { offering: Offering }) {
  const t = useText("offerings");
  const moments = [
    {
      at: offering.opens_at,
      status: offering.opens_at_status,
      soon: t("opens_in"),
      later: t("opens_on"),
    },
    {
      at: offering.closes_at,
      status: offering.closes_at_status,
      soon: t("closes_in"),
      later: t("closes_on"),
    },
    {
      at: offering.draws_at,
      status: offering.draws_at_status,
      soon: t("draws_in"),
      later: t("draws_on"),
    },
  ];
  return <Next moments={moments.slice(offering.status)} onMoment={refreshOfferings} />;
}
