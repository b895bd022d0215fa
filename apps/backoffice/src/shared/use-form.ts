import { useState } from "react";
import type { AnyRefusalCode } from "@sanshi/contract/operator-refusals";
import type { Asked } from "./api.ts";
import type { RefusedFields } from "@sanshi/web/refused-fields";
import { placeRefusal } from "./refused-fields.ts";

type Sending<Name extends string, Data> = {
  send: () => Promise<Asked<Data>>;
  /** Where each refusal stands; what is not here stands above the button. */
  fieldByCode?: Partial<Record<AnyRefusalCode, Name>>;
  fields?: readonly Name[];
  /** What is done about a refusal rather than saying it. */
  instead?: Partial<Record<AnyRefusalCode, () => void>>;
  done: (data: Data) => void | Promise<void>;
};

/** Sends a form once at a time, and keeps what was refused until it is sent again. */
export function useForm<Name extends string>() {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<RefusedFields<Name>>({});
  const submit = async <Data>(sending: Sending<Name, Data>) => {
    if (busy) return;
    setBusy(true);
    const asked = await sending.send();
    if (asked.ok) await sending.done(asked.data);
    const { fieldByCode = {}, fields = [], instead = {} } = sending;
    const otherwise = asked.ok ? undefined : instead[asked.refusal.code];
    const isSaid = !asked.ok && otherwise === undefined;
    setRefused(isSaid ? placeRefusal(asked.refusal, fieldByCode, fields) : {});
    otherwise?.();
    setBusy(false);
    return asked;
  };
  return { busy, refused, setRefused, submit };
}
