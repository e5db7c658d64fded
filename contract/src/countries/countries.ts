import list from './countries.json' with { type: 'json' }

/** A country in the specification's shape (§3). `gmtOffset` is in seconds. */
export type Country = {
  readonly name: string
  readonly isoCode: string
  readonly flag: string
  readonly phonecode: string
  readonly currency: string
  readonly latitude: string
  readonly longitude: string
  readonly timezones: readonly {
    readonly zoneName: string
    readonly gmtOffset: number
    readonly gmtOffsetName: string
    readonly abbreviation: string
    readonly tzName: string
  }[]
}

/** The 250 countries by ISO code. The data's licence is `countries.LICENSE.md`. */
export const countries: readonly Country[] = list

const byIsoCode = new Map(countries.map((country) => [country.isoCode, country]))
const byName = new Map(countries.map((country) => [country.name, country]))

/** The country with a two-letter code; case does not matter. */
export function countryByIsoCode(isoCode: string): Country | undefined {
  return byIsoCode.get(isoCode.toUpperCase())
}

/** The countries by name. */
export const countriesByName: readonly Country[] = countries.toSorted((a, b) =>
  a.name.localeCompare(b.name, 'en'),
)

export function countryByName(name: string): Country | undefined {
  return byName.get(name)
}

export function isCountryName(name: string): boolean {
  return byName.has(name)
}
