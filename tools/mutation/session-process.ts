import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { SessionAnswer, SessionRequest } from "./test-session.ts";

export type Outcome = SessionAnswer | "too long";

/** A test session in the copy, begun anew where a fault hung it up. */
export class SessionProcess {
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs the tests; "too long" when they had not ended in the time. */
  async run(request: SessionRequest, msMax: number): Promise<Outcome> {
    const child = await this.#started();
    const answered = nextMessage(child, msMax);
    child.send(request);
    const answer = await answered;
    if (isAnswer(answer)) return answer;
    await this.end();
    return "too long";
  }

  /** For what the session reads once: the next run has a new one. */
  async end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.disconnect();
    const killed = setTimeout(() => killGroup(child), 20_000);
    await ended;
    clearTimeout(killed);
  }

  async #started(): Promise<ChildProcess> {
    if (this.#child?.connected) return this.#child;
    const child = fork(join(this.#folder, "tools", "mutation", "test-session.ts"), [], {
      cwd: this.#folder,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // A group of its own, so that the workers of a session that hangs end with it.
      detached: true,
    });
    const isReady = (await nextMessage(child, 120_000)) === "ready";
    if (!isReady) throw new Error("The test session did not start");
    this.#child = child;
    return child;
  }
}

function nextMessage(child: ChildProcess, msMax: number): Promise<unknown> {
  return new Promise((resolve) => {
    const done = (message: unknown) => {
      clearTimeout(timer);
      child.off("message", done);
      child.off("exit", ended);
      resolve(message);
    };
    const ended = () => done(undefined);
    const timer = setTimeout(ended, msMax);
    child.once("message", done);
    child.once("exit", ended);
  });
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

function isAnswer(message: unknown): message is SessionAnswer {
  return typeof message === "object" && message !== null && "failed" in message;
}
