/** The contract's own numbers; repeated because the contract's files would bring their checker along. */
export const passwordLengthMin: typeof import("@sanshi/contract").passwordLengthMin = 8;
export const fundPasswordResetHours: typeof import("@sanshi/contract").fundPasswordResetHours = 24;
export const loginPasswordCaseDays: typeof import("@sanshi/contract").loginPasswordCaseDays = 7;
export const loginPasswordResetHours: typeof import("@sanshi/contract").loginPasswordResetHours = 24;
export const passwordResetUsableDays: typeof import("@sanshi/contract").passwordResetUsableDays = 7;
