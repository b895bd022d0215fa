import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { sharedApplication } from "../support/shared-application.ts";
import { newDesk, open, registerCustomer, signIn } from "./backoffice-desk.ts";

const application = sharedApplication();
const head = "bank_id,date,currency,amount,reference,counterparty";
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  await registerCustomer(application);
  ({ page } = await newDesk(browser));
  await signIn(page, application, {
    email: application.operatorEmail,
    password: application.operatorPassword,
  });
});
afterAll(() => browser.close());

describe("the books", () => {
  it("sum to zero in every currency, and can be taken home as a file", async () => {
    await open(page, application, "/books");
    await page.getByText("Every currency sums to zero").waitFor();
    const granted = page.getByRole("row", { name: /JPY House Simulated funds/ });
    await expect.poll(() => granted.innerText()).toContain("−");
    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    expect((await waiting).suggestedFilename()).toBe("trial_balance.csv");
  });

  it("show what moved day by day", async () => {
    await page.getByRole("tab", { name: "Daily figures" }).click();
    await page
      .getByRole("row", { name: /JPY Simulated funds/ })
      .first()
      .waitFor();
  });
});

describe("a bank's statement", () => {
  const upload = async (text: string) => {
    await page.getByRole("tab", { name: "Bank movements" }).click();
    await page.getByRole("button", { name: "Import bank movements" }).click();
    const dialog = page.getByRole("dialog", { name: "Import bank movements" });
    await dialog
      .getByLabel("CSV or camt.053 file")
      .setInputFiles({ name: "november.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    return dialog;
  };
  const name = `BOOKS-${Date.now()}`;

  it("with a wrong line is not taken, and the line is named", async () => {
    const dialog = await upload(`${head}\n${name},2026-11-20,JPY,1e5,a,b\n`);
    await dialog.getByText("Line 2: the amount is not valid").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => page.getByText(name).count()).toBe(0);
  });

  it("of 50 MB is turned away before it is read, by the screen and by the server", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sanshi-statement-"));
    const path = join(folder, "huge.csv");
    await writeFile(path, `${head}\n${"x".repeat(50 * 1024 * 1024)}`);
    await page.getByRole("tab", { name: "Bank movements" }).click();
    await page.getByRole("button", { name: "Import bank movements" }).click();
    const dialog = page.getByRole("dialog", { name: "Import bank movements" });
    await dialog.getByLabel("CSV or camt.053 file").setInputFiles(path);
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await dialog.getByRole("alert").getByText(/1 MB/).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await rm(folder, { recursive: true });
    const answered = await page.evaluate(async (columns) => {
      const told = await (await fetch("/api/ops/csrf-token")).json();
      const answer = await fetch("/api/ops/books/bank-movements/import", {
        method: "POST",
        headers: { "content-type": "application/json", "x-csrf-token": told.data.csrf_token },
        body: JSON.stringify({ file_name: "huge.csv", text: columns + "x".repeat(50 << 20) }),
      });
      return answer.status;
    }, head);
    expect(answered).toBe(413);
    await open(page, application, "/audit?path=books&outcome=refused");
    await page
      .getByRole("row", { name: /bank-movements\/import/ })
      .first()
      .waitFor();
    await open(page, application, "/books");
  });

  it("is read as text, and its lines wait to be matched", async () => {
    const script = "<script>document.title='mine'</script>";
    const dialog = await upload(`${head}\n${name},2026-11-14,JPY,15000,${script},Yamada\n`);
    await dialog.waitFor({ state: "detached" });
    const row = page.getByRole("row", { name: new RegExp(name) });
    await row.getByText(script).waitFor();
    expect(await page.title()).not.toBe("mine");
    await row.getByRole("button", { name: "Match" }).click();
    const match = page.getByRole("dialog", { name: "Match a bank movement" });
    await match.getByLabel("Record number").fill("D-99999999");
    await match.getByRole("button", { name: "Match" }).click();
    await match.getByText("No such deposit or withdrawal was found to match.").waitFor();
    await match.getByRole("button", { name: "Cancel" }).click();
  });
});
