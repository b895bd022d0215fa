import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { earlyCalls } from "./early-calls.ts";

const source = readFileSync(new URL("early.js", import.meta.url), "utf8");
const chunks = {
  core: ["/core.js"],
  jp: ["/jp.js"],
  signedIn: ["/signed-in.js"],
  "/home/home": ["/home.js", "/home.css"],
};

type Visit = {
  hash?: string;
  storage?: Record<string, string> | null;
  languages?: string[];
  dark?: boolean;
};

/** Runs the page's inline script against a page of paper, and says what it did. */
function visit({ hash = "", storage = {}, languages = ["ja"], dark = false }: Visit) {
  const page = { lang: "", dataset: {} as Record<string, string> };
  const preloaded: string[] = [];
  const manifests: string[] = [];
  const asked: { path: string; body: string; token: string }[] = [];
  const link = () => ({ rel: "", as: "", href: "" });
  const document = {
    documentElement: page,
    createElement: link,
    head: {
      appendChild: ({ rel, href }: { rel: string; href: string }) =>
        void (rel === "manifest" ? manifests : preloaded).push(href),
    },
  };
  const fetch = (path: string, init: { body: string; headers: { token: string } }) => {
    asked.push({ path, body: init.body, token: init.headers.token });
    return Promise.resolve();
  };
  // Switched off, it throws at the first touch.
  const localStorage = {
    getItem: (key: string) => {
      if (storage === null) throw new Error("denied");
      return storage[key] ?? null;
    },
  };
  const window: { sanshiEarly?: unknown[] } = {};
  const script = source
    .replace("__EARLY_CALLS__", JSON.stringify(earlyCalls))
    .replace("__EARLY_CHUNKS__", JSON.stringify(chunks));
  const names = [
    "document",
    "fetch",
    "window",
    "location",
    "localStorage",
    "navigator",
    "matchMedia",
  ];
  new Function(...names, script)(
    document,
    fetch,
    window,
    { hash },
    localStorage,
    { languages },
    () => ({ matches: dark }),
  );
  return { page, preloaded, manifests, asked, early: window.sanshiEarly };
}

const signedIn = { tokend: "t", account: "0312345678" };

describe("before the app is there", () => {
  test("the config is asked for, whoever comes", () => {
    expect(visit({}).asked).toEqual([
      { path: "/api/vue/common/config", body: "type=all", token: "" },
    ]);
  });

  test("language, colours and theme are set before anything is painted", () => {
    const { page } = visit({ languages: ["fr", "en-GB"], dark: true });
    expect(page.lang).toBe("en");
    expect(page.dataset).toMatchObject({ language: "us", rise: "green", theme: "dark" });
  });

  test("what was chosen counts more than what the device asks for", () => {
    const storage = { language: "cn", theme: "light", rise: "green" };
    const { page } = visit({ storage, languages: ["ja"], dark: true });
    expect(page.dataset).toMatchObject({ language: "cn", theme: "light", rise: "green" });
  });

  test.each([
    ["", {}, "login"],
    ["#/login/register", {}, "login"],
    ["#/mine/index", {}, "login"],
    ["#/mine/about", {}, "page"],
    ["", signedIn, "tabs"],
    ["#/quotes/info?type=jpy&code=7203", signedIn, "stock"],
    ["#/mine/bank", signedIn, "page"],
  ] as const)("%s shows the right shell", (hash, storage, shell) => {
    expect(visit({ hash, storage }).page.dataset["shell"]).toBe(shell);
  });

  test.each([
    ["#/mine/bank", signedIn, ""],
    ["#/quotes/self", signedIn, "watchlist"],
    ["#/mine/about", signedIn, undefined],
    ["#/home/home", {}, undefined],
  ] as const)("%s has the shell of a wide screen where it has columns", (hash, storage, wide) => {
    expect(visit({ hash, storage }).page.dataset["wide"]).toBe(wide);
  });

  test("a signed-in screen's first call goes out with the customer's headers", () => {
    const { asked } = visit({ hash: "#/quotes/info?type=jpy&code=7203", storage: signedIn });
    expect(asked[1]).toEqual({
      path: "/api/vue/market/stock",
      body: "code=7203&type=jpy",
      token: "t",
    });
  });

  test("a stock's day is asked for as well, unless the customer reads candles", () => {
    const paths = (stock: string) =>
      visit({ hash: "#/quotes/info?type=jpy&code=7203", storage: { ...signedIn, stock } })
        .asked.slice(1)
        .map(({ path }) => path.replace("/api/vue", ""));
    expect(paths("")).toEqual(["/market/stock", "/market/timeshare"]);
    expect(paths('{"chart":{"view":"timeshare"}}')).toEqual(["/market/stock", "/market/timeshare"]);
    expect(paths('{"chart":{"view":"week"}}')).toEqual(["/market/stock"]);
  });

  test("a call that lacks a value of its query is not made", () => {
    expect(visit({ hash: "#/quotes/info", storage: signedIn }).asked).toHaveLength(1);
  });

  test("home is asked for in the currency that was chosen, and in yen before one was", () => {
    const body = (displayCurrency: string) =>
      visit({ hash: "#/home/home", storage: { ...signedIn, displayCurrency } }).asked[1]?.body;
    expect(body("")).toBe("currency=JPY");
    expect(body("USD")).toBe("currency=USD");
  });

  test("nobody's call is made without a session", () => {
    expect(visit({ hash: "#/home/home" }).asked).toHaveLength(1);
  });

  test("the core is fetched first, then the screen's code with the language's texts", () => {
    expect(visit({ hash: "#/home/home", storage: signedIn }).preloaded).toEqual([
      "/core.js",
      "/jp.js",
      "/home.js",
      "/home.css",
      "/signed-in.js",
    ]);
  });

  test("the app is installed in the reader's language", () => {
    expect(visit({ languages: ["zh-CN"] }).manifests).toEqual(["/manifest-cn.webmanifest"]);
  });

  test("a browser without storage still gets a page", () => {
    expect(visit({ storage: null }).page.dataset["language"]).toBe("jp");
  });
});
