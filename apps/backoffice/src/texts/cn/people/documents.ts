import type { Texts } from "../../jp/index.ts";

export const documents: Texts["documents"] = {
  photo: "照片",
  show: "显示照片",
  looking_is_recorded: "查看会被记录，客户可在活动记录中看到。",
  show_whole: "显示完整",
  nearer: "放大",
  farther: "缩小",
  turn: "旋转",
  whole: "适应窗口",
};
