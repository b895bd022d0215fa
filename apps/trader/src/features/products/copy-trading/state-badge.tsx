import type { CopyProduct } from "@sanshi/contract";
import formStyles from "../../../shared/form.module.css";
import { useText } from "../../../shared/text.ts";
import { stateTones } from "./words.ts";

export function StateBadge({ product }: { product: Pick<CopyProduct, "state"> }) {
  const t = useText("follow");
  return (
    <span className={formStyles["badge"]} data-tone={stateTones[product.state]}>
      {t(`state_${product.state}`)}
    </span>
  );
}
