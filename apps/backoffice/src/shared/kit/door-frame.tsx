import { useEffect, type ReactNode } from "react";
import { changeLanguage } from "../language.ts";
import { language, languageNames, languages } from "@sanshi/web/language";
import { useText } from "../text.ts";
import styles from "./door-frame.module.css";

type DoorFrameProps = {
  title: string;
  wide?: boolean | undefined;
  children: ReactNode;
  foot?: ReactNode;
};

/** What stands around a screen before the frame: signing in, and what has to be done first. */
export function DoorFrame({ title, wide, children, foot }: DoorFrameProps) {
  const t = useText("shell");
  useEffect(() => {
    document.title = `${title} · Sanshi`;
  }, [title]);
  return (
    <main className={styles["door"]}>
      <div className={styles["card"]} data-wide={wide === true ? "" : undefined}>
        <p className={styles["brand"]}>
          <img src="logo.svg" alt="" width="36" height="36" />
          <span>
            Sanshi
            <small>{t("back_office")}</small>
          </span>
        </p>
        <h1 className={styles["title"]}>{title}</h1>
        {children}
      </div>
      {foot}
      <p className={styles["languages"]}>
        {languages.map((one) => (
          <button
            key={one}
            type="button"
            lang={{ jp: "ja", cn: "zh-CN", us: "en" }[one]}
            aria-pressed={one === language()}
            onClick={() => changeLanguage(one)}
          >
            {languageNames[one]}
          </button>
        ))}
      </p>
    </main>
  );
}
