import { expect, test } from 'vitest'
import { countries, countryByIsoCode } from '../countries/countries.ts'
import { placeOfPostcode, postcodeWarning } from './postcode.ts'

test.each([
  ['DE', 'ABC', 'Zip codes in Germany have 5 digits'],
  ['DE', '1040', 'Zip codes in Germany have 5 digits'],
  ['DE', '10405', undefined],
  ['DE', 'D-10405', undefined],
  ['CZ', '110 00', undefined],
  ['US', '20500-0003', undefined],
  ['US', '205000', 'Zip codes in United States have 5 digits'],
  ['BR', '01310-100', undefined],
  ['CH', '8001', undefined],
  // Letters, or a form that we do not know.
  ['GB', 'SW1A 1AA', undefined],
  ['AE', 'none', undefined],
  ['DE', '', undefined],
] as const)('a postcode in %s that is "%s" has the warning %s', (isoCode, postcode, warning) => {
  expect(postcodeWarning(countryByIsoCode(isoCode)!, postcode)).toBe(warning)
})

test('the postcode stands where the country wants it', () => {
  expect(['DE', 'US', 'GB', 'MX', 'JP'].map(placeOfPostcode)).toEqual([
    'before',
    'after',
    'below',
    'before',
    'after',
  ])
  const places = new Set(countries.map(({ isoCode }) => placeOfPostcode(isoCode)))
  expect(places).toEqual(new Set(['before', 'after', 'below']))
})
