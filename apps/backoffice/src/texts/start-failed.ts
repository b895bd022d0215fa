/** Apart from the rest: it is needed where the texts could not be loaded. */
export const startFailedTexts = {
  jp: { sentence: "サーバーに接続できませんでした。", retry: "再読み込み" },
  cn: { sentence: "无法连接服务器。", retry: "重试" },
  us: { sentence: "The server could not be reached.", retry: "Try again" },
} as const;
