import type { Options } from '@node-rs/argon2'
import { vi } from 'vitest'
import { leastCost } from './least-argon2-cost.ts'

// Many tests sign in, and few are about the cost of Argon2: those set ARGON2_COST to `real`.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return {
    ...argon2,
    hashRaw: (secret: string, options: Options) =>
      argon2.hashRaw(secret, process.env.ARGON2_COST === 'real' ? options : { ...options, ...leastCost }),
  }
})
