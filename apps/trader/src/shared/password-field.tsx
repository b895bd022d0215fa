import { PasswordField as Field } from "@sanshi/ui";
import type { ComponentProps } from "react";
import { useText } from "./text.ts";

type PasswordFieldProps = Omit<
  ComponentProps<typeof Field>,
  "showLabel" | "hideLabel" | "autoComplete" | "maxLength"
> & { kind: "current" | "new" };

/** A login password, the one there is or a new one, that can be shown. */
export function PasswordField({ kind, ...props }: PasswordFieldProps) {
  const shell = useText("shell");
  return (
    <Field
      {...props}
      autoComplete={`${kind}-password`}
      maxLength={128}
      showLabel={shell("show_password")}
      hideLabel={shell("hide_password")}
    />
  );
}
