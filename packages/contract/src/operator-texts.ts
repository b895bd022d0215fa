/**
 * Every field in which an operator can write prose, and what keeps it from speaking to customers unseen. A test
 * finds the fields of the contract that are missing here.
 *
 * `inside`: no customer ever reads it. `code`: a code of reason-codes.ts, anything else is refused. `two`: customers
 * read it once a second operator has approved it. `first`: so is the first of a case, and what is not is marked as
 * unchecked.
 */
type TextRule = "inside" | "code" | "two" | "first";

const note = { note: "inside" } as const;
/** Of a case of a customer's: the code is read at once, the explanation once two have read it. */
const explained = { reason: "code", explanation: "two" } as const;
const decided = { ...explained, ...note } as const;
/** Of an operator's own proposal. */
const answered = { reason: "inside", ...note } as const;
/** Of what two decide for everybody: a code, or sentences in three languages. */
const published = { reason: "two", "reason.*": "two", ...note } as const;
const written = { "texts.*.title": "two", "texts.*.body": "two" } as const;
const own = { password: "inside", code: "inside" } as const;

/** By path and field; `*` stands for each language or entry. */
export const operatorTexts: Readonly<Record<string, Readonly<Record<string, TextRule>>>> = {
  "/api/ops/sign-in": { email: "inside", ...own },
  "/api/ops/passkey/sign-in": { "response.*": "inside" },
  "/api/ops/me/password": {
    old_password: "inside",
    new_password: "inside",
    new_password2: "inside",
  },
  "/api/ops/me/totp/begin": { password: "inside" },
  "/api/ops/me/totp/confirm": { code: "inside" },
  "/api/ops/me/totp/remove": own,
  "/api/ops/me/recovery-codes": own,
  "/api/ops/me/passkeys/options": { password: "inside" },
  "/api/ops/me/passkeys/add": { name: "inside", "response.*": "inside" },
  "/api/ops/me/passkeys/remove": { password: "inside" },
  "/api/ops/me/prove": { code: "inside", "response.*": "inside" },
  "/api/ops/me/lists/view": { name: "inside" },
  "/api/ops/cases/:queue/:id/comments/add": { body: "inside" },
  "/api/ops/cases/:queue/:id/hand-over": { body: "inside" },
  "/api/ops/customers/:account/notes/add": { body: "inside" },
  "/api/ops/books/bank-movements/import": { file_name: "inside", text: "inside" },
  "/api/ops/payment-files/make": {
    "payer.code": "inside",
    "payer.name": "inside",
    "payer.bank": "inside",
    "payer.account": "inside",
  },
  "/api/ops/payment-files/:id/answer": { file_name: "inside", text: "inside" },
  "/api/ops/proposals/:id/decision": answered,
  "/api/ops/customer-states/:id/decision": answered,
  "/api/ops/journals/:id/decision": answered,
  "/api/ops/verifications/:id/decision": decided,
  "/api/ops/deposits/:id/decision": decided,
  "/api/ops/withdrawals/:id/decision": decided,
  "/api/ops/loans/:id/decision": decided,
  "/api/ops/login-password-resets/:id/decision": decided,
  "/api/ops/factor-resets/:id/decision": decided,
  "/api/ops/login-password-resets/:id/stop": explained,
  "/api/ops/factor-resets/:id/stop": explained,
  "/api/ops/customers/:account/state": decided,
  "/api/ops/customers/:account/loan-limit": decided,
  "/api/ops/loans/:id/write-off": decided,
  "/api/ops/payment-files/:id/refuse": decided,
  "/api/ops/journals/propose": decided,
  "/api/ops/trading-halts/create": { reason: "code" },
  "/api/ops/trading-halts/:id/renew": { reason: "code" },
  "/api/ops/calendars/close": { reason: "code" },
  "/api/ops/customers/:account/credit-limit": note,
  "/api/ops/instruments/offer": note,
  "/api/ops/instruments/terms": note,
  "/api/ops/instruments/add": { "names.*": "two", search_terms: "two", ...note },
  "/api/ops/instruments/names": { "names.*": "two", search_terms: "two" },
  "/api/ops/instruments/change": { "names.*": "two", ...note },
  // Of the text a ratio alone is read.
  "/api/ops/stock-ends/propose": { "target.ratio": "inside", ...note },
  "/api/ops/stock-ends/:id/withdraw": note,
  // Of the text dates alone are read.
  "/api/ops/calendars/read": { text: "inside" },
  "/api/ops/calendars/propose": { text: "inside", title: "two", ...note },
  "/api/ops/calendars/allow-expected": note,
  "/api/ops/deposit-channels/propose": {
    "name.*": "two",
    "instructions.*": "two",
    account_name: "two",
    account_number: "two",
    bank_name: "two",
    branch_name: "two",
    hours: "two",
    ...note,
  },
  "/api/ops/site/propose": { value: "two", ...published },
  "/api/ops/fees/propose": published,
  "/api/ops/fees/withdraw": published,
  "/api/ops/announcements/send": written,
  "/api/ops/customers/:account/message": written,
  "/api/ops/message-templates/propose": written,
  "/api/ops/news/save": written,
  "/api/ops/conversations/:account/reply": { body: "first" },
  "/api/ops/copy-products/propose": { "form.names.*": "two", "form.issuer": "two", ...note },
  "/api/ops/copy-products/:id/close": note,
  "/api/ops/copy-products/:id/wind-down": published,
  "/api/ops/offerings/draft": { "form.names.*": "two", "form.sponsor": "two" },
  "/api/ops/offerings/propose": note,
  "/api/ops/offerings/:id/price": note,
  "/api/ops/offerings/:id/withdraw": published,
  "/api/ops/block-offers/draft": { "form.seller_names.*": "two" },
  "/api/ops/block-offers/propose": note,
  "/api/ops/block-offers/:id/withdraw": published,
};

/** What customers may come to read of a call's input: every text of the fields that are not for operators alone. */
export function textsForCustomers(path: string, input: object): string[] {
  const fields = Object.entries(operatorTexts[path] ?? {})
    .filter(([, rule]) => rule === "two" || rule === "first")
    .map(([field]) => field.split(".")[0] ?? field);
  return [...new Set(fields)].flatMap((field) =>
    textsIn((input as Readonly<Record<string, unknown>>)[field]),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
