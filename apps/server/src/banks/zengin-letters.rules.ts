const fullKana =
  "ヲアイウエオツヤユヨ" +
  "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";
const halfKana = "ｦｱｲｳｴｵﾂﾔﾕﾖ" + "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ";

/** What a record may hold: half-width kana with their marks, capitals, digits and a few signs. */
const zenginText = /^[ｦｱ-ﾟA-Z0-9 ().\-/,¥｢｣]*$/;

/**
 * A name as the records of the Zengin system have it: each letter and each voiced mark one place, a long vowel a hyphen.
 * Null where a letter has no place in it.
 */
export function toZenginText(name: string): string | null {
  const text = [...name.normalize("NFD")]
    .map((letter) => {
      const at = fullKana.indexOf(letter);
      if (at !== -1) return halfKana[at] ?? letter;
      return { "\u3099": "ﾞ", "\u309a": "ﾟ", ー: "-" }[letter] ?? letter;
    })
    .join("");
  return zenginText.test(text) ? text : null;
}

/** JIS X 0201: one byte for each letter of a record, half-width kana from A1 on. */
export function zenginBytes(text: string): Buffer {
  return Buffer.from(
    [...text].map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      const byte =
        code >= 0xff61 && code <= 0xff9f ? code - 0xff61 + 0xa1 : letter === "¥" ? 0x5c : code;
      if (byte > 0xdf) throw new Error("a letter that no record has");
      return byte;
    }),
  );
}
