import { readStored, writeStored } from "./stored.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const darkSystem = "(prefers-color-scheme: dark)";

export function chosenTheme(): Theme {
  const stored = readStored("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function chooseTheme(theme: Theme): void {
  writeStored("theme", theme === "system" ? "" : theme);
  paintTheme();
}

/** Follows the system's switch while the page is open. The first paint is `public/early.js`. */
export function followSystemTheme(): void {
  window.matchMedia(darkSystem).addEventListener("change", paintTheme);
}

function paintTheme(): void {
  const theme = chosenTheme();
  const dark = theme === "system" ? window.matchMedia(darkSystem).matches : theme === "dark";
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}
