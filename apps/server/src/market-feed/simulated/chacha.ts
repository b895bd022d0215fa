/** 32-bit words of one block. */
export const blockWords = 16;

/** Of ChaCha8, the fewest that nobody has broken; whoever needs speed elsewhere takes the same. */
const roundsUsual = 8;

/**
 * One block of ChaCha (RFC 8439, with fewer rounds) in `into`: sixteen words that look like chance to
 * whoever lacks the key of eight words. In one function over plain numbers, because a quote's trades draw
 * a hundred words and Node's own ciphers cost a microsecond a call.
 */
export function chachaBlock(
  key: Int32Array,
  counter: number,
  first: number,
  second: number,
  third: number,
  into: Int32Array,
  rounds = roundsUsual,
): void {
  let s0 = 0x61707865;
  let s1 = 0x3320646e;
  let s2 = 0x79622d32;
  let s3 = 0x6b206574;
  let s4 = key[0]!;
  let s5 = key[1]!;
  let s6 = key[2]!;
  let s7 = key[3]!;
  let s8 = key[4]!;
  let s9 = key[5]!;
  let s10 = key[6]!;
  let s11 = key[7]!;
  let s12 = counter | 0;
  let s13 = first | 0;
  let s14 = second | 0;
  let s15 = third | 0;
  for (let round = 0; round < rounds; round += 2) {
    s0 = (s0 + s4) | 0;
    s12 = rotate(s12 ^ s0, 16);
    s8 = (s8 + s12) | 0;
    s4 = rotate(s4 ^ s8, 12);
    s0 = (s0 + s4) | 0;
    s12 = rotate(s12 ^ s0, 8);
    s8 = (s8 + s12) | 0;
    s4 = rotate(s4 ^ s8, 7);
    s1 = (s1 + s5) | 0;
    s13 = rotate(s13 ^ s1, 16);
    s9 = (s9 + s13) | 0;
    s5 = rotate(s5 ^ s9, 12);
    s1 = (s1 + s5) | 0;
    s13 = rotate(s13 ^ s1, 8);
    s9 = (s9 + s13) | 0;
    s5 = rotate(s5 ^ s9, 7);
    s2 = (s2 + s6) | 0;
    s14 = rotate(s14 ^ s2, 16);
    s10 = (s10 + s14) | 0;
    s6 = rotate(s6 ^ s10, 12);
    s2 = (s2 + s6) | 0;
    s14 = rotate(s14 ^ s2, 8);
    s10 = (s10 + s14) | 0;
    s6 = rotate(s6 ^ s10, 7);
    s3 = (s3 + s7) | 0;
    s15 = rotate(s15 ^ s3, 16);
    s11 = (s11 + s15) | 0;
    s7 = rotate(s7 ^ s11, 12);
    s3 = (s3 + s7) | 0;
    s15 = rotate(s15 ^ s3, 8);
    s11 = (s11 + s15) | 0;
    s7 = rotate(s7 ^ s11, 7);
    s0 = (s0 + s5) | 0;
    s15 = rotate(s15 ^ s0, 16);
    s10 = (s10 + s15) | 0;
    s5 = rotate(s5 ^ s10, 12);
    s0 = (s0 + s5) | 0;
    s15 = rotate(s15 ^ s0, 8);
    s10 = (s10 + s15) | 0;
    s5 = rotate(s5 ^ s10, 7);
    s1 = (s1 + s6) | 0;
    s12 = rotate(s12 ^ s1, 16);
    s11 = (s11 + s12) | 0;
    s6 = rotate(s6 ^ s11, 12);
    s1 = (s1 + s6) | 0;
    s12 = rotate(s12 ^ s1, 8);
    s11 = (s11 + s12) | 0;
    s6 = rotate(s6 ^ s11, 7);
    s2 = (s2 + s7) | 0;
    s13 = rotate(s13 ^ s2, 16);
    s8 = (s8 + s13) | 0;
    s7 = rotate(s7 ^ s8, 12);
    s2 = (s2 + s7) | 0;
    s13 = rotate(s13 ^ s2, 8);
    s8 = (s8 + s13) | 0;
    s7 = rotate(s7 ^ s8, 7);
    s3 = (s3 + s4) | 0;
    s14 = rotate(s14 ^ s3, 16);
    s9 = (s9 + s14) | 0;
    s4 = rotate(s4 ^ s9, 12);
    s3 = (s3 + s4) | 0;
    s14 = rotate(s14 ^ s3, 8);
    s9 = (s9 + s14) | 0;
    s4 = rotate(s4 ^ s9, 7);
  }
  into[0] = s0 + 0x61707865;
  into[1] = s1 + 0x3320646e;
  into[2] = s2 + 0x79622d32;
  into[3] = s3 + 0x6b206574;
  into[4] = s4 + key[0]!;
  into[5] = s5 + key[1]!;
  into[6] = s6 + key[2]!;
  into[7] = s7 + key[3]!;
  into[8] = s8 + key[4]!;
  into[9] = s9 + key[5]!;
  into[10] = s10 + key[6]!;
  into[11] = s11 + key[7]!;
  into[12] = s12 + counter;
  into[13] = s13 + first;
  into[14] = s14 + second;
  into[15] = s15 + third;
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
