import { verificationStatuses, type IdType, type Verification } from "@sanshi/contract";
import { identityRule, localDate, ruleParams } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { countAttempt } from "../../platform/rate-limits.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import {
  addDocument,
  takePhoto,
  withKeptPhotos,
  type KeptPhoto,
  type Photo,
} from "../../people/documents/documents.ts";
import { siteRules } from "../../governance/site/site.ts";
import { checkedBy, identityReader } from "./identity-reader.ts";
import { keptOf, maskIdNumber } from "./id-numbers.rules.ts";
import {
  acceptedIds,
  checkForm,
  objectToStatus,
  type CheckedIdentity,
} from "./verification.rules.ts";
import { nameKey } from "./romanised.ts";
import { setVerification } from "../../people/accounts/accounts.ts";
import * as store from "./verification.store.ts";
import type { StoredVerification } from "./verification.store.ts";

export { identityReader } from "./identity-reader.ts";
export { foldRomaji, kanaReadings, latinWords, nameQuery, shortVowels } from "./romanised.ts";

type VerificationContext = Pick<
  Context,
  "database" | "clock" | "sealer" | "objects" | "log" | "feed"
>;

type SubmittedForm = {
  name: string;
  nameKana: string | null;
  idType: IdType;
  idNumber: string;
  agree: boolean;
  front: File | null;
  back: File | null;
};

/** Decoding photos is work: nobody makes us do it all day. */
const submissionsMax = 10;
const submissionsWindowMinutes = 60;

/** By when an identity is looked at. */
const reviewHoursMax = 24;

export async function verificationOf(
  context: VerificationContext,
  { customerId }: Customer,
): Promise<Verification> {
  const { reader } = context.database;
  const [status, latest, rules] = await Promise.all([
    store.customerStatus(reader, customerId),
    store.latestVerification(reader, customerId),
    siteRules(reader),
  ]);
  return {
    status,
    submitted: latest === undefined ? null : onWire(latest),
    accepted_ids: acceptedIds(rules),
    checked: checkedBy(context),
  };
}

/** Who the customer is, as far as an operator has agreed; null before. */
export async function verifiedName(
  reader: Reader,
  customerId: bigint,
): Promise<{ name: string; nameKana: string | null } | null> {
  const found = await store.acceptedVerification(reader, customerId);
  return found === undefined ? null : { name: found.name, nameKana: found.name_kana };
}

/**
 * The same of many: who of them is somebody an operator has agreed to, and the keyed fingerprint of the number of that
 * ID, which is the same on every account that was verified by it. Null where nothing may be kept of the number.
 */
export function identitiesAmong(
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Buffer | null>> {
  return store.identitiesAmong(reader, customerIds);
}

export async function submitVerification(
  context: VerificationContext,
  customer: Customer,
  form: SubmittedForm,
): Promise<Outcome<Verification>> {
  const { reader } = context.database;
  const checked = checkForm(
    { ...form, hasFront: form.front !== null, hasBack: form.back !== null },
    acceptedIds(await siteRules(reader)),
  );
  if (!checked.ok) return refuse(checked.objection.code, checked.objection.params);
  const objection = objectToStatus(await store.customerStatus(reader, customer.customerId));
  if (objection !== null) return refuse(objection);
  const minutes = await countAttempt(reader, [
    {
      key: `verification:${customer.customerId}`,
      attemptsMax: submissionsMax,
      windowMinutes: submissionsWindowMinutes,
    },
  ]);
  if (minutes > 0) return refuse("submit_too_frequent");
  const unread = await objectToReading(context, customer, form.idType, checked.identity);
  if (unread !== null) return unread;
  const photos: Photo[] = [];
  for (const [field, file] of [
    ["front", form.front],
    ["back", form.back],
  ] as const) {
    if (file === null) continue;
    const taken = await takePhoto(file, field);
    if (!taken.ok) return taken;
    photos.push(taken.value);
  }
  return withKeptPhotos(context, photos, (kept) =>
    keepVerification(context, customer, { idType: form.idType, identity: checked.identity, kept }),
  );
}

/** From the day on which Japan asks for more than photographs: whoever was verified before stays so. */
async function objectToReading(
  context: VerificationContext,
  { customerId }: Customer,
  idType: IdType,
  identity: CheckedIdentity,
): Promise<ReturnType<typeof refuse> | null> {
  const rule = identityRule(localDate("jpy", context.clock.now()));
  if (rule.byPhotographs) return null;
  const reader = identityReader(context);
  if (reader === null) return refuse("photographs_not_enough", ruleParams(rule.reference));
  const isConfirmed = await reader.confirms({ customerId, idType, identity });
  return isConfirmed ? null : refuse("id_not_read", ruleParams(rule.reference));
}

function keepVerification(
  context: VerificationContext,
  customer: Customer,
  {
    idType,
    identity,
    kept,
  }: { idType: IdType; identity: CheckedIdentity; kept: readonly KeptPhoto[] },
): Promise<Outcome<Verification>> {
  const { database, clock, sealer } = context;
  const { customerId } = customer;
  return database
    .transaction(async (transaction) => {
      const at = clock.now();
      const [front, back] = kept;
      if (front === undefined) throw new Error("a verification without a photo");
      const of = { customerId, at };
      const frontDocumentId = await addDocument(transaction, front, { ...of, purpose: "id_front" });
      const backDocumentId =
        back === undefined
          ? null
          : await addDocument(transaction, back, { ...of, purpose: "id_back" });
      const keepsNumber = keptOf[idType] === "encrypted";
      const number = Buffer.from(identity.idNumber);
      const isNew = await store.insertVerification(transaction, {
        ...of,
        dueAt: at + reviewHoursMax * 3_600_000,
        ...identity,
        nameKey: nameKey(identity),
        idType,
        idNumberMasked: maskIdNumber(idType, identity.idNumber),
        idNumberSealed: keepsNumber ? sealer.seal(number, numberPurpose(customerId)) : null,
        idNumberFingerprint: keepsNumber
          ? sealer.fingerprint(`${idType}:${identity.idNumber}`, "id_number")
          : null,
        frontDocumentId,
        backDocumentId,
      });
      // The documents go with the refusal: the transaction ends with an error that only we see.
      if (!isNew) throw new AnotherVerification();
      await setVerification(transaction, customerId, verificationStatuses.under_review);
      await recordActivity(transaction, {
        ...of,
        kind: "verification_submitted",
        params: { id_type: idType },
      });
      const latest = await store.latestVerification(transaction, customerId);
      if (latest === undefined) throw new Error("a verification was not kept");
      return accept({
        status: verificationStatuses.under_review,
        submitted: onWire(latest),
        accepted_ids: acceptedIds(await siteRules(transaction)),
        checked: checkedBy(context),
      });
    })
    .catch((error: unknown) => {
      if (error instanceof AnotherVerification) return refuse("verification_under_review");
      throw error;
    });
}

/** Of two at once the other one was first. */
class AnotherVerification extends Error {}

const keysAtOnce = 500;

/** Of those that were handed in before names could be looked for; answers how many there were. */
export async function fillNameKeys({ database }: Pick<Context, "database">): Promise<number> {
  const found = await store.withoutNameKey(database.reader, keysAtOnce);
  const keys = found.map(({ id, name, name_kana }) => ({
    id,
    key: nameKey({ name, nameKana: name_kana }),
  }));
  await store.setNameKeys(database.reader, keys);
  return found.length < keysAtOnce
    ? found.length
    : found.length + (await fillNameKeys({ database }));
}

/** All that the customer handed in, the newest first, without photos and numbers. */
export async function verificationsOf(
  reader: Reader,
  customerId: bigint,
): Promise<(NonNullable<Verification["submitted"]> & { id: string; status: number })[]> {
  const found = await store.listVerifications(reader, customerId);
  return found.map((stored) => ({
    ...onWire(stored),
    id: stored.id.toString(),
    status: stored.status,
  }));
}

/** What an ID's number is sealed for. */
export function numberPurpose(customerId: bigint): string {
  return `id_number:${customerId}`;
}

function onWire(stored: StoredVerification): NonNullable<Verification["submitted"]> {
  return {
    name: stored.name,
    name_kana: stored.name_kana,
    id_type: stored.id_type,
    id_number_masked: stored.id_number_masked,
    submitted_at: new Date(stored.submitted_at).toISOString(),
    decided_at: stored.decided_at === null ? null : new Date(stored.decided_at).toISOString(),
    rejection:
      stored.reason_code === null ? null : { code: stored.reason_code, words: stored.reason_words },
  };
}
