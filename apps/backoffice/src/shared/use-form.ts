import { useState } from "react";
import type { AnyRefusalCode } from "@sanshi/contract/operator-refusals";
import type { Asked } from "./api.ts";
import { placeRefusal, type RefusedFields } from "./refused-fields.ts";

type Sending<Name extends string, Data> = {
  send: () => Promise<Asked<Data>>;
  /** Where each refusal stands; what is not here stands above the button. */
  fieldByCode?: Partial<Record<AnyRefusalCode, Name>>;
  fields?: readonly Name[];
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
    const { fieldByCode = {}, fields = [] } = sending;
    setRefused(asked.ok ? {} : placeRefusal(asked.refusal, fieldByCode, fields));
    setBusy(false);
    return asked;
  };
  return { busy, refused, setRefused, submit };
}
