// Runs in the page's head before anything is painted. Plain JavaScript: the build inlines it and
// puts its hash into dist/csp.json. Nothing here may throw.
(function () {
  var page = document.documentElement;
  var calls = __EARLY_CALLS__;
  var chunks = __EARLY_CHUNKS__;
  function stored(key) {
    try {
      return localStorage.getItem(key) || "";
    } catch (error) {
      return "";
    }
  }
  function decideLanguage() {
    var chosen = stored("language");
    if (chosen === "jp" || chosen === "cn" || chosen === "us") return chosen;
    var asked = navigator.languages || [];
    for (var i = 0; i < asked.length; i++) {
      if (/^ja/i.test(asked[i])) return "jp";
      if (/^zh/i.test(asked[i])) return "cn";
      if (/^en/i.test(asked[i])) return "us";
    }
    return "jp";
  }
  function preload(file) {
    var link = document.createElement("link");
    var style = /\.css$/.test(file);
    link.rel = style ? "preload" : "modulepreload";
    if (style) link.as = "style";
    // The app asks for its styles in this mode; in another one they would be fetched twice.
    if (style) link.crossOrigin = "anonymous";
    link.href = file;
    document.head.appendChild(link);
  }
  function request(path, body, token, account) {
    var response = fetch("/api/vue" + path, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        token: token,
        account: account,
      },
      body: body,
    });
    response.catch(function () {});
    window.sanshiEarly.push({ path: path, body: body, token: token, response: response });
  }

  var language = decideLanguage();
  page.lang = { jp: "ja", cn: "zh-CN", us: "en" }[language];
  page.dataset.language = language;
  var manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = "/manifest-" + language + ".webmanifest";
  document.head.appendChild(manifest);
  var rise = stored("rise");
  page.dataset.rise =
    rise === "red" || rise === "green" ? rise : language === "us" ? "green" : "red";
  var theme = stored("theme");
  page.dataset.theme =
    theme === "light" || theme === "dark"
      ? theme
      : matchMedia("(prefers-color-scheme: dark)").matches
        ? "dark"
        : "light";

  var token = stored("tokend");
  var account = stored("account");
  var signedIn = token !== "" && account !== "";
  var place = location.hash.slice(1).split("?");
  var route = place[0];
  if (route === "" || route === "/" || (route === "/login/start" && signedIn)) {
    route = signedIn ? "/home/home" : "/login/start";
  }
  var open = /^\/(login\/|mine\/(about|privacy|protocol|language|changeLang)$)/.test(route);
  if (!signedIn && !open) route = "/login/login";
  page.dataset.shell = /^\/login\//.test(route)
    ? "login"
    : route === "/quotes/info"
      ? "stock"
      : /^\/(home\/home|home\/index|position\/index|mine\/index)$/.test(route)
        ? "tabs"
        : "page";

  var inPlace = { "/quotes/self": "watchlist", "/position/index": "positions" };
  if (signedIn && !open) page.dataset.wide = inPlace[route] || "";

  // The largest file first, then the figures: a browser asks one server for six things at a time.
  (chunks.core || []).forEach(preload);
  // Whoever reads candles gets their drawing early, and the time-share of the day not at all.
  var candles = /"view":"(?!timeshare)/.test(stored("stock"));
  window.sanshiEarly = [];
  request("/common/config", "type=all", "", "");
  var first = calls[route];
  if (signedIn && first) {
    var query = new URLSearchParams(place[1] || "");
    var complete = true;
    var fill = function (gap, name, otherwise) {
      var value = query.get(name) || stored(name) || otherwise;
      if (!value) complete = false;
      return encodeURIComponent(value || "");
    };
    for (var n = 0; n < first.length; n += 2) {
      var body = first[n + 1].replace(/\{(\w+)\|?(\w*)\}/g, fill);
      var unread = candles && first[n] === "/market/timeshare";
      if (complete && !unread) request(first[n], body, token, account);
    }
  }

  var wanted = (chunks[language] || []).concat(chunks[route] || []);
  if (signedIn && !/^\/login\//.test(route)) wanted = wanted.concat(chunks.signedIn || []);
  var isFirst = /^\/(login\/|home\/home$|home\/index$|home\/newShare$|quotes\/info$)/.test(route);
  if (signedIn && !isFirst) wanted = wanted.concat(chunks[language + "Later"] || []);
  if (route === "/quotes/info" && signedIn && candles) wanted = wanted.concat(chunks.candles || []);
  wanted.forEach(preload);
})();
