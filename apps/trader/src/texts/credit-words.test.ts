import { expect, it } from "vitest";
import { myPage as myPageCn } from "./cn/people/my-page.ts";
import { loans as loansCn } from "./cn/products/loans.ts";
import { myPage as myPageJp } from "./jp/people/my-page.ts";
import { loans as loansJp } from "./jp/products/loans.ts";
import { myPage as myPageUs } from "./us/people/my-page.ts";
import { loans as loansUs } from "./us/products/loans.ts";

it.each([
  ["jp", myPageJp, loansJp],
  ["cn", myPageCn, loansCn],
  ["us", myPageUs, loansUs],
] as const)(
  "what can be borrowed on margin and what a loan can be have names of their own: %s",
  (_language, margin, loan) => {
    const names = [margin.credit_limit, loan.limit, loan.loanable.replace("{{currency}}", "")];
    expect(new Set(names.map((name) => name.trim().toLowerCase())).size).toBe(3);
  },
);
