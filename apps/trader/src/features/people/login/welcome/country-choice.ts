import { language } from "@sanshi/web/language";
import { create } from "zustand";
import { readStored, writeStored } from "../../../../shared/stored.ts";
import { countryCodes, type CountryCode } from "./ten-digits.ts";

const byLanguage = { jp: "JP", cn: "CN", us: "US" } as const;

function rememberedCountry(): CountryCode {
  const stored = readStored("country");
  return countryCodes.find((code) => code === stored) ?? byLanguage[language()];
}

const useChoice = create<{ country: CountryCode }>(() => ({ country: rememberedCountry() }));

/** Whose numbers are explained: as chosen on this device, or by the language. */
export function useCountry(): CountryCode {
  return useChoice(({ country }) => country);
}

export function chooseCountry(country: CountryCode): void {
  useChoice.setState({ country });
  writeStored("country", country);
}
