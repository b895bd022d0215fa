import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const starter = fileURLToPath(new URL("../../tools/start.ts", import.meta.url));

/** What the first start of a run has compiled, the next ones take from here: a third less work for each. */
export const compiledFolder = fileURLToPath(new URL("../../.cache/compiled", import.meta.url));

/** What a test needs to know of an application that runs in a process of its own. */
export interface ApplicationAccess {
  /** Without a slash at its end: `http://localhost:21234`. */
  readonly address: string;
  readonly invitationCode: string;
  readonly operatorEmail: string;
  readonly operatorPassword: string;
}

export interface StartedApplication extends ApplicationAccess {
  readonly process: ChildProcess;
  readonly dataDir: string;
  /** All that it has printed so far. */
  output(): string;
  /** As Ctrl-C does; removes the data folder if we made it. Answers the exit code. */
  stop(): Promise<number | null>;
}

const startWaitMsMax = 180_000;

const access = {
  invitationCode: "E2E-INVITE",
  operatorEmail: "operator@example.com",
  operatorPassword: "an operator of the tests",
};

type Start = { dataDir: string; environment?: Record<string, string> | undefined };

function spawnApplication({ dataDir, environment }: Start) {
  return spawn(process.execPath, [starter], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiledFolder,
      PORT: "0",
      DATA_DIR: dataDir,
      INVITATION_CODE: access.invitationCode,
      OPERATOR_EMAIL: access.operatorEmail,
      OPERATOR_PASSWORD: access.operatorPassword,
      LOG_LEVEL: "warn",
      // The same prices in every run.
      MARKET_SEED: "sanshi",
      // A thousandth of what a simulated instance takes.
      DRAW_DELAY: "25600",
      ...environment,
    },
  });
}

/** The same with an output whose readers are gone before it begins. */
export function startUnread(options: Start): {
  process: ChildProcess;
  ended: Promise<number | null>;
} {
  const child = spawnApplication(options);
  child.stdout.destroy();
  child.stderr.destroy();
  return { process: child, ended: new Promise((resolve) => child.once("exit", resolve)) };
}

/**
 * Starts the whole application as `npm start` does, on a port of its own and, unless one is given,
 * a data folder of its own. Throws with what it printed when it ends instead of listening.
 */
export async function startApplication(
  options: { environment?: Record<string, string>; dataDir?: string } = {},
): Promise<StartedApplication> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "sanshi-application-")));
  const child = spawnApplication({ dataDir, environment: options.environment });
  let output = "";
  const collect = (part: Buffer) => {
    output += part.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const address = await waitUntilRunning(child, () => output);
  return {
    ...access,
    address,
    process: child,
    dataDir,
    output: () => output,
    async stop() {
      const code = await endOf(child);
      if (options.dataDir !== undefined) return code;
      for (const folder of [dataDir, `${dataDir}-keys`]) {
        await rm(folder, { recursive: true, force: true });
      }
      return code;
    },
  };
}

/** Returns the address that it says it listens on. */
function waitUntilRunning(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGTERM");
      reject(new Error(`The application did not start in time:\n${output()}`));
    }, startWaitMsMax);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      done();
    };
    child.once("exit", () =>
      settle(() => reject(new Error(`The application did not start:\n${output()}`))),
    );
    child.stdout?.on("data", () => {
      const [, address] = /^ +Open +(http:.*)\/$/m.exec(output()) ?? [];
      if (address !== undefined) settle(() => resolve(address));
    });
  });
}

function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  return ended;
}
