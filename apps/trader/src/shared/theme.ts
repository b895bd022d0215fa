import { createTheme } from "@sanshi/web/theme";
import { language } from "@sanshi/web/language";
import { defaultRise } from "./language.ts";
import { readStored, writeStored } from "./stored.ts";

export const rises = ["language", "red", "green"] as const;
type Rise = (typeof rises)[number];

export const { chosenTheme, chooseTheme, followSystemTheme } = createTheme({
  readStored,
  writeStored,
});

/** The colour convention that was chosen; `language` follows the language. */
export function chosenRise(): Rise {
  const stored = readStored("rise");
  return stored === "red" || stored === "green" ? stored : "language";
}

export function chooseRise(rise: Rise): void {
  writeStored("rise", rise === "language" ? "" : rise);
  const shown = rise === "language" ? defaultRise(language()) : rise;
  document.documentElement.dataset["rise"] = shown;
}
