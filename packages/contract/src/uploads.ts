import { z } from "zod";

/** A file of a `multipart/form-data` form. */
export const photo = z.file();
