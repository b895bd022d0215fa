import { time } from "../wire.ts";
import { delayReasons } from "./constants.ts";
import { z } from "zod";

export const delay = z.object({ reason: z.enum(delayReasons), promised_by: time });
