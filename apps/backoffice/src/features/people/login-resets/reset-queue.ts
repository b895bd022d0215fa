/** Forgotten login passwords, and second factors that are all lost. */
export type ResetQueue = "login-password-resets" | "factor-resets";
