import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { countries, countriesByName, countryByIsoCode, isCountryName } from './countries.ts'
import { countryView } from './view.ts'

describe('the countries', () => {
  test('the 250 countries have distinct codes and names', () => {
    expect(countries).toHaveLength(250)
    expect(new Set(countries.map((country) => country.isoCode)).size).toBe(250)
    expect(new Set(countries.map((country) => country.name)).size).toBe(250)
  })

  test('the countries are in the order of their ISO codes', () => {
    const codes = countries.map((country) => country.isoCode)
    expect(codes).toEqual([...codes].sort())
  })

  test('the countries can be listed by name', () => {
    const names = countriesByName.map((country) => country.name)
    expect(names).toHaveLength(250)
    expect(names.slice(0, 3)).toEqual(['Afghanistan', 'Aland Islands', 'Albania'])
    expect(names.at(-1)).toBe('Zimbabwe')
  })

  test('each country has exactly the specification’s fields', () => {
    const strict = z.strictObject({
      ...countryView.shape,
      isoCode: z.string().check(z.regex(/^[A-Z]{2}$/)),
      name: z.string().check(z.minLength(1)),
      flag: z.string().check(z.regex(/^\p{RI}\p{RI}$/u)),
      phonecode: z.string().check(z.regex(/^[\d+ -]+$/)),
      currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
      latitude: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
      longitude: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
    })
    const zone = z.strictObject(countryView.shape.timezones._zod.def.element.shape)
    for (const country of countries) {
      expect([country.name, z.safeParse(strict, country).error?.issues]).toEqual([country.name, undefined])
      for (const timezone of country.timezones) expect(z.safeParse(zone, timezone).success).toBe(true)
    }
  })

  test('each country’s time zones are whole minutes from UTC, at most 14 hours', () => {
    for (const { name, timezones } of countries) {
      // These two are uninhabited and have no time zone.
      const isInhabited = !['Bouvet Island', 'Heard Island and McDonald Islands'].includes(name)
      expect([name, timezones.length > 0]).toEqual([name, isInhabited])
      for (const { gmtOffset } of timezones) {
        expect([name, Math.abs(gmtOffset) <= 14 * 3_600 && gmtOffset % 60 === 0]).toEqual([name, true])
      }
    }
  })
})

describe('finding a country', () => {
  for (const [code, name] of [
    ['DE', 'Germany'],
    ['de', 'Germany'],
    ['GB', 'United Kingdom'],
    ['US', 'United States'],
  ] as const) {
    test(`the country ${code} is ${name}`, () => expect(countryByIsoCode(code)?.name).toBe(name))
  }
  for (const code of ['', 'ZZ', 'DEU', 'D', 'constructor']) {
    test(`no country has the code "${code}"`, () => expect(countryByIsoCode(code)).toBeUndefined())
  }
  test('a country is found by its exact name only', () => {
    expect(isCountryName('Germany')).toBe(true)
    for (const name of ['Narnia', 'germany', ' Germany', '', 'DE']) expect(isCountryName(name)).toBe(false)
  })
})
