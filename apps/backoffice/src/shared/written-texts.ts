import type { WrittenTexts } from "@sanshi/contract";
import { languages, type Language } from "@sanshi/web/language";

export const emptyTexts: WrittenTexts = {
  jp: { title: "", body: "" },
  cn: { title: "", body: "" },
  us: { title: "", body: "" },
};

/** Every customer reads it in their own language, so all three have to be there. */
export function missingLanguages(texts: WrittenTexts): readonly Language[] {
  return languages.filter((language) => {
    const { title, body } = texts[language];
    return title.trim() === "" || body.trim() === "";
  });
}

/** As they are sent: without blanks around, line ends as one character. */
export function trimTexts(texts: WrittenTexts): WrittenTexts {
  const trimmed = ({ title, body }: WrittenTexts["jp"]) => ({
    title: title.trim(),
    body: body.replaceAll("\r\n", "\n").trim(),
  });
  return { jp: trimmed(texts.jp), cn: trimmed(texts.cn), us: trimmed(texts.us) };
}
