import { ListRow } from "@sanshi/ui";
import { link, paths } from "../../../app/paths.ts";
import { config } from "../../../shared/config.ts";
import { LegalDocument } from "./legal-document.tsx";
import { useLegalTexts } from "./legal-texts.ts";
import { MarketSeed } from "./market-seed.tsx";
import styles from "./legal.module.css";

/** /mine/about: what this is, who may see what, and which version runs. */
export default function AboutScreen() {
  const { about } = useLegalTexts();
  const support = config("kefu");
  return (
    <LegalDocument {...about}>
      <MarketSeed />
      <div className={styles["card"]}>
        <ListRow title={about.version} value={__APP_VERSION__} />
        <ListRow title={about.agreement} href={link(paths.protocol)} chevron />
        <ListRow title={about.rules} href={link(paths.rules())} chevron />
        <ListRow title={about.privacy} href={link(paths.privacy)} chevron />
        {support === "" ? (
          <ListRow title={about.support} href={link(paths.service)} chevron />
        ) : (
          <ListRow title={about.support} href={support} external chevron />
        )}
      </div>
    </LegalDocument>
  );
}
