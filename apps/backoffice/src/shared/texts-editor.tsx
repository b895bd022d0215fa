import { announcementBodyMax, announcementTitleMax } from "@sanshi/contract/constants";
import type { WrittenTexts } from "@sanshi/contract";
import { useState } from "react";
import { TextArea, TextField } from "./kit/fields.tsx";
import { TabBar } from "./kit/tab-bar.tsx";
import { language, languageNames, languages, type Language } from "@sanshi/web/language";
import { useText } from "./text.ts";
import styles from "./texts-editor.module.css";
import { missingLanguages } from "./written-texts.ts";

type TextsEditorProps = {
  texts: WrittenTexts;
  onChange: (texts: WrittenTexts) => void;
  refusal: string | undefined;
};

/** Title and text in three languages, a tab each, and how a customer will read it beside it. */
export function TextsEditor({ texts, onChange, refusal }: TextsEditorProps) {
  const t = useText("announcements");
  const [shown, setShown] = useState<Language>(language());
  const missing = missingLanguages(texts);
  const { title, body } = texts[shown];
  const change = (some: Partial<WrittenTexts["jp"]>) =>
    onChange({ ...texts, [shown]: { ...texts[shown], ...some } });
  return (
    <div className={styles["editor"]}>
      <div className={styles["side"]}>
        <TabBar
          label={t("language")}
          value={shown}
          onChange={setShown}
          options={languages.map((value) => ({
            value,
            label: `${languageNames[value]} ${missing.includes(value) ? "○" : "●"}`,
          }))}
        />
        <TextField
          label={t("text_title")}
          maxLength={announcementTitleMax}
          value={title}
          onChange={(typed) => change({ title: typed })}
          refusal={refusal}
        />
        <TextArea
          label={t("text_body")}
          rows={12}
          maxLength={announcementBodyMax}
          hint={t("length", { count: body.length, max: announcementBodyMax })}
          value={body}
          onChange={(typed) => change({ body: typed })}
        />
      </div>
      <TextPreview texts={texts} shown={shown} />
    </div>
  );
}

/** As the customer's phone shows it: text is text, whatever it looks like. */
export function TextPreview({ texts, shown }: { texts: WrittenTexts; shown: Language }) {
  const t = useText("announcements");
  const { title, body } = texts[shown];
  const pageLanguage = { jp: "ja", cn: "zh-CN", us: "en" }[shown];
  return (
    <article className={styles["phone"]} aria-label={t("preview")} lang={pageLanguage}>
      <h3>{title === "" ? t("no_title") : title}</h3>
      <p>{body}</p>
    </article>
  );
}
