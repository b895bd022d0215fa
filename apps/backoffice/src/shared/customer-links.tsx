import { link, paths } from "../app/paths.ts";

export function CustomerLinks({ accounts }: { accounts: readonly string[] }) {
  return accounts.map((account, index) => (
    <span key={account}>
      {index > 0 && ", "}
      <a href={link(paths.customer(account))}>{account}</a>
    </span>
  ));
}
