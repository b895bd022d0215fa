// Runs before anything is painted, so that no screen flashes in the wrong language or theme. A file
// of its own that is served as it is: the content-security policy allows no inline script.
{
  const page = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  };
  const known = { ja: "jp", zh: "cn", en: "us" };
  const asked = navigator.languages.map((tag) => known[tag.slice(0, 2).toLowerCase()]);
  const wanted = [stored("opsLanguage"), ...asked, "jp"];
  const language = wanted.find((name) => name === "jp" || name === "cn" || name === "us");
  page.lang = { jp: "ja", cn: "zh-CN", us: "en" }[language];
  page.dataset.language = language;
  page.dataset.rise = language === "us" ? "green" : "red";
  const theme = stored("opsTheme");
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  page.dataset.theme = theme === "light" || theme === "dark" ? theme : system;
}
