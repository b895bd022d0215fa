import { Fragment } from "react";

/** A text in which a web address may end a line after its slashes and before its dots, never inside a word. */
export function BreakableText({ text }: { text: string }) {
  return text.split(/(?<=\/\/\S*)(?:(?<=\/)(?=[^\s/])|(?=\.\w))/u).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
