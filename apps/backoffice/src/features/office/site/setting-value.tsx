import type { Output } from "../../../shared/calls.ts";
import { Amount } from "@sanshi/ui";
import { isKnownWord, useText, wordFor } from "../../../shared/text.ts";
import { readAmounts } from "./setting-text.ts";
import styles from "./site.module.css";

export type Setting = Output<"/api/ops/site">["items"][number];

type SettingValueProps = { setting: Pick<Setting, "kind" | "value"> };

/** A setting's value as somebody reads it. */
export function SettingValue({ setting: { kind, value } }: SettingValueProps) {
  const t = useText("site");
  if (kind === "amounts") {
    return (
      <span className={styles["amounts"]}>
        {Object.entries(readAmounts(value)).map(([currency, amount]) => (
          <Amount key={currency} value={amount} currency={currency} />
        ))}
      </span>
    );
  }
  if (value === "") return <span className="muted">{t("none")}</span>;
  return <>{valueWord(value)}</>;
}

/** `on`, `business`, `five`: a code has a word, a text is shown as it is. */
export function valueWord(value: string): string {
  return isKnownWord("site", "value_", value) ? wordFor("site", "value_", value) : value;
}
