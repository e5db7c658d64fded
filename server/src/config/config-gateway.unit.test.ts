import { describe, expect, test } from 'vitest'
import { readGateway } from './config-gateway.ts'
import { type Environment, valuesOf } from './config-values.ts'

const read = (env: Environment, publicUrl?: string) => readGateway(valuesOf(env), publicUrl)
const project = { GATEWAY_PROJECT: 'bank' }

test('the gateway is off without GATEWAY_PROJECT, whatever else is set', () => {
  expect(read({ GATEWAY_ORIGINS: 'https://app.example', GATEWAY_COOKIES: 'cross-site' })).toBeUndefined()
})

test('the public URL is always an allowed origin, beside the named ones', () => {
  const named = { ...project, GATEWAY_ORIGINS: 'https://app.example, http://localhost:5173/' }
  expect(read(named, 'https://bank.example')).toEqual({
    project: 'bank',
    origins: ['https://app.example', 'http://localhost:5173', 'https://bank.example'],
    cookies: 'same-site',
    settingsCollection: 'settings',
  })
  expect(read(project)?.origins).toEqual([])
})

describe('a setting of the gateway that cannot work stops the start with one sentence', () => {
  const id = 'it must begin with a letter or a digit'
  for (const [env, sentence] of [
    [{ GATEWAY_PROJECT: '-bank' }, `GATEWAY_PROJECT is "-bank": ${id}`],
    [{ GATEWAY_PROJECT: 'b'.repeat(37) }, id],
    [{ ...project, GATEWAY_SETTINGS_COLLECTION: 'users' }, 'GATEWAY_SETTINGS_COLLECTION is "users"'],
    [{ ...project, GATEWAY_ORIGINS: '*' }, 'GATEWAY_ORIGINS has a *'],
    [{ ...project, GATEWAY_ORIGINS: 'https://*.app.example' }, 'GATEWAY_ORIGINS has a *'],
    [{ ...project, GATEWAY_ORIGINS: 'app.example' }, 'GATEWAY_ORIGINS must be an address'],
    [{ ...project, GATEWAY_ORIGINS: 'https://app.example/shop' }, 'it must be scheme and host only'],
    [{ ...project, GATEWAY_ORIGINS: 'http://app.example' }, 'it must start with https://'],
    [
      { ...project, GATEWAY_COOKIES: 'cross-site' },
      'GATEWAY_COOKIES is cross-site, which browsers accept over https only',
    ],
    [
      { ...project, GATEWAY_COOKIES: 'none' },
      'GATEWAY_COOKIES is "none": it must be same-site or cross-site',
    ],
  ] as const) {
    test(`${JSON.stringify(env)} is refused`, () => {
      expect(() => read(env, 'http://localhost:3000')).toThrow(sentence)
    })
  }
})
