import { Icon } from "@sanshi/ui";
import { useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "../shared/kit/button.tsx";
import { Segments } from "../shared/kit/filters.tsx";
import { changeLanguage } from "../shared/language.ts";
import { language, languageNames, languages } from "@sanshi/web/language";
import { useMe } from "../shared/session.ts";
import { signOut } from "../shared/signing.ts";
import { useText } from "../shared/text.ts";
import { chooseTheme, chosenTheme } from "../shared/theme.ts";
import { themes } from "@sanshi/web/theme";
import styles from "./operator-menu.module.css";
import { link, paths } from "./paths.ts";

/** Who is signed in and as what, always in sight; behind it, what is theirs alone. */
export function OperatorMenu() {
  const t = useText("shell");
  const role = useText("roles");
  const me = useMe();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => menu.current?.hidePopover(), [pathname]);
  return (
    <>
      <button type="button" className={styles["who"]} popoverTarget={id}>
        <span className="visually-hidden">{t("operator_menu")}</span>
        <span className={styles["face"]} aria-hidden="true">
          {me.email.slice(0, 1).toUpperCase()}
        </span>
        <span className={styles["lines"]}>
          <span className={styles["email"]}>{me.email}</span>
          <span className={styles["role"]}>{role(me.role)}</span>
        </span>
        <Icon name="down" size={14} />
      </button>
      <div ref={menu} id={id} popover="auto" className={styles["menu"]}>
        <p className={styles["self"]}>
          {me.email} <small>{role(me.role)}</small>
        </p>
        <Theme />
        <div>
          <p className={styles["name"]}>{t("language")}</p>
          <Segments
            label={t("language")}
            value={language()}
            onChange={changeLanguage}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </div>
        <a className={styles["entry"]} href={link(paths.security)}>
          <Icon name="shield" size={17} />
          {t("my_account")}
        </a>
        <Button look="plain" icon="logout" className={styles["out"]} onClick={() => void signOut()}>
          {t("sign_out")}
        </Button>
      </div>
    </>
  );
}

function Theme() {
  const t = useText("shell");
  const [theme, setTheme] = useState(chosenTheme());
  return (
    <div>
      <p className={styles["name"]}>{t("theme")}</p>
      <Segments
        label={t("theme")}
        value={theme}
        onChange={(chosen) => {
          chooseTheme(chosen);
          setTheme(chosen);
        }}
        options={themes.map((value) => ({ value, label: t(`theme_${value}`) }))}
      />
    </div>
  );
}
