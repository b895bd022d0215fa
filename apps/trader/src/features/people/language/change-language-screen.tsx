import { Button } from "@sanshi/ui";
import { Navigate, useSearchParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import { changeLanguage } from "../../../shared/language.ts";
import { isLanguage, languageNames, language } from "@sanshi/web/language";
import { replacePlace } from "../../../shared/places.ts";
import { Screen, useBack } from "../../../shared/screen.tsx";
import { useText } from "../../../shared/text.ts";
import styles from "./language.module.css";

/** /mine/changeLang: stores the choice and reloads, once the customer has said yes. */
export default function ChangeLanguageScreen() {
  const t = useText("language");
  const back = useBack();
  const to = useSearchParams()[0].get("to") ?? "";
  if (!isLanguage(to) || to === language()) return <Navigate to={paths.language} replace />;
  return (
    <Screen title={t("change_title")}>
      <div className={styles["question"]}>
        <p className={styles["name"]} lang={{ jp: "ja", cn: "zh-CN", us: "en" }[to]}>
          {languageNames[to]}
        </p>
        <p className={styles["ask"]}>{t("change_question", { language: languageNames[to] })}</p>
        <p className={styles["note"]}>{t("change_note")}</p>
        <div className={styles["answers"]}>
          <Button
            wide
            onClick={() => {
              replacePlace(paths.language);
              changeLanguage(to);
            }}
          >
            {t("change")}
          </Button>
          <Button wide look="plain" onClick={back}>
            {t("keep")}
          </Button>
        </div>
      </div>
    </Screen>
  );
}
