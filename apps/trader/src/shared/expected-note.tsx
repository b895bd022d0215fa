import { isExpected, useText } from "./text.ts";

type ExpectedNoteProps = {
  /** Of the dates above it. */
  statuses: readonly (string | undefined)[];
  className: string | undefined;
};

/** Why some of the dates above are marked; nothing where none is. */
export function ExpectedNote({ statuses, className }: ExpectedNoteProps) {
  const t = useText("shell");
  return statuses.some(isExpected) ? <p className={className}>{t("dates_expected_note")}</p> : null;
}
