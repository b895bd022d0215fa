import type { RefusalCode } from "@sanshi/contract/refusals";
import { createUseForm } from "@sanshi/web/use-form";
import { refusalText } from "./text.ts";

export const useForm = createUseForm<RefusalCode>(refusalText);
