import { flushCompileCache } from "node:module";
import { resolve as resolvePath } from "node:path";
import { StartError } from "./platform/postgres/index.ts";
import { MigrationError } from "./platform/sql/migrate.ts";
import { startSanshi, type RunningSanshi } from "./start-up.ts";
import { isMainModule } from "./platform/is-main-module.ts";

const projectFolder = resolvePath(import.meta.dirname, "../../..");

/**
 * Runs Sanshi until it is told to stop, and sets the process's exit code. `prepare` is what a
 * machine without a build step does beside the start: building the web apps.
 */
export async function main(
  prepare: (onProgress: (text: string) => void) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  goOnWithoutReaders();
  const stop = listenForStop();
  let running: RunningSanshi;
  try {
    running = await startSanshi({
      projectFolder,
      environment: process.env,
      loadApplication: async () => (await import("./application.ts")).createApplication,
      prepare,
      print: (text) => console.log(text),
      signal: stop.signal,
    });
  } catch (error) {
    if (!stop.signal.aborted) printWhy(error);
    process.exit(stop.signal.aborted ? 0 : 1);
  }
  // A process that is killed later has kept what the next start need not compile.
  flushCompileCache();
  const exitCode = await stop.requested;
  await running.stop();
  console.log("Stopped");
  process.exit(exitCode);
}

/**
 * Whoever reads what a server prints may end before it (`npm start | head`). An error of a stream that nothing listens for
 * would be printed to that stream, which is an error again.
 */
function goOnWithoutReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/** The first request stops in order, the second at once: the next start picks up what is left running. */
function listenForStop(): { requested: Promise<number>; signal: AbortSignal } {
  const abort = new AbortController();
  const { promise: requested, resolve: stop } = Promise.withResolvers<number>();
  let requestedAt = 0;
  const request = (exitCode: number) => {
    if (abort.signal.aborted) {
      // A terminal sends one Ctrl-C to us and to our launcher, which passes it on: that is one request.
      if (performance.now() - requestedAt < 500) return;
      console.log("Stopped at once; the next start picks up from here");
      process.exit(130);
    }
    console.log("\nStopping (Ctrl-C again to stop at once)");
    requestedAt = performance.now();
    abort.abort();
    stop(exitCode);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => request(0));
  // The launcher was killed: nobody could stop us any more, and the next start would find us in its way.
  process.once("disconnect", () => {
    if (!abort.signal.aborted) request(1);
  });
  process.on("uncaughtException", (error) => {
    console.error("An error that nothing caught:", error);
    if (!abort.signal.aborted) request(1);
  });
  return { requested, signal: abort.signal };
}

function printWhy(error: unknown): void {
  if (error instanceof StartError || error instanceof MigrationError) {
    console.error(`\n${error.message}`);
    return;
  }
  console.error("\nSanshi could not start:", error);
}

if (isMainModule(import.meta.url)) await main();
