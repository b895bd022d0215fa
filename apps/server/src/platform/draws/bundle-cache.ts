import { keepBytes, type KeptBytes } from "../http/kept-bytes.ts";

export type BundleCache = {
  /**
   * The bundle of an offering at a stage. Whoever asks while it is being put together waits for the same one, and
   * an older stage of it is forgotten.
   */
  get(
    offering: string,
    stage: string,
    make: () => Promise<Buffer | null>,
  ): Promise<KeptBytes | null>;
  bytes(): number;
};

type Kept = { stage: string; served: Promise<KeptBytes | null>; bytes: number };

/** Keeps what was asked for last, up to so many bytes; what alone is more is made and not kept. */
export function createBundleCache(bytesMax: number): BundleCache {
  const kept = new Map<string, Kept>();
  const bytes = () => kept.values().reduce((sum, one) => sum + one.bytes, 0);

  function makeRoom(): void {
    for (const [offering] of kept) {
      if (bytes() <= bytesMax) return;
      kept.delete(offering);
    }
  }

  async function serve(one: Kept, make: () => Promise<Buffer | null>): Promise<KeptBytes | null> {
    const body = await make();
    if (body === null) return null;
    const served = await keepBytes(body);
    one.bytes = served.body.length + served.compressed.length;
    makeRoom();
    return served;
  }

  return {
    bytes,
    get(offering, stage, make) {
      const known = kept.get(offering);
      // What is asked for again moves to the end.
      kept.delete(offering);
      if (known?.stage === stage) {
        kept.set(offering, known);
        return known.served;
      }
      const one: Kept = { stage, served: Promise.resolve(null), bytes: 0 };
      kept.set(offering, one);
      one.served = serve(one, make).then(
        (served) => {
          if (served === null && kept.get(offering) === one) kept.delete(offering);
          return served;
        },
        (error: unknown) => {
          if (kept.get(offering) === one) kept.delete(offering);
          throw error;
        },
      );
      return one.served;
    },
  };
}
