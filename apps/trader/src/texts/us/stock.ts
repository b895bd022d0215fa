import type { Texts } from "../jp/index.ts";

export const stock: Texts["stock"] = {
  title: "Stock",
};
