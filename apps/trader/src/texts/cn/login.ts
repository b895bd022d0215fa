import type { Texts } from "../jp/index.ts";

export const login: Texts["login"] = {
  title: "",
};
