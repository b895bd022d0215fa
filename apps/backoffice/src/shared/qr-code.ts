/**
 * A QR code of a short text (ISO/IEC 18004: bytes, error correction M, versions 1 to 10), for an
 * authenticator's set-up: the secret in it must not travel to anybody else's picture service.
 */

/** Of level M, by version: check bytes in a block, and blocks. */
const checkBytesPerBlock = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const blocksPerVersion = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** The level's two bits, as the format information has them. */
const levelBits = 0b00;
export const qrBytesMax = 213;

type Grid = boolean[][];

/** True where it is dark, row by row, without the quiet border of four modules. */
export function qrCode(text: string): Grid {
  const bytes = [...new TextEncoder().encode(text)];
  const version = blocksPerVersion.findIndex((_, index) => bytes.length <= capacity(index + 1)) + 1;
  if (version === 0)
    throw new Error(`A QR code here holds ${qrBytesMax} bytes, not ${bytes.length}`);
  const codewords = withCheckBytes(dataCodewords(bytes, version), version);
  const masked = Array.from({ length: 8 }, (_, mask) => drawn(codewords, version, mask));
  return masked.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

/** The code as the outline of an SVG: one square a dark module. */
export function qrPath(grid: Grid): string {
  return grid
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
}

function capacity(version: number): number {
  const lengthBytes = version < 10 ? 1 : 2;
  return dataBytes(version) - lengthBytes - 1;
}

function dataBytes(version: number): number {
  const index = version - 1;
  const check = (checkBytesPerBlock[index] ?? 0) * (blocksPerVersion[index] ?? 0);
  return Math.floor(rawModules(version) / 8) - check;
}

/** The modules that are neither patterns nor format or version information. */
function rawModules(version: number): number {
  const marks = Math.floor(version / 7) + 2;
  const all = (16 * version + 128) * version + 64;
  if (version < 2) return all;
  return all - ((25 * marks - 10) * marks - 55) - (version < 7 ? 0 : 36);
}

function dataCodewords(bytes: readonly number[], version: number): number[] {
  const lengthBits = version < 10 ? 8 : 16;
  let bits = "0100" + bytes.length.toString(2).padStart(lengthBits, "0");
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  const size = dataBytes(version);
  bits += "0".repeat(Math.min(4, size * 8 - bits.length));
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, "0");
  const words = Array.from({ length: bits.length / 8 }, (_, index) =>
    parseInt(bits.slice(index * 8, index * 8 + 8), 2),
  );
  for (let fill = 0xec; words.length < size; fill ^= 0xec ^ 0x11) words.push(fill);
  return words;
}

/** Split into blocks, each with its Reed-Solomon check bytes, and woven into one row. */
function withCheckBytes(data: readonly number[], version: number): number[] {
  const blockCount = blocksPerVersion[version - 1] ?? 1;
  const checkCount = checkBytesPerBlock[version - 1] ?? 0;
  const total = Math.floor(rawModules(version) / 8);
  const shortBlocks = blockCount - (total % blockCount);
  const shortLength = Math.floor(total / blockCount) - checkCount;
  const divisor = generator(checkCount);
  const blocks: { data: readonly number[]; check: readonly number[] }[] = [];
  let at = 0;
  for (let index = 0; index < blockCount; index += 1) {
    const length = shortLength + (index < shortBlocks ? 0 : 1);
    const part = data.slice(at, at + length);
    at += length;
    blocks.push({ data: part, check: remainder(part, divisor) });
  }
  const woven: number[] = [];
  for (let index = 0; index <= shortLength; index += 1) {
    for (const block of blocks) {
      const word = block.data[index];
      if (word !== undefined) woven.push(word);
    }
  }
  for (let index = 0; index < checkCount; index += 1) {
    for (const block of blocks) woven.push(block.check[index] ?? 0);
  }
  return woven;
}

/** Product in the field of 256 elements over x⁸ + x⁴ + x³ + x² + 1. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

function generator(degree: number): number[] {
  const result = [...new Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let index = 0; index < degree; index += 1) {
      result[index] = multiply(result[index] ?? 0, root) ^ (result[index + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    divisor.forEach((coefficient, index) => {
      result[index] = (result[index] ?? 0) ^ multiply(coefficient, factor);
    });
  }
  return result;
}

/** All modules under one mask: patterns, data in its zigzag, format and version information. */
function drawn(codewords: readonly number[], version: number, mask: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const taken: Grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, dark: boolean) => {
    const row = grid[y];
    const claimed = taken[y];
    if (row === undefined || claimed === undefined || x < 0 || x >= size) return;
    row[x] = dark;
    claimed[x] = true;
  };
  drawPatterns(set, version, size);
  drawFormat(set, mask, size);
  drawVersion(set, version, size);
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const upward = ((right + 1) & 2) === 0;
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (taken[y]?.[x] === true) continue;
        const word = codewords[bit >>> 3] ?? 0;
        const dark = ((word >>> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
        const row = grid[y];
        if (row !== undefined) row[x] = dark !== isMasked(mask, x, y);
      }
    }
  }
  return grid;
}

type Set = (x: number, y: number, dark: boolean) => void;

function drawPatterns(set: Set, version: number, size: number): void {
  for (let index = 0; index < size; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const [left, top] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy += 1) {
      for (let dx = -4; dx <= 4; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        const y = top + dy;
        if (y >= 0 && y < size) set(left + dx, y, ring !== 2 && ring !== 4);
      }
    }
  }
  const marks = markPositions(version, size);
  const last = marks.length - 1;
  marks.forEach((y, row) => {
    marks.forEach((x, column) => {
      const inFinder =
        (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
      if (inFinder) return;
      for (let dy = -2; dy <= 2; dy += 1) {
        for (let dx = -2; dx <= 2; dx += 1) {
          set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
        }
      }
    });
  });
}

function markPositions(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const positions = [6];
  for (let at = size - 7; positions.length < count; at -= step) positions.splice(1, 0, at);
  return positions;
}

function drawFormat(set: Set, mask: number, size: number): void {
  const data = (levelBits << 3) | mask;
  let rest = data;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (index: number) => ((bits >>> index) & 1) === 1;
  for (let index = 0; index <= 5; index += 1) set(8, index, bit(index));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let index = 9; index < 15; index += 1) set(14 - index, 8, bit(index));
  for (let index = 0; index < 8; index += 1) set(size - 1 - index, 8, bit(index));
  for (let index = 8; index < 15; index += 1) set(8, size - 15 + index, bit(index));
  set(8, size - 8, true);
}

function drawVersion(set: Set, version: number, size: number): void {
  if (version < 7) return;
  let rest = version;
  for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let index = 0; index < 18; index += 1) {
    const dark = ((bits >>> index) & 1) === 1;
    const far = size - 11 + (index % 3);
    const near = Math.floor(index / 3);
    set(far, near, dark);
    set(near, far, dark);
  }
}

function isMasked(mask: number, x: number, y: number): boolean {
  switch (mask) {
    case 0:
      return (x + y) % 2 === 0;
    case 1:
      return y % 2 === 0;
    case 2:
      return x % 3 === 0;
    case 3:
      return (x + y) % 3 === 0;
    case 4:
      return (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0;
    case 5:
      return ((x * y) % 2) + ((x * y) % 3) === 0;
    case 6:
      return (((x * y) % 2) + ((x * y) % 3)) % 2 === 0;
    default:
      return (((x + y) % 2) + ((x * y) % 3)) % 2 === 0;
  }
}

/** What makes a code hard to read: long runs, blocks, what looks like a corner, too dark or light. */
function penalty(grid: Grid): number {
  const size = grid.length;
  const rows = grid.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(""));
  let points = 0;
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 0; y < size - 1; y += 1) {
    for (let x = 0; x < size - 1; x += 1) {
      const four = [grid[y]?.[x], grid[y]?.[x + 1], grid[y + 1]?.[x], grid[y + 1]?.[x + 1]];
      if (four.every((dark) => dark === four[0])) points += 3;
    }
  }
  const dark = rows.join("").replaceAll("0", "").length;
  return points + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
