import { launchBrowser } from "../tests/support/browser.ts";
import { startApplication } from "../tests/support/application.ts";
import { measureFirstLoad, type FirstLoad } from "./web/first-load.ts";
import { serveFloorApp } from "./web/floor.ts";
import { budgetedPages, loadOptions, registerCustomer } from "./web/pages.ts";

const rounds = 5;

/**
 * First loads of login, home and stock detail on a slow phone, each against the floor app (React and
 * a router, one screen) in the same round. Prints medians; judges nothing.
 */
export async function run(): Promise<void> {
  const application = await startApplication();
  const floor = await serveFloorApp();
  const browser = await launchBrowser({ flags: ["--force-device-scale-factor=3"] });
  try {
    const { address, invitationCode } = application;
    const credentials = await registerCustomer(address, invitationCode);
    const loads = new Map<string, FirstLoad[]>();
    const take = (name: string, load: FirstLoad) =>
      loads.set(name, [...(loads.get(name) ?? []), load]);
    for (let round = 0; round < rounds; round += 1) {
      const floorOptions = {
        url: floor.address,
        usableSelector: "input[name=account]",
        throttled: true,
      };
      take("floor app", await measureFirstLoad(browser, floorOptions));
      for (const page of budgetedPages) {
        const options = loadOptions(page, address, credentials, true);
        take(page.name, await measureFirstLoad(browser, options));
      }
    }
    print(loads);
  } finally {
    await browser.close();
    await floor.close();
    await application.stop();
  }
}

function print(loads: ReadonlyMap<string, readonly FirstLoad[]>): void {
  const floorPaint = median(loads.get("floor app") ?? [], "largestPaintMs");
  console.log(
    `First loads at 390×844, DPR 3, CPU 4× slower, 1.6 Mbps, 150 ms; medians of ${rounds} rounds`,
  );
  console.table(
    Object.fromEntries(
      [...loads].map(([name, of]) => [
        name,
        {
          "code KB": kilobytes(median(of, "codeBytes")),
          "data KB": kilobytes(median(of, "dataBytes")),
          requests: median(of, "requests"),
          "first paint ms": Math.round(median(of, "firstPaintMs")),
          "LCP ms": Math.round(median(of, "largestPaintMs")),
          "LCP ÷ floor": Number((median(of, "largestPaintMs") / floorPaint).toFixed(2)),
          "blocking ms": Math.round(median(of, "blockingMs")),
          "layout shift": Number(median(of, "layoutShift").toFixed(4)),
          "usable ms": Math.round(median(of, "usableMs")),
        },
      ]),
    ),
  );
}

function median(loads: readonly FirstLoad[], figure: keyof FirstLoad): number {
  const sorted = loads.map((load) => load[figure]).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function kilobytes(bytes: number): number {
  return Number((bytes / 1024).toFixed(1));
}
