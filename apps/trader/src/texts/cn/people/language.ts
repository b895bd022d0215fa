import type { Texts } from "../../jp/index.ts";

export const language: Texts["language"] = {
  title: "语言与显示",
  language: "语言",
  change_title: "切换语言",
  change_question: "要将显示语言切换为{{language}}吗？",
  change_note: "页面将重新加载，未提交的内容不会保留。",
  change: "切换",
  keep: "暂不切换",
  appearance: "外观",
  theme_system: "跟随系统",
  theme_light: "浅色",
  theme_dark: "深色",
  colours: "涨跌颜色",
  rise_language: "跟随语言",
  rise_red: "红涨绿跌",
  rise_green: "绿涨红跌",
  example: "示例",
};
