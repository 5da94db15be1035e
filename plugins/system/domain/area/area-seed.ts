/** The national list of areas as the product brings it. */
export interface AreaSeed {
  /** Package and version that it was written from. */
  readonly source: string;
  /** `YYYY-MM-DD` on which that was published. */
  readonly date: string;
  /** `440103 荔湾区`, sorted by code; of towns `440103001 沙面街道`. */
  readonly areas: readonly string[];
}

/** What of a row decides what becomes of it. */
export interface SeededRow {
  readonly enCode: string;
  readonly fullName: string;
  /** What the list called it; `''`: it is the site's own. */
  readonly seedName: string;
}

export interface SeedArea {
  readonly code: string;
  readonly name: string;
}

export interface SeedPlan<Row> {
  /** Not there yet, upper ones first. */
  readonly added: readonly SeedArea[];
  /** There already: the list's name for it, and the name to show, which is the site's where that chose one. */
  readonly named: readonly { readonly row: Row; readonly seedName: string; readonly fullName: string }[];
  /** On the list before and not any more: they go out of service, and belong to the site from then on. */
  readonly dropped: readonly Row[];
}

const readArea = (line: string): SeedArea => {
  const [code = '', ...name] = line.split(' ');
  return { code, name: name.join(' ') };
};

/** Digits of the code of a town: those of its district, and three of its own. */
const TOWN_DIGITS = 9;
const isTown = (code: string): boolean => code.length === TOWN_DIGITS;

/** Codes of what may stand above a code, the nearest first: the district of a town, the city of a district, the province of a city; none above a province. */
export function codesAbove(code: string): readonly string[] {
  const [province, city, district] = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code.slice(0, 6)];
  return [district, city, province].filter((above, at, all) => above !== code && all.indexOf(above) === at && code !== province);
}

/** Towns of a list that says them district by district, `440103 001沙面街道 002岭南街道`, as lists that are taken over one by one: those of a province each. */
export function townsByProvince(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const provinces = new Map<string, string[]>();
  for (const line of lines) {
    const [district = '', ...towns] = line.split(' ');
    const province = provinces.get(district.slice(0, 2)) ?? [];
    province.push(...towns.map((town) => `${district}${town.slice(0, 3)} ${town.slice(3)}`));
    provinces.set(district.slice(0, 2), province);
  }
  return provinces;
}

/**
 * What a newer list makes of the areas of a site. Names that the site gave stay, and so do its own areas; one that it added under a code of the list
 * becomes that of the list, where it hangs and under its id. @param towns the list is one of towns: it lets go no others
 */
export function planSeed<Row extends SeededRow>(rows: readonly Row[], { areas }: AreaSeed, towns = false): SeedPlan<Row> {
  const byCode = new Map(rows.map((row) => [row.enCode, row]));
  const listed = areas.map(readArea);
  const codes = new Set(listed.map(({ code }) => code));
  const named = listed.flatMap(({ code, name }) => {
    const row = byCode.get(code);
    if (!row || row.seedName === name) return [];
    return [{ row, seedName: name, fullName: row.fullName === row.seedName ? name : row.fullName }];
  });
  return {
    added: listed.filter(({ code }) => !byCode.has(code)).sort((one, other) => codesAbove(one.code).length - codesAbove(other.code).length),
    named,
    dropped: rows.filter(({ seedName, enCode }) => seedName !== '' && !codes.has(enCode) && isTown(enCode) === towns),
  };
}
