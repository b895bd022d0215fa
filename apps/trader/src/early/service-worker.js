// Answers for the server while it cannot be reached: the page and the files of the app, of one release each.
// Plain JavaScript: the build fills in the release and its files. What a customer may see is none of its
// business: calls go to the server alone, and the last known figures are kept by the app itself
// (shared/kept-answers.ts), which knows whose they are.
const release = "__RELEASE__";
/** The reader's, with which the page asks for this file: another one's worker keeps other texts. */
const language = new URL(self.location.href).searchParams.get("language");
/** What the first screens need, with what all screens say in the reader's language. */
const shellFiles = __SHELL_FILES__[language] ?? [];
const cacheName = `shell-${release}-${language}`;
/** What is said of a message that cannot be read here. */
const notice = __NOTICES__[language] ?? "Sanshi";
/** A page that is on its way for longer is shown as it was last. */
const pageMsMax = 4_000;

self.addEventListener("install", (event) => {
  // Calls need not wake the worker at all, where the browser lets us say so.
  event.addRoutes?.({
    condition: { urlPattern: new URLPattern({ pathname: "/api/*" }) },
    source: "network",
  });
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

async function keepShell() {
  const cache = await caches.open(cacheName);
  // The page of now, whatever the browser may have kept of it; the files are named by their content.
  await cache.addAll([new Request("/", { cache: "reload" }), ...shellFiles]);
}

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("shell-") && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The page need not wait for the worker to wake.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Files that a page had loaded before this worker was there. */
self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keepLoaded(event.data.keep));
});

async function keepLoaded(addresses) {
  for (const address of addresses) {
    const { origin, pathname } = new URL(address, self.location.href);
    if (origin === self.location.origin && pathname.startsWith("/assets/")) await file(pathname);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === "/") event.respondWith(page(event));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(file(request));
  }
});

/** As the server has it; as it was last, where the server does not answer or cannot. */
async function page(event) {
  const asked = Promise.resolve(event.preloadResponse).then(
    (preloaded) => preloaded ?? fetch(event.request),
  );
  const kept = await (await caches.open(cacheName)).match("/");
  if (kept === undefined) return asked;
  const tooLate = new Promise((resolve) => setTimeout(resolve, pageMsMax, kept));
  const answered = asked.then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  );
  return Promise.race([answered, tooLate]);
}

/** It is named by its content: what was kept is what it is. */
async function file(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** A message while the app is closed, in words that the server has chosen for a locked phone (RFC 8030). */
self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));

/** What cannot be read is shown as a notice all the same: a browser that shows nothing is told nothing soon. */
function read(data) {
  try {
    const told = data.json();
    return typeof told.title === "string" ? told : { title: notice };
  } catch {
    return { title: notice };
  }
}

async function show({ title, body, place, tag, language: spoken, unread }) {
  const pages = await openPages();
  await self.registration.showNotification(title, {
    body: body ?? "",
    // The same message sent again replaces itself.
    tag: tag ?? "notice",
    lang: { jp: "ja", cn: "zh-CN", us: "en" }[spoken ?? language] ?? "",
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    // Whoever looks at the app sees it there.
    silent: pages.some((page) => page.visibilityState === "visible"),
    data: { place: place ?? "/mine/message" },
  });
  if (Number.isInteger(unread)) await self.navigator.setAppBadge?.(unread).catch(() => undefined);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data?.place));
});

/** In the app that is open, or in a new one; a place is one of the app's own and nothing else. */
async function openAt(place) {
  const address = `/#${/^\/[a-z]/i.test(place) ? place : "/mine/message"}`;
  const [page] = await openPages();
  if (page === undefined) return self.clients.openWindow(address);
  await page.focus().catch(() => undefined);
  return page.navigate(address);
}

/** The customer's app alone, the one in front first: the back office is of the same origin. */
async function openPages() {
  const pages = await self.clients.matchAll({ type: "window" });
  return pages
    .filter(({ url }) => new URL(url).pathname === "/")
    .toSorted((one, other) => Number(other.focused) - Number(one.focused));
}
