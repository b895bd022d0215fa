import type { BlockOffer } from "@sanshi/contract";
import { NextMoment as Next, type Moment } from "../../../shared/offers/next-moment.tsx";
import { useText } from "../../../shared/text.ts";
import { refreshBlocks } from "./refresh-blocks.ts";

/** Its window, and the draw or settlement after it. */
export function NextMoment({ offer }: { offer: BlockOffer }) {
  const t = useText("blockTrades");
  const moment = (at: string, text: string): Moment => ({ at, soon: text, later: text });
  const moments = [
    moment(offer.opens_at, t("opens_in")),
    moment(offer.closes_at, t("closes_in")),
    moment(offer.settles_at, t(offer.draw === null ? "settles_in" : "draws_in")),
  ];
  return <Next moments={moments.slice(offer.status)} onMoment={refreshBlocks} />;
}
