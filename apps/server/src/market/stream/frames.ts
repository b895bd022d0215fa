/**
 * A whole WebSocket text frame (RFC 6455: final, not masked) around ASCII text, as the bytes' own
 * characters: written as `latin1` it goes to the socket without a buffer in between.
 */
export function textFrame(text: string): string {
  return frameHead(text.length) + text;
}

const finalText = 0x81;

function frameHead(length: number): string {
  if (length < 126) return String.fromCharCode(finalText, length);
  if (length < 65_536) {
    return String.fromCharCode(finalText, 126, length >> 8, length & 0xff);
  }
  const bytes = [56, 48, 40, 32, 24, 16, 8, 0].map(
    (shift) => Math.floor(length / 2 ** shift) % 256,
  );
  return String.fromCharCode(finalText, 127, ...bytes);
}
