import { link, paths } from "../../app/paths.ts";
import { wordFor } from "../../shared/text.ts";

/** What a proposal is about: a customer has a page, the rest is named. */
export function SubjectLink({ one }: { one: { account: string | null; subject: string } }) {
  if (one.account === null)
    return <span className="muted">{wordFor("proposals", "subject_", one.subject)}</span>;
  return <a href={link(paths.customer(one.account))}>{one.account}</a>;
}
