import type { Texts } from "../jp/index.ts";

export const home: Texts["home"] = {
  title: "Home",
};
