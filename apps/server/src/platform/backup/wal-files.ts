/** Files of PostgreSQL's log (WAL): 8 digits of the timeline, 16 of the place, hexadecimal. */
export const walFilePattern = /^[0-9A-F]{24}$/;
/** What a restore leaves of the timeline that it came from. */
export const historyFilePattern = /^[0-9A-F]{8}\.history$/;

export const walFolder = "wal";
export const walPath = (name: string) => `${walFolder}/${name}.gz`;

/** `START WAL LOCATION: 0/5000028 (file 000000010000000000000005)` in a backup's label. */
export function walFileOf(label: string): string | null {
  return /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1] ?? null;
}
