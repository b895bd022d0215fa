import type { BlockOffer } from "@sanshi/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { RefusedError, type Refusal } from "../../../shared/api.ts";
import { callKey } from "../../../shared/queries.ts";
import { loadTexts, withLaterTexts } from "../../../shared/text.ts";
import type { ApplyForm } from "./apply-form.tsx";

let Form: typeof ApplyForm;
beforeAll(async () => {
  await loadTexts("jp");
  ({ ApplyForm: Form } = await withLaterTexts(() => import("./apply-form.tsx")));
});

const offer = {
  ...{ id: "7", type: "cny", code: "600519", lot: "100", minimum: "100", maximum: "600000" },
  ...{ invited_only: false, cancellable: true, lock_up_days: 0, draw: null },
} as unknown as BlockOffer;

/** The form once what it would cost was refused. */
async function formRefused(params: Record<string, string>): Promise<string> {
  const refusal: Refusal = {
    ...{ code: "quantity_above_maximum", httpStatus: 200, fields: ["quantity"] },
    params: { max: "500000", ...params },
  };
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const queryKey = callKey("/trade/preview-block", { id: offer.id, quantity: offer.minimum });
  const queryFn = () => Promise.reject(new RefusedError(refusal));
  await client.prefetchQuery({ queryKey, queryFn, retry: false });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Form offer={offer} />
    </QueryClientProvider>,
  );
}

it("says under a refused quantity which rule it was, by whose text, and leads to it", async () => {
  const rule = {
    ...{ rule: "cn_risk_warning_cap", since: "2023-04-10", rule_publisher: "sse" },
    ...{ rule_title: "Trading Rules", rule_address: "https://www.sse.com.cn/rules" },
  };
  const shown = await formRefused(rule);
  expect(shown).toContain("<details");
  expect(shown).toContain("上海証券取引所");
  expect(shown).toContain("rule=cn_risk_warning_cap");
  expect(shown).toContain('href="https://www.sse.com.cn/rules"');
});

it("has no reason to open where the offer's own terms refused", async () => {
  const shown = await formRefused({});
  expect(shown).toContain("500000");
  expect(shown).not.toContain("<details");
});
