import { countryByIsoCode } from '@bank/contract/countries/countries'
import type { AnswerOf } from '@bank/contract/endpoint'
import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'

/** A country by its two-letter ISO code, in upper or lower case. */
export async function readCountry(
  call: Call<typeof endpoints.readCountry>,
): Promise<AnswerOf<typeof endpoints.readCountry>> {
  const country = countryByIsoCode(call.params.isoCode)
  if (!country) throw new Refusal('country_not_found')
  return country as typeof country & { timezones: [] }
}
