import { setDefaultConfig, unstableSetRender } from "antd-mobile";
import enUS from "antd-mobile/es/locales/en-US";
import jaJP from "antd-mobile/es/locales/ja-JP";
import zhCN from "antd-mobile/es/locales/zh-CN";
import { createRoot, type Root } from "react-dom/client";
import { language } from "./language.ts";
import "./kit.css";

export { Dialog, NumberKeyboard, Stepper, SwipeAction, Swiper } from "antd-mobile";

/** The nine strings that the kit's Japanese leaves in English. */
const completeJapanese: typeof jaJP = {
  ...jaJP,
  common: { ...jaJP.common, close: "閉じる" },
  Calendar: {
    ...jaJP.Calendar,
    title: "日付を選択",
    confirm: "決定",
    start: "開始",
    end: "終了",
    startAndEnd: "開始・終了",
    today: "今日",
  },
  DatePicker: { ...jaJP.DatePicker, tillNow: "現在まで" },
  Selector: { ...jaJP.Selector, name: "選択" },
};

setDefaultConfig({ locale: { jp: completeJapanese, cn: zhCN, us: enUS }[language()] });

// React 19 renders into a container only through its own root.
type Container = (Element | DocumentFragment) & { kitRoot?: Root | undefined };
unstableSetRender((node, container: Container) => {
  container.kitRoot ??= createRoot(container);
  const root = container.kitRoot;
  root.render(node);
  return async () => {
    await Promise.resolve();
    root.unmount();
    container.kitRoot = undefined;
  };
});
