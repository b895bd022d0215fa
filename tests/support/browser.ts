import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type BrowserContext } from "playwright-core";

const commandNames = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];
const applicationPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/opt/google/chrome/chrome",
];

const quietFlags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Debian lets one program at a time install, and another may be at it. */
const installWaitMsMax = 10 * 60_000;

/**
 * Starts the machine's own Chrome or Chromium without a window; as root on Debian one that is
 * missing is installed first. Throws with the sentence that says what to do.
 */
export function launchBrowser(options: { flags?: readonly string[] } = {}): Promise<Browser> {
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: requireBrowser(),
    headless: true,
    args: [...quietFlags, ...(root ? ["--no-sandbox"] : []), ...(options.flags ?? [])],
  });
}

/** A context like a phone's, 390 × 844, with a language of the app's three. */
export function newPhone(
  browser: Browser,
  options: { locale?: "ja-JP" | "zh-CN" | "en-US" } = {},
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    locale: options.locale ?? "ja-JP",
    timezoneId: "Asia/Tokyo",
  });
}

/** The browser's program, installed where that is needed and possible: before any worker looks for it. */
export function requireBrowser(): string {
  const found = findBrowser() ?? (canInstall() ? installBrowser() : null);
  if (found !== null) return found;
  throw new Error(
    "No Chrome or Chromium was found: install one (on Debian: sudo apt-get install chromium fonts-noto-cjk), or set CHROME_PATH to its program.",
  );
}

function findBrowser(): string | null {
  const wanted = process.env["CHROME_PATH"];
  if (wanted) {
    if (isRunnable(wanted)) return wanted;
    throw new Error(
      `CHROME_PATH is ${wanted}, where there is no program: set it to Chrome's or Chromium's.`,
    );
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = commandNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...applicationPaths].find(isRunnable) ?? null;
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function canInstall(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/etc/os-release")) return false;
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** With fonts, because a page without its characters has other sizes and nothing to read. */
function installBrowser(): string | null {
  console.error(
    "No Chrome or Chromium was found: installing Debian's chromium (two minutes or so)",
  );
  waitForPackageLists();
  const packages = ["chromium", "fonts-noto-cjk"];
  const { status } = aptGet(["install", "-y", "-q", "--no-install-recommends", ...packages]);
  if (status !== 0) throw new Error("apt-get install failed: its reason stands above.");
  return findBrowser();
}

/** Unlike an installation, an update does not wait for another apt-get by itself. */
function waitForPackageLists(): void {
  const until = Date.now() + installWaitMsMax;
  for (;;) {
    const { status, stderr } = aptGet(["update", "-q"]);
    if (status === 0) return;
    if (!/Could not get lock/.test(stderr) || Date.now() > until) {
      throw new Error(`apt-get update failed: ${stderr.trim()}`);
    }
    console.error("Waiting for another apt-get to end");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
  }
}

/** What it says goes on the screen as it comes, but for the errors of an update, which are looked at. */
function aptGet(parameters: readonly string[]) {
  const options = ["-o", `DPkg::Lock::Timeout=${installWaitMsMax / 1000}`];
  return spawnSync("apt-get", [...options, ...parameters], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" },
    stdio: ["ignore", "inherit", parameters[0] === "update" ? "pipe" : "inherit"],
    encoding: "utf8",
  });
}
