import type { Texts } from "../jp/index.ts";

export const language: Texts["language"] = {
  title: "",
};
