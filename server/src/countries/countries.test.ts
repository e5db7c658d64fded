import { brotliDecompressSync } from 'node:zlib'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

describe('the countries of the world', () => {
  test('countries are sorted by name, or by ISO code on request', async () => {
    const byName = (await bank.call(null, endpoints.listCountries)).answer
    expect(byName).toHaveLength(250)
    expect(byName.slice(0, 2).map(({ name }) => name)).toEqual(['Afghanistan', 'Aland Islands'])
    const byCode = (await bank.call(null, endpoints.listCountries, { query: { sort: 'isoCode' } })).answer
    const codes = byCode.map(({ isoCode }) => isoCode)
    expect(codes).toEqual(codes.toSorted())
    const other = await bank.call(null, endpoints.listCountries, { query: { sort: 'size' } })
    expect([other.status, other.problem.errors[0]?.pointer]).toEqual([422, '/sort'])
  })

  test('the list of countries is compressed, cached by browsers and revalidated', async () => {
    const ask = (headers: Record<string, string>) =>
      bank.app.inject({ url: '/api/countries', headers: { 'accept-encoding': 'gzip, br', ...headers } })
    const small = await ask({})
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, max-age=86400',
      vary: 'accept-encoding',
    })
    expect(small.rawPayload.length).toBeLessThan(20_000)
    const plain = await ask({ 'accept-encoding': 'identity' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(brotliDecompressSync(small.rawPayload).toString())).toEqual(plain.json())

    const again = await ask({ 'if-none-match': String(small.headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const byCode = await bank.app.inject('/api/countries?sort=isoCode')
    expect(byCode.headers.etag).not.toBe(small.headers.etag)
  })

  test('a country is found by its ISO code in upper or lower case', async () => {
    const { answer } = await bank.call(null, endpoints.readCountry, { params: { isoCode: 'de' } })
    expect(answer).toMatchObject({ name: 'Germany', isoCode: 'DE', phonecode: '49', currency: 'EUR' })
    expect(answer.timezones[0]).toMatchObject({ zoneName: 'Europe/Berlin', gmtOffset: 3600 })
    for (const isoCode of ['XX', 'DEU', '__proto__', '%']) {
      const { status, problem } = await bank.call(null, endpoints.readCountry, { params: { isoCode } })
      expect([status, problem.detail]).toEqual([404, 'Country not found'])
    }
  })
})
