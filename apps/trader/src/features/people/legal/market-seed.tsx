import type { CallOutput, Calls } from "@sanshi/contract";
import { ListRow } from "@sanshi/ui";
import { useEffect, useState } from "react";
import { call } from "../../../shared/api.ts";
import { CopyRow } from "../../../shared/copy-row.tsx";
import { useLegalTexts, withTitle } from "./legal-texts.ts";
import styles from "./legal.module.css";

/** What the prices follow from, whether they can be foreseen, and with what anybody can check them. */
export function MarketSeed() {
  const { about } = useLegalTexts();
  const seed = useSeed();
  if (seed === null) return null;
  const { kind, foreseeable, commitment, origin, revealed } = seed;
  return (
    <section aria-labelledby="market-seed">
      <h2 id="market-seed">{foreseeable ? about.seed.heading_foreseeable : about.seed.heading}</h2>
      <p>{withTitle(kind === "given" ? about.seed.given : about.seed.secret)}</p>
      {kind === "secret" && foreseeable && <p>{about.seed.soon}</p>}
      {commitment !== null && origin !== null && (
        <div className={styles["card"]}>
          <div className={styles["fact"]}>
            <CopyRow name={about.seed.commitment} value={commitment} />
          </div>
          <ListRow title={about.seed.secret_from} value={origin.secret_from} />
          <ListRow title={about.seed.revealed} value={revealed?.date ?? "–"} />
        </div>
      )}
    </section>
  );
}

type Seed = CallOutput<Calls["/market/seed"]>;

/** Asked without the cache, which is there for those who have signed in only. */
function useSeed(): Seed | null {
  const [seed, setSeed] = useState<Seed | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    // Without an answer the page says what it says on its own.
    call("/market/seed", {}, { quiet: true, signal: stop.signal }).then(setSeed, () => undefined);
    return () => stop.abort();
  }, []);
  return seed;
}
