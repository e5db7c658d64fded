import * as z from 'zod/mini'
import { anyone } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { countryView } from './view.ts'

export const countryEndpoints = {
  listCountries: endpoint({
    path: '/api/countries',
    summary: 'List the countries of the world, by name or by ISO code',
    audience: anyone,
    query: z.object({ sort: z._default(z.enum(['name', 'isoCode']), 'name') }),
    answer: z.array(countryView),
    isFixed: true,
  }),
  readCountry: endpoint({
    path: '/api/countries/:isoCode',
    summary: 'Read a country by its two-letter ISO code',
    audience: anyone,
    params: z.object({ isoCode: z.string() }),
    answer: countryView,
    refusals: ['country_not_found'],
  }),
}
