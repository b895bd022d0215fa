import type { HeldStock } from "@sanshi/contract";
import { displayDecimal, parseShares } from "@sanshi/money";
import { Button } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import type { Refusal } from "../../../shared/api.ts";
import { HaltBanner } from "../../../shared/halt-banner.tsx";
import { useText, type Translate } from "../../../shared/text.ts";
import { GeneralRefusal } from "./close-fields.tsx";
import styles from "./close-form.module.css";
import type { CloseMarket } from "./close-market.ts";
import type { CloseForm as Form } from "./close-order.ts";

type Named = Pick<HeldStock, "names" | "side">;
type Said = Pick<Form, "kind" | "quantity" | "price" | "stop" | "trail" | "trailBy">;
type CloseFootProps = {
  closed: Named;
  market: CloseMarket;
  form: Said;
  refusal: Refusal | null;
  /** Where no field is the quantity's, what is said of it stands here too. */
  isAll?: boolean;
  busy: boolean;
  isReady: boolean;
  /** What it would bring. */
  estimate: React.ReactNode;
};

/** What closing would bring, what speaks against it, and the button that does it. */
export function CloseFoot({ closed, market, form, refusal, estimate, ...rest }: CloseFootProps) {
  const t = useText("positions");
  const { busy, isReady, isAll = false } = rest;
  const waits = market.halt?.takes_orders === true && form.kind !== "market";
  return (
    <>
      {market.halt !== null && <HaltBanner halt={market.halt} />}
      {estimate}
      <GeneralRefusal refusal={refusal} isAll={isAll} />
      <div className={styles["submit"]}>
        <Button
          type="submit"
          look={closed.side === "long" ? "down" : "up"}
          wide
          busy={busy}
          disabled={!isReady || (market.halt !== null && !waits)}
        >
          {submitText(closed, form, t)}
        </Button>
      </div>
    </>
  );
}

/** What the button does. */
function submitText(closed: Named, form: Said, t: Translate<"positions">): string {
  const gaps = {
    name: inLanguage(closed.names),
    quantity: displayDecimal(form.quantity, 0, 0),
    count: Number(parseShares(form.quantity) ?? 0n),
    price: displayDecimal(form.price, 2, 4),
    stop: displayDecimal(form.stop, 2, 4),
    trail: form.trailBy === "amount" ? form.trail : `${form.trail}%`,
  };
  return t(`${closed.side === "short" ? "cover" : "sell"}_at_${form.kind}`, gaps);
}
