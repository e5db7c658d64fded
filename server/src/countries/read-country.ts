import { countryByIsoCode } from '@bank/contract/countries/countries'
import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'

/** A country by its two-letter ISO code, in upper or lower case. */
export const readCountry: Verb<'readCountry'> = async (call) => {
  const country = countryByIsoCode(call.params.isoCode)
  if (!country) throw new Refusal('country_not_found')
  return country as typeof country & { timezones: [] }
}
