import type { Texts } from "../../jp/index.ts";

export const language: Texts["language"] = {
  title: "Language and display",
  language: "Language",
  change_title: "Change language",
  change_question: "Change the language to {{language}}?",
  change_note: "The page reloads. Anything you have not submitted is lost.",
  change: "Change",
  keep: "Keep",
  appearance: "Appearance",
  theme_system: "System",
  theme_light: "Light",
  theme_dark: "Dark",
  colours: "Colors of gains and losses",
  rise_language: "By language",
  rise_red: "Red up",
  rise_green: "Green up",
  example: "Example",
};
