import { classNames } from "@sanshi/ui";
import { Fragment, type ReactNode } from "react";
import { nameWords, widthInEm } from "./name-words.ts";
import styles from "./stock-name.module.css";

/** Up to here a name has one line beside a row's figures, on the narrowest phone too. */
const oneLineEm = 9.2;

/** How a word of a name is shown, which stands at `from` in the whole name. */
export type ShownWord = (word: string, from: number) => ReactNode;

/** A stock's name in a narrow row: on one line, or smaller on two; a line ends between words alone. */
export function StockName({ name, word }: { name: string; word?: ShownWord | undefined }) {
  return (
    <span className={classNames(styles["name"], widthInEm(name) > oneLineEm && styles["long"])}>
      <NameWords name={name} word={word} />
    </span>
  );
}

/** A name whose lines may end between its words; where they may end elsewhere is the place's own. */
export function NameWords({ name, word }: { name: string; word?: ShownWord | undefined }) {
  let from = 0;
  return nameWords(name).map((text, index) => {
    const shown = word === undefined ? text : word(text, from);
    from += text.length;
    return (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {shown}
      </Fragment>
    );
  });
}
