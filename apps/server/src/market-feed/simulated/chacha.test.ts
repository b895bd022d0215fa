import { createCipheriv, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { blockWords, chachaBlock } from "./chacha.ts";

const bytesOf = (block: Int32Array) => Buffer.from(block.buffer).toString("hex");

describe("a block of ChaCha", () => {
  it("is with eight rounds what the published test vector says", () => {
    const block = new Int32Array(blockWords);
    chachaBlock(new Int32Array(8), 0, 0, 0, 0, block);
    expect(bytesOf(block)).toBe(
      "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e" +
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42",
    );
  });

  it("is with twenty rounds what OpenSSL's cipher answers, for any key, counter and nonce", () => {
    const block = new Int32Array(blockWords);
    for (let run = 0; run < 50; run += 1) {
      const [key, start] = [randomBytes(32), randomBytes(16)];
      const words = Int32Array.from({ length: 8 }, (_, word) => key.readInt32LE(word * 4));
      const [counter, ...nonce] = [0, 4, 8, 12].map((at) => start.readInt32LE(at));
      chachaBlock(words, counter!, nonce[0]!, nonce[1]!, nonce[2]!, block, 20);
      const expected = createCipheriv("chacha20", key, start).update(Buffer.alloc(64));
      expect(bytesOf(block)).toBe(expected.toString("hex"));
    }
  });
});
