import { hiraganaAsKatakana, withLargeKana, type RefusalCode } from "@sanshi/contract";

type Objection = {
  code: Extract<
    RefusalCode,
    "holder_not_katakana" | "holder_has_characters" | "holder_letter_not_allowed"
  >;
  /** What is wrong, as it was typed, and at which letter, from 1. */
  params: Record<string, string>;
};

export type ReadHolder = { ok: true; name: string } | ({ ok: false } & Objection);

/**
 * A holder's name at a Japanese bank, however it was typed or copied, in the letters of the Zengin system (full-width
 * here): large katakana, ー for a long vowel, capital Latin letters, digits, ( ) . - / and single blanks. Short forms of a
 * company's kind stand as banks write them: カ)サンシ, サンシ(カ, サンシ(カ)エイ.
 */
export function readHolderName(typed: string): ReadHolder {
  const clusters = clustersOf(typed.trim());
  for (const [index, cluster] of clusters.entries()) {
    const letter = formOfLetter(cluster);
    if (/^[ア-ヴーA-Z0-9().\-/ ]*$/.test(letter)) continue;
    return { ok: false, ...objectionTo(clusters, index) };
  }
  const name = arranged(clusters.map(formOfLetter).join(""));
  if (!/[ア-ヴ]/.test(name)) return { ok: false, code: "holder_not_katakana", params: {} };
  if (/^[ア-ヴA-Z0-9]/.test(name)) return { ok: true, name };
  return {
    ok: false,
    code: "holder_letter_not_allowed",
    params: { letter: clusters[0] ?? "", at: "1" },
  };
}

/** What pages put between letters where nobody sees it. */
const invisible = /[\u200b-\u200d\u2060\ufeff]/g;

/** Letters with the voiced marks that belong to them, whether they were typed apart or not. */
function clustersOf(text: string): string[] {
  const letters = text.replaceAll(invisible, "").normalize("NFC");
  return letters.match(/\P{M}[\u3099\u309a\uff9e\uff9f゛゜]?|\p{M}/gu) ?? [];
}

function formOfLetter(cluster: string): string {
  const composed = cluster.replace("゛", "\u3099").replace("゜", "\u309a").normalize("NFKC");
  return (
    withLargeKana(hiraganaAsKatakana(composed))
      // The Zengin system has no letters of old spelling.
      .replaceAll("ヰ", "イ")
      .replaceAll("ヱ", "エ")
      .replaceAll(/[‐‑‒–—―−─━]/g, "-")
      .replaceAll(/[・\s]/g, " ")
      .toUpperCase()
  );
}

/** Dashes after kana are long vowels; brackets and blanks as banks set them. */
function arranged(text: string): string {
  return text
    .replaceAll(/(?<=[ア-ヴー])-/g, "ー")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([()]) ?/g, "$1")
    .replace(/^\(([ア-ヴ]{1,4}\))/, "$1")
    .replace(/(\([ア-ヴ]{1,4})\)$/, "$1")
    .trim();
}

function objectionTo(clusters: readonly string[], index: number): Objection {
  const at = String(index + 1);
  const isCharacter = (cluster: string) => /\p{Script=Han}/u.test(cluster);
  if (!isCharacter(clusters[index] ?? "")) {
    return { code: "holder_letter_not_allowed", params: { letter: clusters[index] ?? "", at } };
  }
  const rest = clusters.slice(index);
  const end = rest.findIndex((cluster) => !isCharacter(cluster));
  const letters = rest.slice(0, end === -1 ? undefined : end).join("");
  return { code: "holder_has_characters", params: { letters, at } };
}
