import { Change, Icon, ListRow, SegmentedControl } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { language, languageNames, languages } from "@sanshi/web/language";
import { Screen } from "../../../shared/screen.tsx";
import { useText } from "../../../shared/text.ts";
import { chooseRise, chooseTheme, chosenRise, chosenTheme, rises } from "../../../shared/theme.ts";
import { themes } from "@sanshi/web/theme";
import styles from "./language.module.css";

/** /mine/language: the languages, and how the screen looks. */
export default function LanguageScreen() {
  const t = useText("language");
  return (
    <Screen title={t("title")}>
      <section className={styles["section"]}>
        <h2>{t("language")}</h2>
        <div className={styles["card"]}>
          {languages.map((one) =>
            one === language() ? (
              <ListRow
                key={one}
                title={languageNames[one]}
                value={
                  <span className={styles["chosen"]}>
                    <Icon name="check" />
                  </span>
                }
              />
            ) : (
              <ListRow
                key={one}
                title={languageNames[one]}
                href={link(paths.changeLang({ to: one }))}
                chevron
              />
            ),
          )}
        </div>
      </section>
      <Appearance />
      <Colours />
    </Screen>
  );
}

function Appearance() {
  const t = useText("language");
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <section className={styles["section"]}>
      <h2>{t("appearance")}</h2>
      <SegmentedControl
        label={t("appearance")}
        choices={themes.map((value) => ({ value, label: t(`theme_${value}`) }))}
        value={theme}
        onChange={(chosen) => {
          setTheme(chosen);
          chooseTheme(chosen);
        }}
      />
    </section>
  );
}

function Colours() {
  const t = useText("language");
  const [rise, setRise] = useState(chosenRise);
  return (
    <section className={styles["section"]}>
      <h2>{t("colours")}</h2>
      <SegmentedControl
        label={t("colours")}
        choices={rises.map((value) => ({ value, label: t(`rise_${value}`) }))}
        value={rise}
        onChange={(chosen) => {
          setRise(chosen);
          chooseRise(chosen);
        }}
      />
      <p className={styles["example"]}>
        {t("example")}
        <Change percent="1.00" />
        <Change percent="-1.00" />
      </p>
    </section>
  );
}
