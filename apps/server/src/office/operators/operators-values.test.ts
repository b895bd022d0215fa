import { describe, it } from "vitest";
import {
  abusedTexts,
  abusedValues,
  byTurns,
  expectUnchanged,
  operatorsCalls,
  unknownFields,
  worthTrying,
} from "../../../../../tests/support/every-call.ts";
import {
  byUrl,
  gapsOf,
  methodOf,
  queryOf,
  sendAs,
  soundForm,
  tryEach,
  startOperatorsDesk,
  type Tried,
} from "../../../../../tests/support/operators-desk.ts";

/** Every operators' call × everything malformed: each has its error and its entry in the audit log. */
const desk = startOperatorsDesk();
const send = sendAs.bind(null, desk);

describe("an operators' call refuses what is malformed", () => {
  // An empty part of a path is another path, and a long one is none.
  const textsInPath = abusedTexts.filter(
    ([, text]) => text !== "" && text.length < 100 && text !== "../../../etc/passwd",
  );
  it.each(byUrl(operatorsCalls))("%s", async (_url, one) => {
    const session = one.call.access === "operator" ? desk.admin : {};
    const isRead = methodOf(one) === "GET";
    const inPath = gapsOf(one.url);
    const sound = soundForm(one);
    const withMore = (more: Record<string, unknown>) => () =>
      send(one, { ...sound, ...more }, session);
    const without = (name: string) => () => {
      const { [name]: _left, ...rest } = sound;
      return send(one, rest, session);
    };
    const sent = one.fields.filter((name) => !inPath.includes(name) && name !== "cursor");
    const body = Object.fromEntries(sent.map((name) => [name, sound[name]]));
    const raw = (text: string, type?: string) => () =>
      send(one, sound, session, { raw: text, ...(type !== undefined && { type }) });
    const twice = (name: string) => () =>
      isRead
        ? send(one, sound, session, { query: `${queryOf(body)}&${name}=1` })
        : raw(
            `${JSON.stringify(body).slice(0, -1)}${sent.length > 0 ? "," : ""}${JSON.stringify(name)}:1}`,
          )();
    const abused = isRead ? abusedTexts : abusedValues;
    await tryEach(desk, one, [
      ...one.required
        .filter((name) => !inPath.includes(name))
        .map((name): Tried => [`no ${name}`, without(name), [400]]),
      ...unknownFields(one)
        .filter((name) => name !== "__proto__" || !isRead)
        .map((name): Tried => [`with ${name}`, twice(name), [400]]),
      ...byTurns(one, sent).map((name): Tried => [`${name} twice`, twice(name), [400]]),
      ...inPath.map((name): Tried => [`${name} in the path and beside it`, twice(name), [400]]),
      ...sent.flatMap((name) =>
        worthTrying<unknown>(one, sound, name, abused).map(([what, value, codes]): Tried => [
          `${name}: ${what}`,
          withMore({ [name]: value }),
          codes,
        ]),
      ),
      ...inPath.flatMap((name) =>
        worthTrying(one, sound, name, textsInPath).map(([what, text, codes]): Tried => [
          `${name}: ${what}`,
          withMore({ [name]: text }),
          codes,
        ]),
      ),
      ...(isRead
        ? []
        : byTurns(one, [
            ...[null, true, 5, "text", [], [sound]].map((value): Tried => [
              `a body of ${JSON.stringify(value)}`,
              () => send(one, sound, session, { form: value }),
              [400],
            ]),
            ["half a character", withMore({ [sent[0] ?? "x"]: "\ud800" }), [400]],
            ["broken JSON", raw('{"a":'), [400]],
            ["a form", raw(queryOf(body) || "a=1", "application/x-www-form-urlencoded"), [415]],
            ["text, as another site could send it", raw(JSON.stringify(body), "text/plain"), [415]],
            ...(("bodyBytesMax" in one.call ? one.call.bodyBytesMax : null) === null
              ? ([["more than it takes", raw(`{"a":"${"1".repeat(70_000)}"}`), [413]]] as Tried[])
              : []),
          ] as Tried[])),
    ]);
  });
  expectUnchanged(() => desk.app);
});
