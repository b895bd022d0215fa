import { testPhoto } from "./multipart.ts";
import type { SignedIn, TestApplication } from "./test-application.ts";
import { openPhotos } from "./test-money.ts";
import { opsAccepted, opsRefused, type OperatorSession } from "./test-operators.ts";

type Form = Record<string, string | File>;
type Who = { app: TestApplication; operator: OperatorSession; customer: SignedIn };

/** What a customer and a reviewer do for a verification; `who` returns the ones of this moment. */
export function verificationSteps(who: () => Who) {
  /** A driving licence's, with a photo of each side. */
  async function formOf(more: Form = {}): Promise<Form> {
    return {
      name: "山田 太郎",
      name_kana: "ﾔﾏﾀﾞ ﾀﾛｳ",
      id_type: "drivers_licence",
      // Each customer's own: one that another account has takes two operators.
      id_number: `${who().customer.account.slice(-8)}8901`,
      agree: "true",
      front: await testPhoto(),
      back: await testPhoto(),
      ...more,
    };
  }
  const submit = async (more?: Form, as = who().customer) =>
    who().app.refused("/user/submit-verification", await formOf(more), as);
  const status = async (of = who().customer) =>
    (await who().app.accepted("/user/verification", {}, of)).status;

  async function caseOf(account: string) {
    const { app, operator } = who();
    const asked = { q: account, state: "all", sort: "newest" } as const;
    const { items } = await opsAccepted(app, "/api/ops/verifications", asked, operator);
    const [found] = items;
    if (found === undefined) throw new Error("there is no case");
    return found;
  }
  const decideUnseen = (id: string, decision: "approve" | "reject", reason?: string) =>
    opsRefused(
      who().app,
      "/api/ops/verifications/:id/decision",
      { id, decision, ...(reason && { reason }) },
      who().operator,
    );
  const decide = async (...decision: Parameters<typeof decideUnseen>) => {
    await openPhotos(who().app, decision[0], who().operator);
    return decideUnseen(...decision);
  };
  return { formOf, submit, status, caseOf, decideUnseen, decide };
}
