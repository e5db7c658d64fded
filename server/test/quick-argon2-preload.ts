import { createRequire } from 'node:module'
import type { hashRaw } from '@node-rs/argon2'
import { leastCost } from './least-argon2-cost.ts'

// For `node --import`, before the bank's own modules: the exports of a CommonJS module can change until another module imports them.
const argon2: { hashRaw: typeof hashRaw } = createRequire(import.meta.url)('@node-rs/argon2')
const { hashRaw: realHashRaw } = argon2
argon2.hashRaw = (secret, options) => realHashRaw(secret, { ...options, ...leastCost })
