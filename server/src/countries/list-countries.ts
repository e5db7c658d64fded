import { type Country, countries, countriesByName } from '@bank/contract/countries/countries'
import type { AnswerOf } from '@bank/contract/endpoint'
import type { endpoints } from '@bank/contract/endpoints'
import type { Verb } from '../call.ts'

type Countries = AnswerOf<typeof endpoints.listCountries>

/** The countries of the world (specification §3), sorted by name or, on request, by ISO code. */
export const listCountries: Verb<'listCountries'> = async (call) => {
  const sorted = call.query.sort === 'isoCode' ? countries : countriesByName
  return sorted as readonly Country[] as Countries
}
