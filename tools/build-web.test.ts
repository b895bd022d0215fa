import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildWebApps } from "./build-web.ts";
import { projectFolder } from "./project.ts";

test("builds anew after a build was killed while it wrote, though the sources are as they were", async () => {
  const root = mkdtempSync(join(projectFolder, "node_modules", ".tests-"));
  const put = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const build = async () => {
    const said: string[] = [];
    await buildWebApps((text) => said.push(text), root);
    return said;
  };
  try {
    put("apps/trader/package.json", `{ "name": "web", "type": "module" }`);
    put("apps/trader/index.html", `<script type="module" src="/main.js"></script>`);
    put("apps/trader/main.js", "console.log('first')");
    put(
      "apps/trader/vite.config.js",
      `import { appendFileSync } from "node:fs";
      const folder = "../../.cache/web/trader";
      const killed = {
        name: "killed",
        writeBundle(_, files) {
          if (!Object.values(files).some(({ code }) => code?.includes("second"))) return;
          appendFileSync(folder + "/index.html", "half");
          process.kill(process.pid, "SIGKILL");
        },
      };
      export default { build: { outDir: folder, emptyOutDir: true }, plugins: [killed] };`,
    );
    const built = ["Building the web app trader", "Built the web app trader"];
    expect(await build()).toEqual(built);
    expect(await build()).toEqual([]);
    put("apps/trader/main.js", "console.log('second')");
    await expect(build()).rejects.toThrow("The web app trader could not be built");
    put("apps/trader/main.js", "console.log('first')");
    expect(await build()).toEqual(built);
    expect(readFileSync(join(root, ".cache/web/trader/index.html"), "utf8")).not.toContain("half");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
