import { may, operatorRoles } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import {
  expectUnchanged,
  operatorsCalls,
  turnOf,
  type DescribedCall,
} from "../../../../../tests/support/every-call.ts";
import {
  byUrl,
  methodOf,
  sendAs,
  soundForm,
  tryEach,
  startOperatorsDesk,
  type Tried,
} from "../../../../../tests/support/operators-desk.ts";

/**
 * Every operators' call × nobody, each role, a session without its CSRF token and one of a disabled operator: each
 * has its error and its entry in the audit log, and changes nothing. A new call is tried by itself as long as its
 * fields are known to `soundForm`, and fails here until they are.
 */
const desk = startOperatorsDesk();
const send = sendAs.bind(null, desk);

const guarded = operatorsCalls.filter(({ call }) => call.access === "operator");
const permissionOf = ({ call }: DescribedCall) => ("permission" in call ? call.permission : null);

describe("every operators' call", () => {
  it.each(byUrl(operatorsCalls))("%s is known here with all its fields", (_url, one) => {
    const form = soundForm(one);
    const checked = one.call.input.safeParse(form);
    expect(checked.error?.issues ?? []).toEqual([]);
    expect(Object.keys(form).sort()).toEqual(one.fields.filter((name) => name !== "cursor").sort());
  });

  it("needs a permission, unless it is about the operator who makes it", () => {
    const free = guarded.filter((one) => permissionOf(one) === null).map(({ url }) => url);
    const aboutOneself =
      /^\/api\/ops\/(?:me(?:\/.*)?|sign-out|csrf-token|proposals\/:id\/withdraw)$/;
    expect(free.filter((url) => !aboutOneself.test(url))).toEqual([]);
  });
});

describe("an operators' call is nobody else's", () => {
  it.each(byUrl(guarded))("%s", async (_url, one) => {
    const form = soundForm(one);
    const as = (session: Record<string, string>) => () => send(one, form, session);
    const isRead = methodOf(one) === "GET";
    const cookie = (token: string) => as({ ...desk.admin, cookie: `sanshi_operator=${token}` });
    // Whoever asks is looked at in one place for all calls: of these each call has another one.
    const strangers: readonly Tried[] = [
      ["a customer's token as cookie", cookie(desk.customer.token), [401]],
      ["an invented session", cookie("x".repeat(43)), [401]],
      ["an endless session", cookie("x".repeat(7_000)), [401]],
    ];
    const wrongTokens: readonly Tried[] = [
      [
        "another's CSRF token",
        as({ ...desk.admin, "x-csrf-token": desk.other["x-csrf-token"] }),
        [403],
      ],
      ["an empty CSRF token", as({ ...desk.admin, "x-csrf-token": "" }), [403]],
    ];
    const turn = turnOf(one.url);
    await tryEach(desk, one, [
      ["nobody", as({}), [401]],
      ["a customer", as({ ...desk.customer }), [401]],
      ["a session that was ended", as(desk.signedOut), [401]],
      ["an operator who was disabled", as(desk.disabled), [401]],
      ...strangers.filter((_, index) => index === turn % strangers.length),
      ...(isRead
        ? []
        : [
            ["no CSRF token", as({ cookie: desk.admin.cookie }), [403]] as const,
            ...wrongTokens.filter((_, index) => index === turn % wrongTokens.length),
          ]),
    ]);
  });
  expectUnchanged(() => desk.app);
});

describe("a role may do what the table says, and nothing else", () => {
  const signOut = "/api/ops/sign-out";
  it.each(byUrl(guarded.filter(({ url }) => url !== signOut)))("%s", async (_url, one) => {
    const permission = permissionOf(one);
    const attempts = operatorRoles.map((role): Tried => {
      const session = desk.byRole.get(role)!;
      const allowed = permission === null || may(role, permission);
      return [role, () => send(one, soundForm(one), session), allowed ? [200] : [403]];
    });
    await tryEach(desk, one, attempts);
  });
  expectUnchanged(() => desk.app);
});
