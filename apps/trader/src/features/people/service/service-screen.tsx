import { helpTopics, type HelpTopic } from "@sanshi/contract/constants";
import { EmptyState, Icon, ListRow } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useDeferredValue } from "react";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { config } from "../../../shared/config.ts";
import { fillText } from "@sanshi/web/fill-text";
import { Screen } from "../../../shared/screen.tsx";
import { SearchField } from "../../../shared/search-field.tsx";
import { safeServiceLink } from "../../../shared/service-link.ts";
import { useUnreadService } from "../../../shared/unread-messages.ts";
import { pagesOfHelp } from "./help-pages.ts";
import { searchHelp } from "./help-search.ts";
import { useHelp, type Help } from "./help-texts.ts";
import styles from "./service.module.css";

const queryLengthMax = 64;
const topics = Object.keys(helpTopics) as HelpTopic[];

/** /login/help: the pages of help, a search in them, and the way to somebody who answers. */
export default function ServiceScreen() {
  const help = useHelp();
  const [params, setParams] = useSearchParams();
  const query = params.get("q") ?? "";
  // In the address, so that a return finds the same results.
  const change = (typed: string) => setParams(typed === "" ? {} : { q: typed }, { replace: true });
  const searched = useDeferredValue(query);
  return (
    <Screen title={help.screen.title}>
      <SearchField
        texts={{
          label: help.screen.search,
          placeholder: help.screen.search,
          clear: help.screen.clear,
        }}
        lengthMax={queryLengthMax}
        value={query}
        onChange={change}
      />
      <div className={styles["page"]}>
        {searched.trim() === "" ? (
          <>
            <Contact help={help} />
            <Topics help={help} />
          </>
        ) : (
          <>
            <Results help={help} query={searched} />
            <Contact help={help} />
          </>
        )}
      </div>
    </Screen>
  );
}

function Topics({ help }: { help: Help }) {
  return (
    <>
      {topics.map((topic) => (
        <section key={topic} aria-labelledby={`topic-${topic}`}>
          <h2 className={styles["topic"]} id={`topic-${topic}`}>
            {help.topics[topic]}
          </h2>
          <div className={styles["group"]}>
            {helpTopics[topic].map((id) => (
              <ListRow
                key={id}
                title={help.titles[id]}
                href={link(paths.helpArticle({ id }))}
                chevron
              />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function Results({ help, query }: { help: Help; query: string }) {
  const found = searchHelp(pagesOfHelp(help), query);
  return (
    <section aria-labelledby="help-results">
      <h2 className={styles["topic"]} id="help-results" role="status">
        {help.screen.results} ({found.length})
      </h2>
      {found.length === 0 ? (
        <EmptyState
          picture={<Illustration name="help" />}
          sentence={fillText(help.screen.nothing, { query })}
        />
      ) : (
        <div className={styles["group"]}>
          {found.map(({ id, title, paragraphs }) => (
            <ListRow
              key={id}
              title={title}
              subtitle={<span className={styles["excerpt"]}>{paragraphs[0]}</span>}
              href={link(paths.helpArticle({ id }))}
              chevron
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** The broker's own link where it has one; else the conversation in the app. */
function Contact({ help }: { help: Help }) {
  const unread = useUnreadService();
  const elsewhere = safeServiceLink(config("kefu"));
  const { screen } = help;
  return (
    <section className={styles["contact"]} aria-label={screen.contact}>
      <p>{screen.contact_lead}</p>
      {elsewhere === null ? (
        <a className={styles["ask"]} href={link(paths.serviceChat)}>
          <Icon name="headset" />
          {screen.contact}
        </a>
      ) : (
        <a className={styles["ask"]} href={elsewhere} target="_blank" rel="noreferrer">
          <Icon name="headset" />
          {screen.contact_elsewhere}
        </a>
      )}
      {unread > 0 && (
        <p className={styles["unread"]}>{fillText(screen.contact_unread, { count: unread })}</p>
      )}
    </section>
  );
}
