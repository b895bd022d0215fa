import { link, paths } from "../../../app/paths.ts";
import { subjectText } from "./subject-text.ts";

/** What a proposal is about: a customer has a page, the rest is named. */
export function SubjectLink({
  one,
}: {
  one: { account: string | null; kind: string; subject: string };
}) {
  if (one.account === null)
    return <span className="muted">{subjectText(one.kind, one.subject)}</span>;
  return <a href={link(paths.customer(one.account))}>{one.account}</a>;
}
