import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { registerCustomer } from "../bench/web/pages.ts";
import { startApplication, type ApplicationAccess } from "../tests/support/application.ts";
import { launchBrowser } from "../tests/support/browser.ts";
import { projectFolder } from "./project.ts";

const folder = join(projectFolder, "docs", "pictures");

type Language = "jp" | "cn" | "us";

/** The pictures of the README: each a screen as it is, of an instance and a customer of its own. */
const pictures: readonly {
  name: string;
  path: string;
  language: Language;
  scheme: "light" | "dark";
}[] = [
  { name: "home", path: "/home/home", language: "us", scheme: "light" },
  { name: "market", path: "/home/index", language: "cn", scheme: "light" },
  { name: "stock", path: "/quotes/info?type=jpy&code=7203", language: "jp", scheme: "dark" },
  { name: "positions", path: "/position/index", language: "us", scheme: "dark" },
];

/** `npm run pictures`: writes them anew. */
mkdirSync(folder, { recursive: true });
// A seed of its own, as a newcomer has it: prices that can be foreseen say so on every screen.
const application = await startApplication({ environment: { MARKET_SEED: "" } });
const browser = await launchBrowser();
try {
  const credentials = await registerCustomer(application.address, application.invitationCode);
  await buySome(application, credentials);
  for (const picture of pictures) await take(browser, application, credentials, picture);
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
  credentials: Credentials,
  { name, path, language, scheme }: (typeof pictures)[number],
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1.5,
    isMobile: true,
    hasTouch: true,
    colorScheme: scheme,
    timezoneId: "Asia/Tokyo",
  });
  await context.addInitScript(
    ({ token, account, words }) => {
      localStorage.setItem("tokend", token);
      localStorage.setItem("account", account);
      localStorage.setItem("language", words);
    },
    { ...credentials, words: language },
  );
  const page = await context.newPage();
  await page.goto(`${address}/#${path}`);
  await page.locator("[role=status][data-state=live]").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}
