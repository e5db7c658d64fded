import type { Options } from '@node-rs/argon2'

/** The cost of a hash in tests that are not about it. The stored hashes name the real cost in every test. */
export const leastCost = { memoryCost: 8, timeCost: 1, parallelism: 1 } satisfies Options
