export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const darkSystem = "(prefers-color-scheme: dark)";

/** The theme that was chosen; the first paint is the page's early script. */
export function createTheme(stored: {
  readStored: (name: "theme") => string;
  writeStored: (name: "theme", value: string) => void;
}) {
  const chosenTheme = (): Theme => {
    const kept = stored.readStored("theme");
    return kept === "light" || kept === "dark" ? kept : "system";
  };
  const paintTheme = (): void => {
    const theme = chosenTheme();
    const dark = theme === "system" ? window.matchMedia(darkSystem).matches : theme === "dark";
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
  };
  const chooseTheme = (theme: Theme): void => {
    stored.writeStored("theme", theme === "system" ? "" : theme);
    paintTheme();
  };
  /** Follows the system's switch while the page is open. */
  const followSystemTheme = (): void => {
    window.matchMedia(darkSystem).addEventListener("change", paintTheme);
  };
  return { chosenTheme, chooseTheme, followSystemTheme };
}
