import type { AnyRefusalCode } from "@sanshi/contract/operator-refusals";
import { createUseForm } from "@sanshi/web/use-form";
import { refusalText } from "./text.ts";

export const useForm = createUseForm<AnyRefusalCode>(refusalText);
