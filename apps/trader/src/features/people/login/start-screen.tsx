import { Icon, LinkButton } from "@sanshi/ui";
import { lazy, Suspense, useEffect } from "react";
import { config, isSimulated } from "../../../shared/config.ts";
import { changeLanguage } from "../../../shared/language.ts";
import { language, languageNames, languages } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { link, paths } from "../../../app/paths.ts";
import { SiteLogo } from "./site-logo.tsx";
import { ThreeMarkets } from "./three-markets.tsx";
import styles from "./login.module.css";

// What this is stands there before its prices do; the forms behind it do without them.
const MarketNow = lazy(() => import("./welcome/market-now.tsx"));

/** /login/start: what this is, in one's own language, and the two ways in. */
export default function StartScreen() {
  const t = useText("login");
  useEffect(() => {
    document.title = config("title");
    // The form is there when it is asked for.
    void import("./register-screen.tsx").catch(() => undefined);
  }, []);
  return (
    <main className={styles["start"]}>
      <div className={styles["startHead"]}>
        <SiteLogo />
        <LanguageChoice />
      </div>
      <h1 className={styles["headline"]}>{t("headline")}</h1>
      <p className={styles["lead"]}>{t("lead")}</p>
      <Suspense fallback={<div className={styles["nowPlace"]} />}>
        <MarketNow otherwise={<ThreeMarkets />} />
      </Suspense>
      {isSimulated() && (
        <div className={styles["statement"]}>
          <Icon name="info" />
          <p>
            <strong>{t("simulated_title")}</strong>
            {t("simulated_statement")}
          </p>
        </div>
      )}
      <div className={styles["startActions"]}>
        <LinkButton wide href={link(paths.loginRegister)}>
          {t("start")}
        </LinkButton>
        <LinkButton wide look="quiet" href={link(paths.login)}>
          {t("have_account")}
        </LinkButton>
      </div>
    </main>
  );
}

function LanguageChoice() {
  const t = useText("login");
  return (
    <label className={styles["languageChoice"]}>
      <Icon name="globe" size={20} />
      <span className="visually-hidden">{t("choose_language")}</span>
      <select
        value={language()}
        onChange={(event) => {
          const chosen = languages.find((one) => one === event.currentTarget.value);
          if (chosen !== undefined) changeLanguage(chosen);
        }}
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={{ jp: "ja", cn: "zh-CN", us: "en" }[one]}>
            {languageNames[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
