import type { Texts } from "../jp/index.ts";

export const market: Texts["market"] = {
  title: "Market",
};
