// The one door of every npm script. Plain JavaScript for Node 20 or later and without dependencies,
// because it runs before anything is installed: it installs what package-lock.json names, then hands
// over to the newest Node 24 at hand, the pinned one or this one, which runs our TypeScript as it is.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const marker = join(project, "node_modules", ".sanshi-installed");
const lockFolder = join(project, ".cache", "install.lock");
const compiledFolder = join(project, ".cache", "compiled");
const installWaitMsMax = 10 * 60 * 1000;

/**
 * A larger young memory saves nothing under load, and is kept for long after it (decision 0184); megabytes.
 * Node's own code in large memory pages saves a tenth of Node's part of an order, where the system has them.
 * After a quiet quarter of a minute V8 often made up its mind to put the lists of a batch among what lives long:
 * whatever stood on them stayed until the next great collection, and an order cost Node up to half more, in one
 * process and not in the next. A server at rest gives memory back, see memory-at-rest.ts.
 */
const serverFlags = [
  "--max-semi-space-size=16",
  "--use-largepages=silent",
  "--no-allocation-site-pretenuring",
  "--expose-gc",
];

const [command, ...parameters] = process.argv.slice(2);
process.exitCode = await main();

async function main() {
  // package.json is the list: each command is the file of that name beside this one.
  const { scripts, secureNode } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  const commands = Object.values(scripts).flatMap(
    (script) => /^node tools\/run\.mjs ([\w-]+)$/.exec(script)?.slice(1) ?? [],
  );
  if (!commands.includes(command)) {
    console.error(`Say which command to run: ${commands.join(", ")}.`);
    return 2;
  }
  if (!(await installWhatIsMissing())) return 1;
  const node = newestNode();
  if (node === null) {
    console.error(
      `There is no pinned Node for ${process.platform}-${process.arch}: Sanshi runs on Linux and macOS, x64 and arm64.`,
    );
    return 1;
  }
  if (command === "start" && isOlder(node.version, secureNode)) {
    console.error(
      `Node ${node.version} lacks security fixes of Node ${secureNode}, which is not published for ${process.platform}-${process.arch} in this form: install Node ${secureNode} or a later 24, and start again.`,
    );
  }
  const program = join(project, "tools", `${command}.ts`);
  const flags = ["start", "bench"].includes(command) ? serverFlags : [];
  return run(node.path, [...flags, program, ...parameters], {
    env: {
      ...process.env,
      PATH: `${dirname(node.path)}:${process.env.PATH ?? ""}`,
      // What is compiled once need not be at the next start.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compiledFolder,
    },
  });
}

async function installWhatIsMissing() {
  const wanted = wantedMarker();
  if (isInstalled(wanted)) return true;
  mkdirSync(dirname(lockFolder), { recursive: true });
  const release = await waitForTurn(wanted);
  if (release === null) return true;
  try {
    return await install(wanted);
  } finally {
    release();
  }
}

/**
 * `npm ci` would refuse a lockfile that lacks the optional packages of other platforms, so this is
 * `npm install` that may change nothing but node_modules, and we hold the outcome against the lockfile.
 */
async function install(wanted) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const report = setInterval(() => console.error(`  … still installing (${seconds()} s)`), 10_000);
  console.error("Installing what package-lock.json names (the first time takes a minute or two)");
  const parameters = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const code = await run(npmCommand(), parameters, { cwd: project });
  clearInterval(report);
  if (code !== 0) {
    console.error(
      `npm install failed with code ${code} (its reason stands above): check the network and the free disk space, then run the command again.`,
    );
    return false;
  }
  const wrong = wronglyInstalled();
  if (wrong.length > 0) {
    console.error(
      `What was installed is not what package-lock.json names (${wrong.slice(0, 5).join(", ")}): remove the folder node_modules, then run the command again.`,
    );
    return false;
  }
  writeFileSync(marker, wanted);
  console.error(`Installed in ${seconds()} s`);
  return true;
}

/** What must be installed: the lockfile, for this platform. */
function wantedMarker() {
  const lockfile = readFileSync(join(project, "package-lock.json"));
  const hash = createHash("sha256").update(lockfile).digest("hex");
  return `${hash} ${process.platform}-${process.arch}\n`;
}

/** Without our marker it may still all be there: somebody ran npm by hand. */
function isInstalled(wanted) {
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return true;
  if (wronglyInstalled().length > 0) return false;
  writeFileSync(marker, wanted);
  return true;
}

/** The packages whose installed version or content is not the lockfile's; those for other platforms do not count. */
function wronglyInstalled() {
  const list = join(project, "node_modules", ".package-lock.json");
  const installed = readInstalled(list);
  if (installed === null) return ["all of them"];
  const locked = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")).packages;
  return Object.entries(locked)
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.link)
    .filter(([path, entry]) => {
      const found = installed[path];
      if (found === undefined) return !entry.optional;
      return found.version !== entry.version || found.integrity !== entry.integrity;
    })
    .map(([path]) => path.slice("node_modules/".length));
}

/** Null where there are none, or another installation is just writing them down. */
function readInstalled(list) {
  try {
    return JSON.parse(readFileSync(list, "utf8")).packages;
  } catch {
    return null;
  }
}

/** One installation at a time; null when another one did it while we waited. */
async function waitForTurn(wanted) {
  const until = Date.now() + installWaitMsMax;
  const owner = join(lockFolder, "pid");
  for (let said = false; ;) {
    try {
      mkdirSync(lockFolder);
      writeFileSync(owner, String(process.pid));
      const release = () => rmSync(lockFolder, { recursive: true, force: true });
      // Another one may have done it since we looked.
      if (!isInstalled(wanted)) return release;
      release();
      return null;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (isAbandoned(owner) || Date.now() > until)
      rmSync(lockFolder, { recursive: true, force: true });
    if (!said) console.error("Waiting for another installation in this folder");
    said = true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function isAbandoned(owner) {
  try {
    process.kill(Number(readFileSync(owner, "utf8")), 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/**
 * The newest Node 24 of the npm packages that carry Node's program and this Node itself. A later one than 24
 * serves only where there is no package: our checks run on 24.
 */
function newestNode() {
  const own = { path: process.execPath, version: process.versions.node };
  const major = Number(own.version.split(".")[0]);
  const packaged = packagedNode();
  if (packaged === null) return major >= 24 ? own : null;
  return major === 24 && isOlder(packaged.version, own.version) ? own : packaged;
}

function packagedNode() {
  const require = createRequire(join(project, "package.json"));
  const names = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ];
  for (const name of names) {
    try {
      const description = require.resolve(`${name}/package.json`);
      const path = join(dirname(description), "bin", "node");
      const { version } = JSON.parse(readFileSync(description, "utf8"));
      if (existsSync(path)) return { path, version };
    } catch {
      // Not for this platform.
    }
  }
  return null;
}

function isOlder(version, than) {
  const parts = (text) => String(text).split(".").map(Number);
  const [one, other] = [parts(version), parts(than)];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && one[at] < other[at];
}

/** The npm beside this Node, which need not be on the PATH. */
function npmCommand() {
  const beside = join(dirname(process.execPath), "npm");
  return existsSync(beside) ? beside : "npm";
}

/** Runs a program on our terminal, passes signals on to it, and answers its exit code. */
function run(program, programParameters, options) {
  return new Promise((resolve) => {
    // The channel tells the program when we are killed outright and can pass on nothing any more.
    const stdio = ["inherit", "inherit", "inherit", "ipc"];
    const child = spawn(program, programParameters, { stdio, ...options });
    const forwards = ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => {
      const forward = () => child.kill(signal);
      process.on(signal, forward);
      return () => process.off(signal, forward);
    });
    const launcherWatch = watchLauncher(() => child.kill("SIGTERM"));
    const done = (code) => {
      for (const off of forwards) off();
      clearInterval(launcherWatch);
      resolve(code);
    };
    child.once("error", (error) => {
      console.error(`${program} could not be run: ${error.message}`);
      done(1);
    });
    child.once("exit", (code, signal) =>
      done(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)),
    );
  });
}

/**
 * npm runs us in a shell, and neither passes its end on to us: that they are gone is our signal to stop.
 * Without npm whoever started us may well go away on purpose.
 */
function watchLauncher(onEnd) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const watch = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(watch);
    onEnd();
  }, 300);
  return watch;
}

/** The parent of another process; null where there is no /proc to ask. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}
