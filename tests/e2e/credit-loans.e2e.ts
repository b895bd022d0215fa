import { randomInt } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, newPhone } from "../support/browser.ts";
import { testPhoto } from "../support/multipart.ts";
import { advanceClock, asOperator, openPhotos } from "../support/operator.ts";
import { sharedApplication } from "../support/shared-application.ts";

/** A loan on the phone: why the limit is what it is, what it costs, and that it is repaid. */
const application = sharedApplication();
const password = "a pass phrase of the test 9";
const account = String(randomInt(1_000_000_000, 9_999_999_999));
let browser: Browser;
let page: Page;
let credentials: { token: string; account: string };

beforeAll(async () => {
  browser = await launchBrowser();
  credentials = await call("/user/register", {
    account,
    password,
    password2: password,
    invite_code: application.invitationCode,
    agree: "true",
  });
  const context = await newPhone(browser, { locale: "en-US" });
  await context.addInitScript(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    [
      ["tokend", credentials.token],
      ["account", account],
      ["language", "us"],
    ] as [string, string][],
  );
  page = await context.newPage();
});
afterAll(() => browser.close());

async function call<Data>(path: string, form: Record<string, string> | FormData): Promise<Data> {
  const response = await fetch(`${application.address}/api/vue${path}`, {
    method: "POST",
    headers: { ...credentials },
    body: form instanceof FormData ? form : new URLSearchParams(form),
  });
  const answer = (await response.json()) as { status: number; msg: string; data: Data };
  if (answer.status !== 1) throw new Error(`${path} was refused: ${answer.msg}`);
  return answer.data;
}

async function open(place: string): Promise<void> {
  await page.goto(`${application.address}/#${place}`);
  // The same place again would not load anything.
  await page.reload();
}

async function approve(queue: string): Promise<void> {
  const operator = await asOperator(application);
  const { items } = await operator<{ items: { id: string }[] }>("GET", `/${queue}?q=${account}`);
  const id = items[0]?.id ?? "";
  if (queue === "verifications") await openPhotos(operator, id);
  await operator("POST", `/${queue}/${id}/decision`, { decision: "approve" });
}

it("without an identity the screen says what is missing, and the score how it is made", async () => {
  await open("/mine/loan");
  await page.getByRole("link", { name: "Verify your identity" }).waitFor();
  await page.getByText("The same formula for every customer").waitFor();
});

it("from the day after, what a loan costs stands above the button, and an operator pays it out", async () => {
  const form = new FormData();
  const identity = { name: "山田 太郎", name_kana: "ヤマダ タロウ", id_type: "passport" };
  for (const [name, value] of Object.entries(identity)) form.set(name, value);
  form.set("id_number", `TZ${account.slice(-7)}`);
  form.set("agree", "true");
  form.set("front", await testPhoto(), "front.jpg");
  form.set("back", await testPhoto(), "back.jpg");
  await call("/user/submit-verification", form);
  await approve("verifications");
  await advanceClock(application, 86_400);
  await expect
    .poll(async () => (await call<{ score: object | null }>("/user/loan", {})).score, {
      timeout: 40_000,
    })
    .not.toBeNull();
  await open("/mine/loan");
  await page.getByText("Verified", { exact: true }).waitFor();
  await page.getByLabel("Amount", { exact: true }).fill("100000");
  await page.getByText("100,575.00 JPY").waitFor();
  await page.getByText("10.22 % a year", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Apply for 100,000.00 JPY" }).click();
  await page.getByText("Your application has been sent").waitFor();
  await approve("loans");
  expect((await call<{ jpy: string }>("/user/getUserinfo", {})).jpy).toBe("1100000");
});

it("is repaid from its record, in the cooling-off period without interest", async () => {
  await open("/mine/loanOrder");
  await page.getByRole("button", { name: /100,000\.00 JPY/ }).click();
  await page.getByText(/you can give it back without interest/).waitFor();
  await page.getByRole("button", { name: "Repay 100,000.00 JPY" }).click();
  await page.getByText("Repaid", { exact: true }).first().waitFor();
  expect((await call<{ jpy: string }>("/user/getUserinfo", {})).jpy).toBe("1000000");
});
