export interface Region {
  code: string;
  country: string;
}

const REGIONS: Region[] = [
  { code: "be-vlg", country: "BE" },
  { code: "fr-idf", country: "FR" },
];

export function lookup(code: string): Region {
  const found = REGIONS.find((region) => region.code === normalise(code));
  if (found === undefined) {
    throw new Error(`unknown region ${code}`);
  }
  return found;
}

const normalise = (code: string): string => code.trim().toLowerCase();
