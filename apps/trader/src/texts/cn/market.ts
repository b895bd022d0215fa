import type { Texts } from "../jp/index.ts";

export const market: Texts["market"] = {
  title: "行情",
};
