import type { RuleVersionOnWire } from "@sanshi/contract";
import { fillText } from "@sanshi/web/fill-text";
import { classNames } from "@sanshi/ui";
import type { RulesTexts } from "../../texts/rules/jp.ts";
import { fullDate } from "../calendar-date.ts";
import { isNamedPublisher, publisherText } from "./publisher-text.ts";
import { factName, factValue } from "./fact-text.ts";
import styles from "./rules.module.css";

type VersionProps = { version: RuleVersionOnWire; texts: RulesTexts };
/** `date` is the market's own day: what begins after it is still to come. */
type DatedProps = VersionProps & { date: string };

/** A rule's figures, and where they come from. */
export function RuleVersion({ version, texts, date }: DatedProps) {
  return (
    <>
      <RuleFacts version={version} texts={texts} />
      <p className={styles["since"]}>
        {sinceText(version, texts, date)}
        {!version.confirmed && ` · ${texts.page.unconfirmed}`}
      </p>
      <RuleSources version={version} texts={texts} />
    </>
  );
}

export function RuleFacts({ version: { facts }, texts }: VersionProps) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles["facts"]}>
      {facts.map((one, index) => (
        // A market has the same phase in the morning and in the afternoon.
        <div key={index} className={classNames(one.unit === "dates" && styles["long"])}>
          <dt>{factName(one, texts)}</dt>
          <dd>{factValue(one, texts)}</dd>
        </div>
      ))}
    </dl>
  );
}

function RuleSources({ version: { texts: sources }, texts }: VersionProps) {
  const { page } = texts;
  return (
    <ul className={styles["sources"]} aria-label={page.source}>
      {sources.map(({ publisher, title, date, address }) => {
        const said = date === null ? title : `${title} (${fullDate(date)})`;
        return (
          <li key={`${publisher} ${title}`}>
            <span className={styles["publisher"]}>{publisherText(publisher)}</span>{" "}
            {address === null ? (
              isNamedPublisher(publisher) && `${said} · ${page.no_address}`
            ) : (
              <a href={address} target="_blank" rel="noreferrer">
                {said}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Since when it holds: a first day that is not known is none. */
export function sinceText(version: RuleVersionOnWire, { page }: RulesTexts, date: string): string {
  const { since, since_confirmed, in_force_before: before } = version;
  if (since === null && before === null) return page.since_older;
  if (since === null) return fillText(page.since_unknown, { date: fullDate(before ?? "") });
  if (since > date) return fillText(page.begins, { date: fullDate(since) });
  const text = since_confirmed ? page.since : page.since_from_memory;
  return fillText(text, { date: fullDate(since) });
}
