import type { Language } from "@sanshi/web/language";

/** Loaded with the app itself: it is needed exactly when nothing else could be loaded. */
export const startFailedTexts: Record<Language, { sentence: string; retry: string }> = {
  jp: {
    sentence: "サーバーに接続できませんでした。通信状況をご確認のうえ、もう一度お試しください。",
    retry: "再接続する",
  },
  cn: { sentence: "无法连接服务器。请检查网络后重试。", retry: "重新连接" },
  us: {
    sentence: "The server could not be reached. Check your connection and try again.",
    retry: "Try again",
  },
};
