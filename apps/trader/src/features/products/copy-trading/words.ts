import type { CopyProduct, Following } from "@sanshi/contract";
import { displayDecimal, displayMoney } from "@sanshi/money";
import { refresh } from "../../../shared/queries.ts";

export { dayText, signedPercent } from "../../../shared/signed-figures.ts";

export function moneyText(amount: string, type: Following["type"]): string {
  return `${displayMoney(amount)} ${type.toUpperCase()}`;
}

/** What one unit is worth: two decimals more than money has. */
export function unitText(value: string, type: Following["type"]): string {
  return `${displayDecimal(value, 2, 4)} ${type.toUpperCase()}`;
}

export const stateTones: Record<CopyProduct["state"], string> = {
  open: "good",
  closed: "none",
  winding_down: "wait",
  ended: "none",
};

/** After anything was done, whatever shows it is read anew. */
export function refreshFollowings(): Promise<void> {
  return refresh(
    "/trade/userproductlist",
    "/trade/productlist",
    "/trade/product",
    "/user/assets",
    "/user/getUserinfo",
    "/user/fund-records",
  );
}
