import type { Texts } from "../jp/index.ts";

export const stock: Texts["stock"] = {
  title: "股票详情",
};
