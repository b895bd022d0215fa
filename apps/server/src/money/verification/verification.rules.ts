import {
  idTypes,
  isKatakana,
  mixesAlphabets,
  photographedSides,
  toKatakana,
  verificationStatuses,
  type AcceptedId,
  type IdType,
  type RefusalCode,
} from "@sanshi/contract";
import { keptOf, readIdNumber } from "./id-numbers.rules.ts";

export type VerificationForm = {
  name: string;
  nameKana: string | null;
  idType: IdType;
  idNumber: string;
  agree: boolean;
  hasFront: boolean;
  hasBack: boolean;
};

/** What a form says once it is spelled as it is kept. */
export type CheckedIdentity = { name: string; nameKana: string | null; idNumber: string };

type Objection = { code: RefusalCode; params?: Record<string, string> };

/** The day on which Japan's health-insurance card was no longer valid anywhere. */
const healthInsuranceCardUntil = "2025-12-01";

/** Which IDs are taken, and what is asked for with each. */
export function acceptedIds(rules: { healthInsuranceCardAccepted: boolean }): AcceptedId[] {
  return idTypes.map((idType) => ({
    id_type: idType,
    accepted: idType !== "health_insurance_card" || rules.healthInsuranceCardAccepted,
    accepted_until: idType === "health_insurance_card" ? healthInsuranceCardUntil : null,
    sides: [...photographedSides[idType]],
    number_kept: keptOf[idType],
  }));
}

/** In the contract's order, up to where the customer's own state matters. */
export function checkForm(
  form: VerificationForm,
  accepted: readonly AcceptedId[],
): { ok: true; identity: CheckedIdentity } | { ok: false; objection: Objection } {
  const object = (code: RefusalCode, params?: Record<string, string>) =>
    ({ ok: false, objection: { code, ...(params && { params }) } }) as const;
  if (!form.agree) return object("agreement_required");
  const name = form.name.replaceAll(/[\s\u3000]+/g, " ").trim();
  if (!isName(name)) return object("name_not_a_name");
  if (mixesAlphabets(name)) return object("name_scripts_mixed");
  const nameKana = form.nameKana === null ? "" : toKatakana(form.nameKana);
  if (nameKana !== "" && !isKatakana(nameKana)) return object("name_not_katakana");
  const id = accepted.find((candidate) => candidate.id_type === form.idType);
  if (id?.accepted !== true) return object("id_type_not_accepted");
  const number = readIdNumber(form.idType, form.idNumber);
  if (!number.ok) return object(number.code);
  if (!form.hasFront) return object("front_photo_required");
  if (id.sides.includes("back") && !form.hasBack) return object("back_photo_required");
  if (!id.sides.includes("back") && form.hasBack) return object("back_photo_not_taken");
  return { ok: true, identity: { name, nameKana: nameKana || null, idNumber: number.number } };
}

/** Letters of any script, and the few signs that names have among them. */
function isName(name: string): boolean {
  return /^\p{L}[\p{L}\p{M} .'’・ー-]*$/u.test(name);
}

/** Whether another one can be handed in. */
export function objectToStatus(status: number): RefusalCode | null {
  if (status === verificationStatuses.verified) return "already_verified";
  return status === verificationStatuses.under_review ? "verification_under_review" : null;
}
