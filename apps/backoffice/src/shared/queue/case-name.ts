import type { ReviewItem } from "@sanshi/contract";

/** What a case is called where there is no room for more: whose it is, and its number. */
export function nameOfCase({ id, account }: Pick<ReviewItem, "id" | "account">): string {
  return account === null ? `#${id}` : `${account} #${id}`;
}
