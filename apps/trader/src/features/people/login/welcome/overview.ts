import type { Calls, CallOutput } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { useEffect, useState } from "react";
import { ask, type Refusal } from "../../../../shared/api.ts";

export type Overview = CallOutput<Calls["/market/overview"]>;
export type PublicStock = Overview["active"][number];

const askEveryMs = 4_000;

type Asked = { overview: Overview | null; refusal: Refusal | null };

/**
 * A market as whoever has no account sees it, asked for anew while somebody looks. There is no stream without an
 * account. What was known stays when an answer fails; the next one comes by itself.
 */
export function useOverview(market: MarketKey): Asked {
  const [asked, setAsked] = useState<Asked & { market: MarketKey }>({
    market,
    overview: null,
    refusal: null,
  });
  useEffect(() => {
    let isLeft = false;
    const look = async () => {
      if (document.hidden) return;
      const answer = await ask("/market/overview", { type: market });
      if (isLeft) return;
      setAsked((before) => ({
        market,
        overview: answer.ok ? answer.data : before.market === market ? before.overview : null,
        refusal: answer.ok ? null : answer.refusal,
      }));
    };
    void look();
    const timer = window.setInterval(() => void look(), askEveryMs);
    return () => {
      isLeft = true;
      window.clearInterval(timer);
    };
  }, [market]);
  return asked.market === market ? asked : { overview: null, refusal: null };
}
