import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { shell as cn } from "../src/texts/cn/shell.ts";
import { shell as jp } from "../src/texts/jp/shell.ts";
import { shell as us } from "../src/texts/us/shell.ts";
import type { Plugin, Rolldown } from "vite";
import { filesFrom } from "./early-script.ts";
import { manifests } from "./manifests.ts";
import { routeModules } from "./route-modules.ts";

const scriptFile = new URL("../src/early/service-worker.js", import.meta.url);
const logoFile = new URL("../public/logo.svg", import.meta.url);

/** The screens of the bottom menu and the sign-in: what opens without a connection even if it was never open. */
const shellRoutes = [
  "signedIn",
  "/login/login",
  "/home/home",
  "/home/index",
  "/position/index",
  "/mine/index",
];

/** The texts of the first screens and of all others: each reader keeps those of one language. */
const textRoutes = {
  jp: ["jp", "jpLater"],
  cn: ["cn", "cnLater"],
  us: ["us", "usLater"],
} as const;

/** What a notification is called whose own words cannot be read. */
const notices = { jp: jp.messages, cn: cn.messages, us: us.messages };

/** What makes the app one that is installed: its worker, its icons, and its manifest in each language. */
export function serviceWorker(): Plugin {
  return {
    name: "sanshi-service-worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") return this.error("no page");
        const shell = Object.entries(textRoutes).map(([language, texts]) => {
          const files = [...shellRoutes, ...texts].flatMap((route) => filesOf(bundle, route));
          return [language, [...new Set(files)].toSorted()];
        });
        const source = readFileSync(scriptFile, "utf8")
          .replace("__SHELL_FILES__", JSON.stringify(Object.fromEntries(shell)))
          .replace("__NOTICES__", JSON.stringify(notices));
        const release = createHash("sha256").update(String(page.source)).update(source);
        this.emitFile({
          type: "asset",
          fileName: "service-worker.js",
          source: source.replace("__RELEASE__", release.digest("hex").slice(0, 16)),
        });
        for (const [fileName, manifest] of Object.entries(manifests)) {
          this.emitFile({ type: "asset", fileName, source: JSON.stringify(manifest) });
        }
        for (const [fileName, icon] of await icons()) {
          this.emitFile({ type: "asset", fileName, source: icon });
        }
      },
    },
  };
}

/** What a route opens with, its styles too, but for those that are inside the page. */
function filesOf(bundle: Rolldown.OutputBundle, route: string): string[] {
  const module = routeModules[route];
  const start = Object.values(bundle).find(
    (file) =>
      file.type === "chunk" &&
      file.moduleIds.some((id) => module !== undefined && id.endsWith(module)),
  );
  if (start === undefined) throw new Error(`No chunk of the shell opens ${route}`);
  return filesFrom(bundle, start.fileName, new Set())
    .filter((name) => bundle[name] !== undefined)
    .map((name) => `/${name}`);
}

/** As large as the platforms ask for; `maskable` fills its square, of which a launcher cuts its own shape. */
async function icons(): Promise<[string, Buffer][]> {
  const logo = readFileSync(logoFile, "utf8");
  const filled = logo
    .replace('rx="18"', "")
    .replace("<path", '<g transform="translate(8 8) scale(0.75)"><path')
    .replace("</svg>", "</g></svg>");
  const draw = async (name: string, svg: string, size: number): Promise<[string, Buffer]> => [
    name,
    await sharp(Buffer.from(svg), { density: (72 * size) / 64 })
      .resize(size, size)
      .png({ compressionLevel: 9 })
      .toBuffer(),
  ];
  return Promise.all([
    draw("icon-192.png", logo, 192),
    draw("icon-512.png", logo, 512),
    draw("icon-maskable-512.png", filled, 512),
    draw("icon-apple-180.png", filled, 180),
  ]);
}
