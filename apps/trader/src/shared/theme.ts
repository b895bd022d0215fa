import { readStored, writeStored } from "./stored.ts";
import { defaultRise, language } from "./language.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];
export const rises = ["language", "red", "green"] as const;
export type Rise = (typeof rises)[number];

const darkSystem = "(prefers-color-scheme: dark)";

export function chosenTheme(): Theme {
  const stored = readStored("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function chooseTheme(theme: Theme): void {
  writeStored("theme", theme === "system" ? "" : theme);
  paintTheme();
}

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

/** Follows the system's switch while the page is open. The first paint is `early/early.js`. */
export function followSystemTheme(): void {
  window.matchMedia(darkSystem).addEventListener("change", paintTheme);
}

function paintTheme(): void {
  const theme = chosenTheme();
  const dark = theme === "system" ? window.matchMedia(darkSystem).matches : theme === "dark";
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}
