import type { Texts } from "../jp/index.ts";

export const legal: Texts["legal"] = {
  title: "",
};
