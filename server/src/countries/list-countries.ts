import { type Country, countries, countriesByName } from '@bank/contract/countries/countries'
import type { AnswerOf } from '@bank/contract/endpoint'
import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'

type Countries = AnswerOf<typeof endpoints.listCountries>

/** The countries of the world (specification §3), sorted by name or, on request, by ISO code. */
export async function listCountries(call: Call<typeof endpoints.listCountries>): Promise<Countries> {
  const sorted = call.query.sort === 'isoCode' ? countries : countriesByName
  return sorted as readonly Country[] as Countries
}
