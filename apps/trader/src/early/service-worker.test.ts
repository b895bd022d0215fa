import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const shellFiles = {
  us: ["/assets/core.js", "/assets/us.js"],
  jp: ["/assets/core.js", "/assets/jp.js"],
};
const source = readFileSync(new URL("service-worker.js", import.meta.url), "utf8")
  .replace("__RELEASE__", "two")
  .replace("__SHELL_FILES__", JSON.stringify(shellFiles))
  .replace("__NOTICES__", JSON.stringify({ us: "Messages", jp: "お知らせ" }));

type Handler = (event: Record<string, unknown>) => void;
const origin = "https://sanshi.example";

/** Runs the worker against a browser of paper: a server that answers or does not, and its caches. */
function startWorker(language = "us") {
  const handlers = new Map<string, Handler>();
  const stored = new Map<string, Map<string, Response>>();
  const asked: string[] = [];
  const shown: Record<string, unknown>[] = [];
  const badges: number[] = [];
  const opened: string[] = [];
  const pages: Record<string, unknown>[] = [];
  const openPage = (name: string, how: { pathname?: string; focused?: boolean } = {}) =>
    pages.push({
      url: `${origin}${how.pathname ?? "/"}#/home/home`,
      focused: how.focused ?? false,
      visibilityState: how.focused === true ? "visible" : "hidden",
      focus: () => Promise.reject(new Error("not without a touch")),
      navigate: (address: string) => Promise.resolve(void opened.push(`${name} ${address}`)),
    });
  let server: ((path: string) => Response) | null = (path) => new Response(`server's ${path}`);
  const pathOf = (request: Request | string) =>
    new URL(typeof request === "string" ? request : request.url, origin).pathname;
  const fetchNow = (request: Request | string) => {
    asked.push(pathOf(request));
    if (server === null) return Promise.reject(new TypeError("Failed to fetch"));
    return Promise.resolve(server(pathOf(request)));
  };
  const open = (name: string) => {
    const files = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, files);
    return Promise.resolve({
      match: (request: Request | string) => Promise.resolve(files.get(pathOf(request))?.clone()),
      put: (request: Request | string, response: Response) =>
        Promise.resolve(void files.set(pathOf(request), response)),
      addAll: async (requests: (Request | string)[]) => {
        for (const request of requests) files.set(pathOf(request), await fetchNow(request));
      },
    });
  };
  const worker = {
    location: { origin, href: `${origin}/service-worker.js?language=${language}` },
    addEventListener: (kind: string, handler: Handler) => void handlers.set(kind, handler),
    skipWaiting: () => Promise.resolve(),
    registration: {
      showNotification: (title: string, how: Record<string, unknown>) =>
        Promise.resolve(void shown.push({ title, ...how })),
    },
    navigator: { setAppBadge: (count: number) => Promise.resolve(void badges.push(count)) },
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve(pages),
      openWindow: (address: string) => Promise.resolve(void opened.push(`new ${address}`)),
    },
  };
  const caches = {
    open,
    keys: () => Promise.resolve([...stored.keys()]),
    delete: (name: string) => Promise.resolve(stored.delete(name)),
  };
  class PaperRequest {
    readonly url: string;
    constructor(path: string) {
      this.url = origin + path;
    }
  }
  new Function("self", "caches", "fetch", "Request", source)(
    worker,
    caches,
    fetchNow,
    PaperRequest,
  );
  const tell = async (kind: string, more: Record<string, unknown> = {}) => {
    const waited: Promise<unknown>[] = [];
    handlers.get(kind)?.({ ...more, waitUntil: (work: Promise<unknown>) => waited.push(work) });
    await Promise.all(waited);
  };
  /** What the worker answers; null where it leaves the request to the browser. */
  const answer = async (path: string, how: { mode?: string; method?: string } = {}) => {
    let answered: Promise<Response> | null = null;
    const request = { url: origin + path, method: how.method ?? "GET", mode: how.mode ?? "cors" };
    handlers.get("fetch")?.({
      request,
      respondWith: (response: Promise<Response>) => (answered = response),
    });
    return answered === null ? null : (await (answered as Promise<Response>)).text();
  };
  const push = (data: unknown) =>
    tell("push", { data: { json: () => JSON.parse(String(data)) as unknown } });
  /** Touches the newest notification. */
  const touch = () => {
    const { data } = shown.at(-1) ?? {};
    return tell("notificationclick", { notification: { data, close: () => undefined } });
  };
  return {
    asked,
    stored,
    shown,
    badges,
    opened,
    openPage,
    push,
    touch,
    tell,
    answer,
    serve: (answering: typeof server) => void (server = answering),
  };
}

describe("the service worker", () => {
  test("shows the app while the server is away or cannot answer, and the server's page again after", async () => {
    const worker = startWorker();
    await worker.tell("install");
    await worker.tell("activate");
    const openApp = () => worker.answer("/", { mode: "navigate" });
    worker.serve(null);
    expect(await openApp()).toBe("server's /");
    expect(await worker.answer("/assets/core.js")).toBe("server's /assets/core.js");
    worker.serve(() => new Response("starting", { status: 503 }));
    expect(await openApp()).toBe("server's /");
    worker.serve(() => new Response("newer"));
    expect(await openApp()).toBe("newer");
    worker.serve(null);
    // What was kept is the page of this release, whose files are kept as well.
    expect(await openApp()).toBe("server's /");
  });

  test("keeps what was loaded before it was there, and what is loaded later, but never a failure", async () => {
    const worker = startWorker();
    await worker.tell("install");
    const keep = [
      `${origin}/assets/search.js`,
      `${origin}/api/vue/x`,
      "https://other.example/assets/x.js",
    ];
    await worker.tell("message", { data: { keep } });
    expect(worker.asked).not.toContain("/api/vue/x");
    expect(worker.asked).not.toContain("/assets/x.js");
    await worker.answer("/assets/stock.js");
    worker.serve(() => new Response("", { status: 404 }));
    await worker.answer("/assets/gone.js");
    worker.serve(null);
    expect(await worker.answer("/assets/search.js")).toBe("server's /assets/search.js");
    expect(await worker.answer("/assets/stock.js")).toBe("server's /assets/stock.js");
    await expect(worker.answer("/assets/gone.js")).rejects.toThrow("Failed to fetch");
  });

  test.each(["us", "jp"])(
    "keeps the texts of the reader's language, %s, and no other's",
    async (language) => {
      const worker = startWorker(language);
      await worker.tell("install");
      worker.serve(null);
      const texts = `/assets/${language}.js`;
      expect(await worker.answer(texts)).toBe(`server's ${texts}`);
      expect(worker.asked.filter((path) => /(?:us|jp)\.js$/.test(path))).toEqual([texts]);
    },
  );

  test("leaves calls, the back office and other sites alone", async () => {
    const worker = startWorker();
    await worker.tell("install");
    expect(await worker.answer("/api/vue/user/assets", { method: "POST" })).toBeNull();
    expect(await worker.answer("/api/vue/common/config")).toBeNull();
    expect(await worker.answer("/backoffice/", { mode: "navigate" })).toBeNull();
  });

  test("forgets the files of a release before and nothing else", async () => {
    const worker = startWorker();
    worker.stored.set("shell-one", new Map());
    worker.stored.set("figures", new Map());
    await worker.tell("install");
    await worker.tell("activate");
    expect([...worker.stored.keys()].toSorted()).toEqual(["figures", "shell-two-us"]);
  });
});

describe("a notification", () => {
  const fill = {
    title: "Order filled: Toyota Motor",
    body: "Simulated",
    place: "/position/info?id=7",
    tag: "message-7",
    language: "us",
    unread: 3,
  };

  test("says what was pushed, in its language, and how much is unread on the icon", async () => {
    const worker = startWorker();
    await worker.push(JSON.stringify(fill));
    expect(worker.shown).toMatchObject([
      { title: fill.title, body: fill.body, tag: fill.tag, lang: "en", silent: false },
    ]);
    expect(worker.badges).toEqual([3]);
  });

  test.each([
    ["us", "Messages"],
    ["jp", "お知らせ"],
  ])("is shown all the same where it cannot be read, in %s", async (language, title) => {
    const worker = startWorker(language);
    await worker.push("no JSON");
    await worker.push("{}");
    await worker.tell("push", { data: null });
    expect(worker.shown.map((one) => one["title"])).toEqual([title, title, title]);
    await worker.touch();
    expect(worker.opened).toEqual(["new /#/mine/message"]);
  });

  test("makes no sound for whoever looks at the app", async () => {
    const worker = startWorker();
    worker.openPage("front", { focused: true });
    await worker.push(JSON.stringify(fill));
    expect(worker.shown).toMatchObject([{ silent: true }]);
  });

  test("opens its screen in the app that is open, the one in front first, and never in the back office", async () => {
    const worker = startWorker();
    worker.openPage("office", { pathname: "/backoffice/", focused: true });
    await worker.push(JSON.stringify(fill));
    await worker.touch();
    worker.openPage("behind");
    worker.openPage("front", { focused: true });
    await worker.touch();
    const place = "/#/position/info?id=7";
    expect(worker.opened).toEqual([`new ${place}`, `front ${place}`]);
  });

  test.each(["https://evil.example/", "//evil.example", "javascript:alert(1)", 7])(
    "leads nowhere but into the app: not to %s",
    async (place) => {
      const worker = startWorker();
      await worker.push(JSON.stringify({ ...fill, place }));
      await worker.touch();
      expect(worker.opened).toEqual(["new /#/mine/message"]);
    },
  );
});
