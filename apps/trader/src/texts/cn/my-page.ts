import type { Texts } from "../jp/index.ts";

export const myPage: Texts["myPage"] = {
  title: "我的",
};
