import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

/** Chromium without what draws a window, which takes three fifths of the processor's time. */
const headlessShell = "chromium-headless-shell";
const wholeBrowsers = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];
const debianPackages = ["chromium", headlessShell, "fonts-noto-cjk"];
const applicationPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/opt/google/chrome/chrome",
];

/** Of `chromiumSwitches` in Playwright 1.65, for Chromium. */
export const playwrightsDisabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** A window loads a page of its own for the list under the address bar, which takes longer than most of ours. */
const webOmniboxFeatures = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

const quietFlags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The last of these flags counts: Playwright's own features stand in it too.
  `--disable-features=${[...playwrightsDisabledFeatures, ...webOmniboxFeatures].join(",")}`,
];

/** So long a page has for what it is asked for: a busy machine may take half a minute for a screen. */
export const patienceMs = 60_000;

/** Debian lets one program at a time install, and another may be at it. */
const installWaitMsMax = 10 * 60_000;

/**
 * Starts the machine's own headless shell, Chrome or Chromium without a window; as root on Debian those that are
 * missing are installed first. Throws with the sentence that says what to do.
 */
export function launchBrowser(options: { flags?: readonly string[] } = {}): Promise<Browser> {
  return launch(requireBrowser(), options.flags);
}

/** For what the headless shell has not, such as notifications. */
export function launchWholeBrowser(): Promise<Browser> {
  return launch(requireBrowser(wholeBrowsers));
}

const openBrowsers = new Set<Browser>();

/** The pages of every browser that this process has started. */
export function openPages(): Page[] {
  return [...openBrowsers]
    .flatMap((browser) => browser.contexts())
    .flatMap((context) => context.pages());
}

async function launch(executablePath: string, flags: readonly string[] = []): Promise<Browser> {
  const root = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: [...quietFlags, ...(root ? ["--no-sandbox"] : []), ...flags],
  });
  openBrowsers.add(browser);
  browser.on("disconnected", () => openBrowsers.delete(browser));
  return browser;
}

/**
 * A context like a phone's, 390 × 844, with a language of the app's three. Nothing is drawn that no test looks at:
 * a pixel is one dot, and what moves for the eye alone stands still unless `moves` is said.
 */
export async function newPhone(
  browser: Browser,
  options: { locale?: "ja-JP" | "zh-CN" | "en-US"; keepsApp?: boolean; moves?: boolean } = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    // Most tests are of an app that is loaded anew, and need not wait for a machine that keeps it meanwhile.
    serviceWorkers: options.keepsApp === true ? "allow" : "block",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: options.locale ?? "ja-JP",
    timezoneId: "Asia/Tokyo",
    reducedMotion: options.moves === true ? "no-preference" : "reduce",
  });
  context.setDefaultTimeout(patienceMs);
  return context;
}

/** The browser's program, installed where that is needed and possible: before any worker looks for it. */
export function requireBrowser(names: readonly string[] = [headlessShell, ...wholeBrowsers]) {
  const found = findBrowser(names) ?? (canInstall() ? installBrowsers(names) : null);
  if (found !== null) return found;
  throw new Error(
    `No Chrome or Chromium was found: install one (on Debian: sudo apt-get install ${debianPackages.join(" ")}), or set CHROME_PATH to its program.`,
  );
}

function findBrowser(names: readonly string[]): string | null {
  const wanted = process.env["CHROME_PATH"];
  if (wanted) {
    if (isRunnable(wanted)) return wanted;
    throw new Error(
      `CHROME_PATH is ${wanted}, where there is no program: set it to Chrome's or Chromium's.`,
    );
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
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
function installBrowsers(names: readonly string[]): string | null {
  console.error("No Chrome or Chromium was found: installing Debian's (two minutes or so)");
  waitForPackageLists();
  const { status } = aptGet(["install", "-y", "-q", "--no-install-recommends", ...debianPackages]);
  if (status !== 0) throw new Error("apt-get install failed: its reason stands above.");
  return findBrowser(names);
}

/** What both apps say of an address that is none, in their three languages. */
const nowhere =
  /^(?:This page (?:does not exist|was not found)\.|お探しのページは見つかりませんでした。|未找到您要访问的页面。|您访问的页面不存在。)$/;

/**
 * Goes to another place of the app that is open, as a link does, and by way of the page for addresses that
 * are none, so that nothing of the screen before is there any more; opens the app where it is not. Half the
 * work of a screen is loading the app.
 */
export async function goTo(page: Page, app: string, place: string): Promise<void> {
  const isOpen = page.url().startsWith(`${app}#`);
  if (!isOpen || (await page.locator("dialog[open]").count()) > 0) {
    await page.goto("about:blank");
    await page.goto(`${app}#${place}`);
    return;
  }
  const changeTo = (hash: string) =>
    page.evaluate((value) => void (location.hash = value), `#${hash}`);
  const isNowhere = page.getByText(nowhere);
  await changeTo("/nowhere");
  await isNowhere.first().waitFor();
  await changeTo(place);
  if (place !== "/nowhere") await isNowhere.first().waitFor({ state: "detached" });
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
