import type { HeldStock } from "@sanshi/contract";
import { displayDecimal } from "@sanshi/money";
import { Price } from "@sanshi/ui";
import { useText } from "../../../shared/text.ts";
import { SharesText } from "./row-head.tsx";

/** The exits for parts that an order to open brings with it, while they wait for its end. */
export function ExitParts({ position }: { position: HeldStock }) {
  const t = useText("positions");
  return position.exits?.map((exit, index) => (
    // They have no number yet: their order is the one in which they begin.
    <p key={index}>
      {exit.take_profit !== null && (
        <>
          {t("take_profit")} <Price value={exit.take_profit} />{" "}
        </>
      )}
      {exit.stop_loss !== null && (
        <>
          {t("stop_loss")} <Price value={exit.stop_loss} />{" "}
        </>
      )}
      {exit.trail_percent !== undefined && `${t("trailing_stop_order")} ${exit.trail_percent}% `}
      {exit.trail_amount !== undefined &&
        `${t("trailing_stop_order")} ${displayDecimal(exit.trail_amount, 0, 4)} `}
      · <SharesText quantity={exit.quantity} />
    </p>
  ));
}
