import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { codeAt, oneTimeCode } from '../../test/authenticator.ts'
import { deriveKeys } from '../keys/derive-keys.ts'
import { newSecret, secretTexts, timeStepOfCode } from './one-time-code.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

// RFC 6238, appendix B: the key of its examples, and the codes of six digits that end its codes of eight.
const key = Buffer.from('12345678901234567890')
const examples = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
] as const

describe('the codes of RFC 6238', () => {
  test.each(examples)('the TOTP code of RFC 6238 at %i seconds is %s', (seconds, code) => {
    const step = BigInt(Math.floor(seconds / 30))
    // First the tests' authenticator, which the bank is compared with.
    expect(oneTimeCode(key, step, 8)).toBe(code)
    expect(timeStepOfCode(key, code.slice(2), new Date(seconds * 1000))).toBe(step)
  })

  test('a TOTP code is valid half a minute early or late, and no longer', () => {
    const secret = newSecret()
    const { secret: spelled } = secretTexts(secret, { issuer: 'Truepenny', label: 'alice@example.com' })
    const now = new Date(Date.UTC(2026, 10, 21, 12, 0, 10))
    const shown = (minutes: number) => codeAt(spelled, new Date(now.getTime() + minutes * 60_000))
    const step = BigInt(now.getTime() - 10_000) / 30_000n
    expect([-0.5, 0, 0.5].map((minutes) => timeStepOfCode(secret, shown(minutes), now))).toEqual([
      step - 1n,
      step,
      step + 1n,
    ])
    expect([-1, 1].map((minutes) => timeStepOfCode(secret, shown(minutes), now))).toEqual([
      undefined,
      undefined,
    ])
  })

  test.each(['', '12345', '1234567', 'abcdef'])('%j is not a TOTP code', (code) => {
    expect(timeStepOfCode(key, code, new Date(59_000))).toBeUndefined()
  })
})

describe('a sealed secret', () => {
  const { authenticatorKey } = deriveKeys('a key of the tests, long enough for a bank')
  const [alice, bruno] = [randomUUID(), randomUUID()]

  test('a sealed secret opens only for its user, with its key, and unchanged', () => {
    const secret = randomBytes(20)
    const sealed = sealSecret(authenticatorKey.current, alice, secret)
    expect(openSecret(authenticatorKey, alice, sealed)).toEqual(secret)
    expect(sealed.includes(secret)).toBe(false)
    expect(openSecret(authenticatorKey, bruno, sealed)).toBeUndefined()
    expect(openSecret(deriveKeys('another key').authenticatorKey, alice, sealed)).toBeUndefined()
    const changed = Buffer.from(sealed)
    changed[20]! ^= 1
    expect(openSecret(authenticatorKey, alice, changed)).toBeUndefined()
  })

  test('a secret sealed with the previous key opens while that key is configured', () => {
    const secret = randomBytes(20)
    const sealed = sealSecret(authenticatorKey.current, alice, secret)
    const rotated = deriveKeys('a newer key', 'a key of the tests, long enough for a bank')
    expect(openSecret(rotated.authenticatorKey, alice, sealed)).toEqual(secret)
  })

  test('sealing a secret twice gives different bytes', () => {
    const secret = newSecret()
    expect(sealSecret(authenticatorKey.current, alice, secret)).not.toEqual(
      sealSecret(authenticatorKey.current, alice, secret),
    )
  })
})
