import type { Texts } from "../jp/index.ts";

export const search: Texts["search"] = {
  title: "Search",
};
