import type { Texts } from "../jp/index.ts";

export const positions: Texts["positions"] = {
  title: "持仓",
};
