/** Where documents' bytes are kept. They are encrypted before they come here, but for what is public. */
export type ObjectStore = {
  put(name: string, bytes: Buffer): Promise<void>;
  /** @throws where there is none. */
  get(name: string): Promise<Buffer>;
  /** Also of what is not there. */
  remove(name: string): Promise<void>;
};

/** Names are ours, random and without a path in them. */
export const objectNamePattern = /^[A-Za-z0-9_-]{8,64}$/;

export function checkObjectName(name: string): string {
  if (!objectNamePattern.test(name)) throw new Error("not the name of an object");
  return name;
}
