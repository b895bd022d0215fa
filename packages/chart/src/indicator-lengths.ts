/** What a language's readers look at: the same names stand for other figures in Chinese. */
export type IndicatorCustom = "western" | "chinese";

export const bollingerLengths = [20, 2] as const;
export const macdLengths = [12, 26, 9] as const;
export const kdjLengths = [9, 3, 3] as const;
export const volumeLength = 30;
export const rsiLengths: Record<IndicatorCustom, readonly number[]> = {
  western: [14],
  chinese: [6, 12, 24],
};
