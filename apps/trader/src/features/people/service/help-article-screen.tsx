import type { HelpArticle } from "@sanshi/contract/constants";
import { EmptyState, LinkButton, ListRow } from "@sanshi/ui";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { Screen } from "../../../shared/screen.tsx";
import { amountsOf, helpPlaces, helpWays, isHelpArticle, pageOfHelp } from "./help-pages.ts";
import { useHelp, type Help } from "./help-texts.ts";
import styles from "./service.module.css";

/** /login/helpInfo: one page of help, with this instance's figures and the way on. */
export default function HelpArticleScreen() {
  const help = useHelp();
  const [params] = useSearchParams();
  const id = params.get("id");
  if (!isHelpArticle(id)) {
    return (
      <Screen title={help.screen.title}>
        <EmptyState picture="list" sentence={help.screen.not_found}>
          <LinkButton href={link(paths.service)}>{help.screen.to_help}</LinkButton>
        </EmptyState>
      </Screen>
    );
  }
  return <Article key={id} help={help} id={id} />;
}

function Article({ help, id }: { help: Help; id: HelpArticle }) {
  const { title, paragraphs } = pageOfHelp(help, id);
  const { links = [], related = [] } = helpWays[id];
  return (
    <Screen title={help.screen.title}>
      <article className={styles["article"]}>
        <h2>{title}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Amounts help={help} id={id} />
        {links.map((one) => (
          <LinkButton key={one} look="quiet" wide href={link(helpPlaces[one])}>
            {help.open[one]}
          </LinkButton>
        ))}
      </article>
      <nav className={styles["page"]} aria-labelledby="related-help">
        <h2 className={styles["topic"]} id="related-help">
          {help.screen.related}
        </h2>
        <div className={styles["group"]}>
          {related.map((one) => (
            <ListRow
              key={one}
              title={help.titles[one]}
              href={link(paths.helpArticle({ id: one }))}
              chevron
            />
          ))}
          <ListRow title={help.screen.contact} href={link(paths.service)} chevron />
        </div>
      </nav>
    </Screen>
  );
}

function Amounts({ help, id }: { help: Help; id: HelpArticle }) {
  const rows = amountsOf(id);
  if (rows.length === 0) return null;
  const { figures } = help;
  return (
    // With large text it is wider than the screen, and moved sideways with the keys too.
    <div className={styles["wide"]} role="group" aria-label={figures.amounts} tabIndex={0}>
      <table className={styles["amounts"]}>
        <caption>{figures.amounts}</caption>
        <thead>
          <tr>
            <th scope="col">{figures.currency}</th>
            <th scope="col">{figures.minimum}</th>
            <th scope="col">{figures.maximum}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ currency, minimum, maximum }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              <td>{minimum}</td>
              <td>{maximum}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
