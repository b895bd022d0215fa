/** What the tests of power cuts record: a first start up to PostgreSQL's own, or what a server keeps. */
import { join } from "node:path";
import { acknowledge } from "../../../tests/support/disk-recorder.ts";
import { writeHeadFile } from "./governance/audit/head-file.ts";
import { createFolderStore } from "./platform/objects/folder-store.ts";
import { lockDataFolder, startPostgres } from "./platform/postgres/index.ts";
import { keyFilePath, keyRingOfFile, writeKeyFile } from "./platform/sealing/key-ring.ts";

const [story = "", dataDir = ""] = process.argv.slice(2);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const stories: Record<string, () => Promise<void>> = {
  async "first start"() {
    await lockDataFolder(dataDir);
    await startPostgres({ dataDir, log: quiet, durable: true });
  },
  async keeping() {
    const ring = await keyRingOfFile(keyFilePath(dataDir));
    const { key } = ring.current();
    acknowledge(`key ${key.toString("base64")}`);
    const documents = createFolderStore(join(dataDir, "documents"));
    for (const name of ["receipt-number-1", "receipt-number-2", "photo-number-001"]) {
      await documents.put(name, Buffer.from(`the bytes of ${name}`));
      acknowledge(`document ${name}`);
    }
    for (const number of [0n, 1n, 2n]) {
      await writeHeadFile(dataDir, { log: "log", number, hash: `hash ${number}` });
      acknowledge(`head ${number}`);
    }
    const rotated = Buffer.alloc(32, "rotated");
    await writeKeyFile(keyFilePath(dataDir), [rotated, key]);
    acknowledge(`key ${rotated.toString("base64")}`);
  },
};

await stories[story]?.();
