import { execFile } from "node:child_process";
import { createServer, type RequestListener, type Server } from "node:http";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { bundleBytesMax, type DrawnBundle, type Receipt } from "@sanshi/draw";
import { projectFolder } from "./project.ts";
import { verifyDraw, type VerifyDrawOptions } from "./verify-draw.ts";

type Vectors = {
  draws: { name: string; bundle: DrawnBundle; waiting: string[] }[];
  receipts: { public_key: string; receipts: Receipt[] };
};
const vectors: Vectors = JSON.parse(
  readFileSync(join(projectFolder, "packages/draw/vectors/draw-v1.json"), "utf8"),
);
const [equal] = vectors.draws;
const beaconed = vectors.draws.find(({ bundle }) => bundle.beacon !== null);
const [receipt] = vectors.receipts.receipts;
if (!equal || !beaconed || !receipt) throw new Error("The vectors hold draws and receipts");
const { bundle } = equal;
const signed = { ...bundle, signing_keys: [{ id: "v", public_key: vectors.receipts.public_key }] };
const other = "ab".repeat(32);

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "sanshi-draw-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(content: unknown): string {
  const path = join(folder, "some.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

async function verify(source: string, options?: VerifyDrawOptions) {
  const lines: string[] = [];
  const code = await verifyDraw(source, (line) => lines.push(line), options);
  return { code, lines, text: lines.join("\n") };
}

it("says in words what was proven, step after step", async () => {
  for (const draw of [equal, beaconed]) {
    const { code, lines, text } = await verify(fileOf(draw.bundle));
    expect(code).toBe(0);
    expect(lines.flatMap((line) => /^proven (\w+)/.exec(line)?.[1] ?? [])).toEqual([
      "commitment",
      "root",
      "delay",
      "beacon",
      "result",
      "order",
      "allotments",
    ]);
    expect(text).toContain("delay: 128 of 256 parts");
    expect(text).toContain(`${draw.waiting.length} waiting`);
    expect(text).toContain(draw.bundle.root);
  }
});

it("names the first step that fails", async () => {
  const faults: [changed: object, says: RegExp][] = [
    [{ seed: other }, /FAILED commitment: seed /],
    [{ entries: bundle.entries.slice(1) }, /FAILED root: root /],
    [{ checkpoints: bundle.checkpoints.with(200, other) }, /FAILED delay: checkpoints\[200\] /],
    [{ result: other }, /FAILED result: result /],
    [{ order: bundle.order.toReversed() }, /FAILED order: order\[0\] /],
    [{ allotments: [] }, /FAILED allotments: allotments\[0\] /],
  ];
  for (const [changed, says] of faults) {
    const { code, text } = await verify(fileOf({ ...bundle, ...changed }));
    expect(code).toBe(1);
    expect(text).toMatch(says);
  }
  const { text } = await verify(
    fileOf({
      ...beaconed.bundle,
      beacon: { ...beaconed.bundle.beacon, signature: "ab".repeat(48) },
    }),
  );
  expect(text).toContain("FAILED beacon");
});

it("holds the bundle against what somebody was told", async () => {
  expect(await verify(fileOf(bundle), { root: bundle.root })).toMatchObject({ code: 0 });
  const another = await verify(fileOf(bundle), { root: other });
  expect(another.text).toContain("FAILED root: root is not the one that you were told");
  const terms = await verify(fileOf(bundle), { terms: other });
  expect(terms.text).toContain("FAILED commitment: terms_hash is not the one that you were told");
});

it("tells what became of a number and of a receipt", async () => {
  const [given] = bundle.allotments;
  const told = async (number: string) => (await verify(fileOf(bundle), { number })).lines.at(-1);
  expect(await told(given?.number ?? "")).toContain(`was allotted ${given?.lots} lots`);
  expect(await told(equal.waiting[1] ?? "")).toContain("is number 2 on the waiting list");
  expect(await told("NS0")).toBe("NS0 is not in the list.");
  const path = join(folder, "receipt.json");
  writeFileSync(path, JSON.stringify(receipt));
  const entered = await verify(fileOf(signed), { receipt: path });
  expect(entered).toMatchObject({
    code: 0,
    text: expect.stringMatching(/its entry is in the list/),
  });
  const unsigned = await verify(fileOf(bundle), { receipt: path });
  expect(unsigned).toMatchObject({ code: 1, text: expect.stringMatching(/No key of the bundle/) });
  writeFileSync(path, JSON.stringify({ ...receipt, at: 1 }));
  await expect(verify(fileOf(signed), { receipt: path })).rejects.toThrow("receipt.at");
});

it("checks nothing before the draw, and says what is not there", async () => {
  const { terms, terms_hash } = bundle;
  const early = await verify(fileOf({ terms, terms_hash }));
  expect(early).toMatchObject({ code: 2, text: expect.stringMatching(/Not drawn yet/) });
  await expect(verify(join(folder, "nothing.json"))).rejects.toThrow("ENOENT");
  await expect(verify(folder)).rejects.toThrow("is no file");
  const huge = fileOf("");
  truncateSync(huge, bundleBytesMax + 1);
  await expect(verify(huge)).rejects.toThrow("is too large");
  await expect(verify(fileOf("<html>"))).rejects.toThrow("is no JSON");
});

it("writes nothing to a terminal that the terminal would obey", async () => {
  const terms = { ...bundle.terms, "\u001b]0;x\u0007\u202e": 1 };
  const { code, text } = await verify(fileOf({ ...bundle, terms }));
  expect(code).toBe(1);
  expect(text).toContain("terms.?]0;x??");
});

let server: Server | undefined;
afterEach(() => void server?.close());

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("It listens nowhere");
  return `http://127.0.0.1:${address.port}/api/draws/17.json`;
}

it("reads a bundle from an address, by https alone unless it is this machine's", async () => {
  const address = await serve((_, answer) => answer.end(JSON.stringify(bundle)));
  expect(await verify(address)).toMatchObject({ code: 0 });
  await expect(verify("http://broker.example/api/draws/17.json")).rejects.toThrow("https address");
  server?.close();
  const away = await serve((_, answer) => answer.writeHead(404).end());
  await expect(verify(away)).rejects.toThrow("answers 404");
  server?.close();
  const endless = await serve((_, answer) => {
    answer.writeHead(200, { "content-length": bundleBytesMax + 1 }).write("{");
  });
  await expect(verify(endless)).rejects.toThrow("is too large");
  server?.close();
  const moved = await serve(({ url }, answer) => {
    if (url === "/new.json") answer.end(JSON.stringify(bundle));
    else answer.writeHead(302, { location: "/new.json" }).end();
  });
  await expect(verify(moved)).rejects.toThrow("could not be read: Error: unexpected redirect");
});

it("answers by its exit code", async () => {
  const run = (...parameters: string[]) =>
    new Promise<{ code: number | string; output: string }>((resolve) => {
      const program = join(projectFolder, "tools/verify-draw.ts");
      execFile(process.execPath, [program, ...parameters], (error, output, errors) =>
        resolve({ code: error?.code ?? 0, output: output + errors }),
      );
    });
  expect(await run(fileOf(bundle))).toMatchObject({
    code: 0,
    output: expect.stringMatching(/proven allotments/),
  });
  expect(await run(fileOf({ ...bundle, result: other }))).toMatchObject({ code: 1 });
  expect(await run()).toMatchObject({
    code: 2,
    output: expect.stringMatching(/npm run verify-draw/),
  });
});
