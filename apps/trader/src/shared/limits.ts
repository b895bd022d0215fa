/** The contract's own number; repeated because the contract's file would bring its checker along. */
export const passwordLengthMin: typeof import("@sanshi/contract").passwordLengthMin = 8;
