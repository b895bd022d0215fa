import type { RulesBody } from "@sanshi/contract";
import { rulesAddress } from "@sanshi/contract/constants";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";

const answerMsMax = 20_000;

/** The rules of all markets. The browser keeps the body and asks only whether it is still the same. */
export function useRules(failed: string): UseQueryResult<RulesBody, Error> {
  return useQuery({
    queryKey: [rulesAddress],
    staleTime: 5 * 60_000,
    meta: { quiet: true },
    queryFn: async ({ signal }) => {
      const until = AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]);
      const answer = await fetch(rulesAddress, { signal: until }).catch(() => null);
      if (answer?.ok !== true) throw new Error(failed);
      return (await answer.json()) as RulesBody;
    },
  });
}
