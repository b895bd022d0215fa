import type { Texts } from "../jp/index.ts";

export const password: Texts["password"] = {
  title: "",
};
