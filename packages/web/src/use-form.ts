import { useRef, useState } from "react";
import type { AskedOf, RefusalOf } from "./asked.ts";
import { focusFirstRefused, placeText, type RefusedFields } from "./refused-fields.ts";

export type Sending<Name extends string, Data, Code extends string> = {
  /** What can be known before it is sent: nothing is, where anything is wrong. */
  wrong?: RefusedFields<Name> | null;
  send: () => Promise<AskedOf<Data, Code>>;
  /** Where each refusal stands; what is not here stands above the button. */
  fieldByCode?: Partial<Record<RefusalOf<Code>["code"], Name>>;
  fields?: readonly Name[];
  /** What is done about a refusal rather than saying it. */
  instead?: Partial<Record<RefusalOf<Code>["code"], () => void>>;
  done: (data: Data) => unknown;
  /** Whose first refused field gets the cursor. */
  element?: HTMLFormElement | null;
};

/** What is shown of a form: the state of its screen. */
type Shown<Name extends string> = {
  setBusy: (busy: boolean) => void;
  setRefused: (refused: RefusedFields<Name>) => void;
};

/** Sends a form, and says what was refused until it is sent again. Answers null where nothing was sent. */
export async function sendForm<Name extends string, Data, Code extends string>(
  sending: Sending<Name, Data, Code>,
  { setBusy, setRefused }: Shown<Name>,
  textOf: (refusal: RefusalOf<Code>) => string,
): Promise<AskedOf<Data, Code> | null> {
  const { wrong = null, fieldByCode = {}, fields = [], element = null } = sending;
  const refuse = (refused: RefusedFields<Name>) => {
    setRefused(refused);
    if (element !== null) focusFirstRefused(element);
  };
  if (wrong !== null) {
    refuse(wrong);
    return null;
  }
  setRefused({});
  setBusy(true);
  try {
    const asked = await sending.send();
    if (asked.ok) {
      await sending.done(asked.data);
      return asked;
    }
    const otherwise = sending.instead?.[asked.refusal.code];
    if (otherwise !== undefined) otherwise();
    else refuse(placeText(asked.refusal, textOf(asked.refusal), fieldByCode, fields));
    return asked;
  } finally {
    setBusy(false);
  }
}

/** An app's own `useForm`: `textOf` is a refusal in its reader's language. */
export function createUseForm<Code extends string>(textOf: (refusal: RefusalOf<Code>) => string) {
  return function useForm<Name extends string>() {
    const [busy, setBusy] = useState(false);
    const [refused, setRefused] = useState<RefusedFields<Name>>({});
    // The state is a render behind the finger; the reference is not.
    const isSending = useRef(false);
    /** Once at a time. */
    const submit = async <Data>(
      sending: Sending<Name, Data, Code>,
    ): Promise<AskedOf<Data, Code> | null> => {
      if (isSending.current) return null;
      isSending.current = true;
      try {
        return await sendForm(sending, { setBusy, setRefused }, textOf);
      } finally {
        isSending.current = false;
      }
    };
    return { busy, refused, setRefused, submit };
  };
}
