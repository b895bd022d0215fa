import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { registerCustomer } from "../bench/web/pages.ts";
import { startApplication, type ApplicationAccess } from "../tests/support/application.ts";
import { launchBrowser } from "../tests/support/browser.ts";
import { projectFolder } from "./project.ts";

const docs = join(projectFolder, "docs");
/** Parts of a screen are asked for once its first figures stand. */
const partsMs = 3_000;

type Language = "jp" | "cn" | "us";
type Scheme = "light" | "dark";
type Picture = {
  file: string;
  path: string;
  language: Language;
  scheme: Scheme;
  /** Pixels of the picture for one of the screen's. */
  sharpness: number;
  width?: number;
  /** Nobody is signed in. */
  open?: true;
};

/** Those of the README: each a screen as it is, of an instance and a customer of its own. */
const ofReadme: readonly Picture[] = (
  [
    ["home", "/home/home", "us", "light"],
    ["market", "/home/index", "cn", "light"],
    ["stock", "/quotes/info?type=jpy&code=7203", "jp", "dark"],
    ["positions", "/position/index", "us", "dark"],
  ] as const
).map(([name, path, language, scheme]) => ({
  file: `pictures/${name}.png`,
  ...{ path, language, scheme, sharpness: 1.5 },
}));

const everyScreen: readonly (readonly [name: string, path: string])[] = [
  ["home", "/home/home"],
  ["market", "/home/index"],
  ["stock", "/quotes/info?type=jpy&code=7203"],
  ["ticket", "/quotes/info?type=jpy&code=7203&order=buy"],
  ["positions", "/position/index"],
  ["records", "/mine/transactionRecords"],
  ["my-page", "/mine/index"],
  ["exchange", "/mine/exchange"],
  ["withdraw", "/mine/withdraw"],
  ["messages", "/mine/message"],
  ["new-shares", "/home/newShare"],
  ["block-trades", "/home/large"],
  ["copy-trading", "/home/follow"],
  ["day-trading", "/home/withinDays"],
  ["loan", "/mine/loan"],
];
const eachWay: readonly (readonly [Language, Scheme])[] = [
  ["jp", "light"],
  ["cn", "dark"],
  ["us", "light"],
];
/** Every screen of use in each language, and what is seen before a sign-in and on a desk. */
const ofScreens: readonly Picture[] = [
  ...everyScreen.flatMap(([name, path]) =>
    eachWay.map(([language, scheme]) => ({
      file: `screens/${name}-${language}.png`,
      ...{ path, language, scheme, sharpness: 1 },
    })),
  ),
  ...eachWay.map(([language, scheme]) => ({
    file: `screens/start-${language}.png`,
    ...{ path: "/login/start", language, scheme, sharpness: 1, open: true as const },
  })),
  ...eachWay.map(([language, scheme]) => ({
    file: `screens/desk-${language}.png`,
    path: "/quotes/info?type=jpy&code=7203",
    ...{ language, scheme, sharpness: 1, width: 1440 },
  })),
];

/** `npm run pictures`: writes them anew. */
for (const folder of ["pictures", "screens"]) mkdirSync(join(docs, folder), { recursive: true });
// A seed of its own, as a newcomer has it: prices that can be foreseen say so on every screen.
const application = await startApplication({ environment: { MARKET_SEED: "" } });
const browser = await launchBrowser();
try {
  const credentials = await registerCustomer(application.address, application.invitationCode);
  await buySome(application, credentials);
  for (const picture of [...ofReadme, ...ofScreens]) {
    await take(browser, application, credentials, picture);
  }
} finally {
  await browser.close();
  await application.stop();
}

type Credentials = Awaited<ReturnType<typeof registerCustomer>>;

/** So that the customer holds something to be seen. */
async function buySome(
  { address }: ApplicationAccess,
  { token, account }: Credentials,
): Promise<void> {
  for (const [type, code, quantity] of [
    ["jpy", "7203", "100"],
    ["usd", "AAPL", "10"],
  ] as const) {
    const order = { type, code, quantity, side: "long", kind: "market", leverage: "1" };
    const answer = await fetch(`${address}/api/vue/trade/place-order`, {
      method: "POST",
      headers: { token, account },
      body: new URLSearchParams({ ...order, request_id: randomUUID() }),
    });
    if (!answer.ok) throw new Error(`${code} was not bought: ${await answer.text()}`);
  }
}

async function take(
  browser: Browser,
  { address }: ApplicationAccess,
  { token, account }: Credentials,
  { file, path, language, scheme, sharpness, width, open }: Picture,
): Promise<void> {
  const isPhone = width === undefined;
  const context = await browser.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width, height: 900 },
    deviceScaleFactor: sharpness,
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme: scheme,
    timezoneId: "Asia/Tokyo",
  });
  const stored = { language, ...(open !== true && { tokend: token, account }) };
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, stored);
  const page = await context.newPage();
  await page.goto(`${address}/#${path}`);
  if (open !== true) {
    await page.locator("[role=status][data-state=live]").waitFor({ state: "attached" });
  }
  await page.waitForTimeout(partsMs);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(docs, file) });
  await context.close();
}
