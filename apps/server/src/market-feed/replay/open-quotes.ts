/** A quote that nothing closes is a stray one: the rows below it are not within its field. */
const linesMax = 20;

/** Sees fields in quotes that go on over lines: what looks like a row of prices within one is none. */
export function createQuoteWatch(): {
  /** Whether a line begins, goes on with or ends such a field; `isOdd` says that it has an odd number of quotes. */
  isWithin(isOdd: boolean, line: number): boolean;
  isOpen(): boolean;
} {
  let opened = 0;
  return {
    isWithin(isOdd, line) {
      if (opened > 0 && line - opened > linesMax) opened = 0;
      const isWithin = isOdd || opened > 0;
      if (isOdd) opened = opened > 0 ? 0 : line;
      return isWithin;
    },
    isOpen: () => opened > 0,
  };
}

export function hasOddQuotes(text: string): boolean {
  return text.includes('"') && text.split('"').length % 2 === 0;
}
