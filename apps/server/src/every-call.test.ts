import { beforeAll, describe, expect, it } from "vitest";
import {
  byUrl,
  credentialsOf,
  leftAble,
  soundForm,
  tryEach,
  unchanged,
} from "../../../tests/support/customers-forms.ts";
import { prepareCustomersCalls, tried } from "../../../tests/support/customers-records.ts";
import {
  abusedTexts,
  asParsed,
  customerCalls,
  form,
  formOf,
  formType,
  inventedCursors,
  unknownFields,
  worthTrying,
  type Attempt,
  type DescribedCall,
  type Sent,
} from "../../../tests/support/every-call.ts";
import type { SignedIn } from "../../../tests/support/test-application.ts";

/**
 * Every call of the contract, tried with everything that it must not do: a new call is tried by
 * itself as long as its fields are known in customers-forms.ts, and fails here until they are.
 */
prepareCustomersCalls();
let owner: SignedIn;
beforeAll(() => {
  ({ owner } = tried());
});

describe("every call", () => {
  it.each(byUrl(customerCalls))("%s is known here with all its fields", (_url, one) => {
    const checked = one.call.input.safeParse(asParsed(soundForm(one)));
    expect(checked.error?.issues ?? []).toEqual([]);
    expect(Object.keys(soundForm(one)).sort()).toEqual([...one.fields].sort());
  });
});

describe("a customers' call refuses a field that is missing, unknown, repeated or abused", () => {
  it.each(byUrl(customerCalls))("%s", async (_url, one) => {
    const sent = (fields: readonly (readonly [string, unknown])[]): Sent => {
      const { type, payload } = formOf(one, fields);
      return { headers: { ...type, ...credentialsOf(owner) }, payload };
    };
    // Made anew for each attempt: a request id that was refused once hides what comes after it.
    const sound = () => Object.entries(soundForm(one));
    const without = (field: string) => sound().filter(([name]) => name !== field);
    const withMore = (field: string, value: unknown) => [...sound(), [field, value] as const];
    const withValue = (field: string, value: string) => [
      ...without(field),
      [field, value] as const,
    ];
    await tryEach(one, [
      ...one.required.map((field): Attempt => [`no ${field}`, sent(without(field)), [400]]),
      ...unknownFields(one).map((field): Attempt => [
        `with ${field}`,
        sent(withMore(field, "1")),
        [400],
      ]),
      ...one.fields.map((field): Attempt => [
        `${field} twice`,
        sent(withMore(field, soundForm(one)[field])),
        [400],
      ]),
      ...one.fields.flatMap((field) =>
        worthTrying(one, soundForm(one), field, abusedTexts).map(([name, text, codes]): Attempt => [
          `${field}: ${name}`,
          sent(withValue(field, text)),
          codes,
        ]),
      ),
    ]);
  });
  unchanged();
});

describe("a customers' list refuses a cursor that no page ended with", () => {
  const lists = customerCalls.filter(({ fields }) => fields.includes("cursor"));
  it.each(byUrl(lists))("%s", async (_url, one) => {
    await tryEach(
      one,
      inventedCursors(one).map(([name, cursor]): Attempt => [
        name,
        {
          headers: { ...credentialsOf(owner), ...formType },
          payload: form({ ...soundForm(one), cursor }),
        },
        [400],
      ]),
    );
  });
  unchanged();
});

describe("a customers' call refuses a body that is no form", () => {
  const takesFiles = ({ call }: DescribedCall) => "files" in call && call.files !== undefined;

  it.each(byUrl(customerCalls.filter((one) => !takesFiles(one))))("%s", async (_url, one) => {
    const json = JSON.stringify(soundForm(one));
    const as = (type: string): Record<string, string> => ({
      ...credentialsOf(owner),
      "content-type": type,
    });
    const encoded = form(soundForm(one));
    await tryEach(one, [
      ["JSON", { headers: as("application/json"), payload: json }, [415]],
      ["JSON in capitals", { headers: as("APPLICATION/JSON"), payload: json }, [415]],
      ["broken JSON", { headers: as("application/json"), payload: '{"a":' }, [415]],
      ["plain text", { headers: as("text/plain"), payload: encoded }, [415]],
      ["XML", { headers: as("application/xml"), payload: "<a/>" }, [415]],
      [
        "a multipart form",
        { headers: as("multipart/form-data; boundary=x"), payload: "--x--" },
        [415],
      ],
      ["no content type", { headers: credentialsOf(owner), payload: encoded || "a=1" }, [415]],
      [
        "an odd content type",
        { headers: as("application/x-www-form-urlencodedd"), payload: encoded },
        [415],
      ],
      [
        "too much",
        { headers: as(formType["content-type"]), payload: `a=${"1".repeat(70_000)}` },
        [413],
      ],
      [
        "a broken escape",
        { headers: as(formType["content-type"]), payload: "type=%E0%A4%A" },
        [400],
      ],
      [
        "a broken escape in a name",
        { headers: as(formType["content-type"]), payload: "%ZZ=1" },
        [400],
      ],
      ["no name", { headers: as(formType["content-type"]), payload: "=1" }, [400]],
    ]);
  });

  it.each(byUrl(customerCalls.filter(takesFiles)))("%s", async (_url, one) => {
    const as = (type: string): Record<string, string> => ({
      ...credentialsOf(owner),
      "content-type": type,
    });
    const { type, payload } = formOf(one, Object.entries(soundForm(one)));
    const multipart = type["content-type"] ?? "";
    const cut = Buffer.from(payload).subarray(0, -40);
    await tryEach(one, [
      ["JSON", { headers: as("application/json"), payload: "{}" }, [415]],
      ["an encoded form", { headers: as(formType["content-type"]), payload: "agree=true" }, [415]],
      ["plain text", { headers: as("text/plain"), payload }, [415]],
      ["no content type", { headers: credentialsOf(owner), payload }, [415]],
      ["no boundary", { headers: as("multipart/form-data"), payload }, [400]],
      ["another boundary", { headers: as("multipart/form-data; boundary=x"), payload }, [400]],
      ["an end that is missing", { headers: as(multipart), payload: cut }, [400]],
      ["nothing", { headers: as(multipart), payload: "" }, [400]],
      ["too much", { headers: as(multipart), payload: Buffer.alloc(24 * 1024 * 1024) }, [413]],
    ]);
  });
  unchanged();
});

leftAble();
