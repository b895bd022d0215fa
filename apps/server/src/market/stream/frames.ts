const finalText = 0x81;
const comma = 0x2c;
/** Before the text, as long as the longest head is. */
const headBytesMax = 10;
const bytesAtFirst = 64 * 1024;
const bytesMax = 4 * 1024 * 1024;

/**
 * Writes frames of quotes into bytes that are used again with every turn: ten thousand clients' frames twice a second
 * would otherwise be most of what the process collects. A frame holds until the next one begins, where it is shared
 * until the turn is over, and where it is left to a socket, as long as that reads from it.
 */
export class FrameWriter {
  #bytes = Buffer.allocUnsafeSlow(bytesAtFirst);
  /** Where the next frame begins: behind those that still hold. */
  #start = 0;
  #end = 0;
  #isFirst = true;
  #isRead = false;
  #turn = 0;
  #opening = Buffer.alloc(0);
  #openingAt = -1;

  /** The number of the turn that is on. */
  turn(): number {
    return this.#turn;
  }

  /** Frames of earlier turns are shared no more. */
  beginTurn(): void {
    this.#turn += 1;
    if (!this.#isRead) this.#start = 0;
  }

  /** `now` is the app's time in milliseconds. */
  begin(now: number): void {
    if (now !== this.#openingAt) {
      this.#opening = Buffer.from(`{"op":"quotes","now":${now},"q":[`, "latin1");
      this.#openingAt = now;
    }
    this.#end = this.#start + headBytesMax;
    this.#isFirst = true;
    this.#append(this.#opening);
  }

  /** A symbol's JSON in ASCII. */
  add(fragment: Uint8Array): void {
    if (!this.#isFirst) this.#append(separator);
    this.#isFirst = false;
    this.#append(fragment);
  }

  /** A whole WebSocket text frame (RFC 6455: final, not masked), there until the next one begins. */
  end(): Buffer {
    this.#append(closing);
    return this.#bytes.subarray(this.#writeHead(), this.#end);
  }

  /** The frame that was written last holds for the rest of the turn. */
  share(): void {
    this.#start = this.#end;
  }

  /** A socket still reads from the frame that was written last, or from one that is shared. */
  leave(frame: Buffer): void {
    if (frame.buffer !== this.#bytes.buffer) return;
    this.#isRead = true;
    this.#start = this.#end;
  }

  #append(part: Uint8Array): void {
    if (this.#end + part.length > this.#bytes.length) this.#moveOn(part.length);
    this.#bytes.set(part, this.#end);
    this.#end += part.length;
  }

  /** The frame that is being written goes on in other bytes; those before it keep theirs. */
  #moveOn(needed: number): void {
    // More than is there to copy, where the room of a head alone reaches beyond the bytes.
    const begun = this.#end - this.#start;
    const size = Math.min(2 * this.#bytes.length, bytesMax);
    const other = Buffer.allocUnsafeSlow(Math.max(size, 2 * (begun + needed)));
    other.set(this.#bytes.subarray(this.#start, this.#end));
    this.#bytes = other;
    this.#start = 0;
    this.#end = begun;
    this.#isRead = false;
  }

  /** Right before the text; returns where it begins. */
  #writeHead(): number {
    const bytes = this.#bytes;
    const length = this.#end - this.#start - headBytesMax;
    const size = length < 126 ? 2 : length < 65_536 ? 4 : headBytesMax;
    const start = this.#start + headBytesMax - size;
    bytes[start] = finalText;
    bytes[start + 1] = size === 2 ? length : size === 4 ? 126 : 127;
    if (size === 4) bytes.writeUInt16BE(length, start + 2);
    if (size === headBytesMax) bytes.writeBigUInt64BE(BigInt(length), start + 2);
    return start;
  }
}

const separator = Uint8Array.of(comma);
const closing = Buffer.from("]}", "latin1");
