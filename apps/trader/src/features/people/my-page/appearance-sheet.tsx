import { ChangeChip, SegmentedControl, Sheet } from "@sanshi/ui";
import { useState } from "react";
import { useText } from "../../../shared/text.ts";
import { chooseRise, chooseTheme, chosenRise, chosenTheme, rises } from "../../../shared/theme.ts";
import { themes } from "@sanshi/web/theme";
import styles from "./sheets.module.css";

type SheetProps = { open: boolean; onClose: () => void };

/** Light or dark, and the colours of up and down; both take effect at once. */
export function AppearanceSheet({ open, onClose }: SheetProps) {
  const t = useText("myPage");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("appearance")} closeLabel={shell("close")}>
      <Appearance />
    </Sheet>
  );
}

function Appearance() {
  const t = useText("myPage");
  const [theme, setTheme] = useState(chosenTheme);
  const [rise, setRise] = useState(chosenRise);
  return (
    <div className={styles["choices"]}>
      <p className={styles["label"]}>{t("theme")}</p>
      <SegmentedControl
        label={t("theme")}
        choices={themes.map((value) => ({ value, label: t(`theme_${value}`) }))}
        value={theme}
        onChange={(next) => {
          chooseTheme(next);
          setTheme(next);
        }}
      />
      <p className={styles["label"]}>{t("rise")}</p>
      <SegmentedControl
        label={t("rise")}
        choices={rises.map((value) => ({ value, label: t(`rise_${value}`) }))}
        value={rise}
        onChange={(next) => {
          chooseRise(next);
          setRise(next);
        }}
      />
      <p className={styles["example"]}>
        <span className={styles["detail"]}>{t("example")}</span>
        <ChangeChip percent="1.25" />
        <ChangeChip percent="-1.25" />
      </p>
    </div>
  );
}
