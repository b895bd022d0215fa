import { useState, type ReactNode } from "react";
import type { Permission } from "@sanshi/contract/permissions";
import type { Asked } from "./api.ts";
import { Button } from "./kit/button.tsx";
import { useLock } from "./may.ts";
import { refusalText, useText } from "./text.ts";
import { toast } from "./toast.ts";
import { useForm } from "./use-form.ts";

type AuditedViewProps<Data> = {
  permission: Permission;
  /** What stands there until it is asked for. */
  masked: ReactNode;
  look: () => Promise<Asked<Data>>;
  children: (data: Data) => ReactNode;
};

/** Something that is masked until somebody asks for it: that they did is written down. */
export function AuditedView<Data>({ permission, masked, look, children }: AuditedViewProps<Data>) {
  const t = useText("documents");
  const lock = useLock()(permission);
  const [data, setData] = useState<{ shown: Data } | null>(null);
  const { busy, submit } = useForm();
  if (data !== null) return children(data.shown);
  const show = async () => {
    const asked = await submit({ send: look, done: (shown) => setData({ shown }) });
    if (asked?.ok === false) toast(refusalText(asked.refusal));
  };
  return (
    <>
      {masked}{" "}
      <Button look="plain" busy={busy} locked={lock} onClick={() => void show()}>
        {t("show_whole")}
      </Button>
    </>
  );
}
