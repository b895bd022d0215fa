import { randomInt } from "node:crypto";
import type { LoadOptions } from "./first-load.ts";

/** The pages whose first load has a budget, and what that is: shared by the bench and the gate. */
export type BudgetedPage = {
  name: "login" | "home" | "market" | "new shares" | "stock detail";
  path: string;
  usableSelector: string;
  signedIn: boolean;
  /** Hard limits: code and data in bytes over the wire, and requests before the page is usable. */
  codeBytesMax: number;
  dataBytesMax: number;
  requestsMax: number;
};

const kilobyte = 1024;

export const budgetedPages: readonly BudgetedPage[] = [
  {
    name: "login",
    path: "/#/login/login",
    usableSelector: "input[autocomplete~=username]",
    signedIn: false,
    codeBytesMax: 99 * kilobyte,
    dataBytesMax: 10 * kilobyte,
    requestsMax: 6,
  },
  {
    name: "home",
    path: "/#/home/home",
    usableSelector: "[data-ready=home]",
    signedIn: true,
    codeBytesMax: 135 * kilobyte,
    dataBytesMax: 10 * kilobyte,
    requestsMax: 10,
  },
  {
    // Home's own measure in code; a whole market's rows are larger than what home asks for.
    name: "market",
    path: "/#/home/index",
    usableSelector: "[data-ready=market]",
    signedIn: true,
    codeBytesMax: 135 * kilobyte,
    dataBytesMax: 20 * kilobyte,
    requestsMax: 12,
  },
  {
    // Of home's own measure.
    name: "new shares",
    path: "/#/home/newShare",
    usableSelector: "[data-ready=offerings]",
    signedIn: true,
    codeBytesMax: 135 * kilobyte,
    dataBytesMax: 10 * kilobyte,
    requestsMax: 10,
  },
  {
    name: "stock detail",
    path: "/#/quotes/info?type=jpy&code=7203",
    usableSelector: "[data-ready=chart]",
    signedIn: true,
    codeBytesMax: 155 * kilobyte,
    dataBytesMax: 12 * kilobyte,
    requestsMax: 12,
  },
];

export function loadOptions(
  page: BudgetedPage,
  address: string,
  credentials: { token: string; account: string },
  throttled: boolean,
): LoadOptions {
  return {
    url: address + page.path,
    usableSelector: page.usableSelector,
    storage: {
      language: "jp",
      ...(page.signedIn && { tokend: credentials.token, account: credentials.account }),
    },
    throttled,
  };
}

/** Registers a customer of the run's own over the public call. */
export async function registerCustomer(
  address: string,
  invitationCode: string,
): Promise<{ token: string; account: string }> {
  const password = "a pass phrase of the bench";
  const answer = await fetch(`${address}/api/vue/user/register`, {
    method: "POST",
    body: new URLSearchParams({
      account: String(randomInt(1_000_000_000, 9_999_999_999)),
      password,
      password2: password,
      invite_code: invitationCode,
      agree: "true",
    }),
  });
  const { status, msg, data } = (await answer.json()) as {
    status: number;
    msg: string;
    data: { token: string; account: string };
  };
  if (status !== 1) throw new Error(`The registration was refused: ${msg}`);
  return data;
}
