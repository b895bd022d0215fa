import { shell as cn } from "../src/texts/cn/shell.ts";
import { shell as jp } from "../src/texts/jp/shell.ts";
import { shell as us } from "../src/texts/us/shell.ts";

const icon = (src: string, sizes: string, purpose: string) => ({
  src,
  sizes,
  type: src.endsWith(".svg") ? "image/svg+xml" : "image/png",
  purpose,
});

const icons = [
  icon("/logo.svg", "any", "any"),
  icon("/icon-192.png", "192x192", "any"),
  icon("/icon-512.png", "512x512", "any"),
  icon("/icon-maskable-512.png", "512x512", "maskable"),
];

/** What a phone knows of the installed app, with the places that a long press on its icon opens. */
function manifest(lang: string, description: string, words: typeof us) {
  const shortcut = (name: string, place: string) => ({ name, url: `/#${place}` });
  return {
    id: "/",
    name: "三市 Sanshi",
    short_name: "Sanshi",
    lang,
    description,
    start_url: "/#/home/home",
    scope: "/",
    display: "standalone",
    background_color: "#f5f4f0",
    theme_color: "#f5f4f0",
    categories: ["finance"],
    // A link or a notification comes to the app that is open already.
    launch_handler: { client_mode: ["navigate-existing", "auto"] },
    icons,
    shortcuts: [
      shortcut(words.tab_positions, "/position/index"),
      shortcut(words.tab_market, "/home/index"),
      shortcut(words.search, "/quotes/search"),
      shortcut(words.messages, "/mine/message"),
    ],
  };
}

/** By file; the page's inline script chooses the reader's. */
export const manifests = {
  "manifest-jp.webmanifest": manifest("ja", "日本株・米国株・中国株をひとつのアプリで", jp),
  "manifest-cn.webmanifest": manifest("zh-CN", "在一个应用中交易日本、美国和中国股票", cn),
  "manifest-us.webmanifest": manifest("en", "Japanese, US and Chinese stocks in one app", us),
} as const;
