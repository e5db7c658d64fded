import { createHmac, createSecretKey } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hashRaw } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { openPasswordHasher } from './password-hasher.ts'

const current = createSecretKey(Buffer.alloc(32, 'the pepper of the tests'))
const passwords = openPasswordHasher({ id: '000000000001', current, previous: undefined }, '000000000001')

test('a password is stored as Argon2id with 19 MiB and 2 passes, under an HMAC with the pepper', async () => {
  const stored = await passwords.hash('correct horse battery')
  const [, salt = '', hash] = /^argon2id\$m=19456,t=2,p=1\$pepper=1\$([^$]+)\$([^$]+)$/.exec(stored) ?? []
  const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
  const slow = await hashRaw('correct horse battery', { ...costs, salt: Buffer.from(salt, 'base64url') })
  expect(hash).toBe(createHmac('sha256', current).update(slow).digest('base64url'))
})

test('the right password fits what is stored, and another password does not', async () => {
  const stored = await passwords.hash('correct horse battery')
  expect(await passwords.verify('correct horse battery', stored)).toBe(true)
  expect(await passwords.verify('correct horse buttery', stored)).toBe(false)
})

test('hashes beyond a short queue are refused as busy, and those before them are made', async () => {
  const taken = availableParallelism() + 64
  const cost = { memory: 8, passes: 1, lanes: 1 }
  const hashes = await Promise.allSettled(
    Array.from({ length: taken + 20 }, () => passwords.derive('a secret', Buffer.alloc(16), cost)),
  )
  const refused = hashes.slice(taken)
  for (const hash of hashes.slice(0, taken)) expect(hash).toMatchObject({ status: 'fulfilled' })
  for (const hash of refused) expect(hash).toMatchObject({ status: 'rejected', reason: { code: 'busy' } })
  expect(refused).toHaveLength(20)
  await expect(passwords.derive('a secret', Buffer.alloc(16), cost)).resolves.toHaveLength(32)
})
