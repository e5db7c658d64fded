import * as z from 'zod/mini'
import { anyone } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { usualLimit } from '../rate-limits.ts'
import { countryView } from './view.ts'

export const countryEndpoints = {
  listCountries: endpoint({
    method: 'GET',
    path: '/api/countries',
    summary: 'List the countries of the world, by name or by ISO code',
    audience: anyone,
    limit: usualLimit,
    query: z.object({ sort: z._default(z.enum(['name', 'isoCode']), 'name') }),
    answer: z.array(countryView),
    isFixed: true,
    status: 200,
    refusals: [],
  }),
  readCountry: endpoint({
    method: 'GET',
    path: '/api/countries/:isoCode',
    summary: 'Read a country by its two-letter ISO code',
    audience: anyone,
    limit: usualLimit,
    params: z.object({ isoCode: z.string() }),
    answer: countryView,
    status: 200,
    refusals: ['country_not_found'],
  }),
}
