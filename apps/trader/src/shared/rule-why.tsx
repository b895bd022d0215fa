import { fillText } from "@sanshi/web/fill-text";
import { link, paths } from "../app/paths.ts";
import type { Refusal } from "./api.ts";
import { isNamedPublisher, publisherText } from "./rules/publisher-text.ts";
import { ruleText, ruleWords } from "./text.ts";
import styles from "./rule-why.module.css";

/**
 * Under the sentence of a refusal by a market's rule: which rule it was, since when it holds, and whose text says so.
 * Nothing where no such rule refused.
 */
export function RuleWhy({ refusal }: { refusal: Pick<Refusal, "params"> | null }) {
  const why = ruleWords()?.why;
  const params = refusal?.params ?? {};
  const { rule, rule_title: title, rule_publisher: publisher, rule_address: address } = params;
  if (why === undefined || rule === undefined || title === undefined || publisher === undefined) {
    return null;
  }
  const before = params["in_force_before"];
  return (
    <details className={styles["why"]}>
      <summary>{why.title}</summary>
      <p>{ruleText(rule, params["since"])}</p>
      {before !== undefined && (
        <p>{fillText(why.since_unknown, { date: before.replaceAll("-", "/") })}</p>
      )}
      {params["since_confirmed"] === "false" && <p>{why.since_unconfirmed}</p>}
      <p>
        <strong>{publisherText(publisher)}</strong>
        {isNamedPublisher(publisher) && ` ${title}`}
      </p>
      {params["rule_confirmed"] === "false" && <p>{why.unconfirmed}</p>}
      {address !== undefined && (
        <a href={address} target="_blank" rel="noreferrer">
          {why.open_source}
        </a>
      )}
      <a href={link(paths.rules({ rule }))}>{why.rules}</a>
    </details>
  );
}
