import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hashRaw } from '@node-rs/argon2'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { openLimiter } from '../limiter.ts'

/** Hashes and verifies passwords and the passcode, off the event loop. */
export type PasswordHasher = {
  /** Returns the text to store. Throws the refusal `busy` when too many hashes wait. */
  readonly hash: (password: string) => Promise<string>
  /**
   * True when the password is the stored one. With nothing stored it does the same work and returns false, so that the time
   * does not reveal which e-mails have an account. When the password matches under the previous SECRET_KEY, calls `rekey`
   * with the text to store instead. Throws the refusal `busy` when too many hashes wait.
   */
  readonly verify: (
    password: string,
    stored: string | undefined,
    rekey?: (rekeyed: string) => Promise<void>,
  ) => Promise<boolean>
  /** Plain Argon2id, 32 bytes, for secrets that are stored in another form and under another key. Throws `busy` likewise. */
  readonly derive: (secret: string, salt: Buffer, cost: Cost) => Promise<Buffer>
  /** How many hashes wait. */
  readonly waitingCount: () => number
}

/** Parameters of Argon2id: memory in KiB, passes over it, and lanes. */
export type Cost = { readonly memory: number; readonly passes: number; readonly lanes: number }

/** OWASP's minimum for Argon2id: 19 MiB and 2 passes, about 40 ms of one core. */
const cost = { memory: 19_456, passes: 2, lanes: 1 } as const

// As many at once as there are cores: more would compete for them, and take 19 MiB each.
const atOnceMax = availableParallelism()
const waitingMax = 64

/** `firstKeyId` is the id of the database's first SECRET_KEY, which stored passwords name `1`. */
export function openPasswordHasher(pepper: RotatingKey, firstKeyId: string): PasswordHasher {
  const limited = openLimiter({ atOnceMax, waitingMax })
  const pepperName = pepper.id === firstKeyId ? firstPepper : pepper.id
  const decoy = format({ ...cost, pepperName, salt: randomBytes(16), hash: randomBytes(32) })

  function derive(secret: string, salt: Buffer, { memory, passes, lanes }: Cost): Promise<Buffer> {
    return limited('hash', () =>
      hashRaw(secret, { memoryCost: memory, timeCost: passes, parallelism: lanes, outputLen: 32, salt }),
    )
  }

  function slowHash(password: string, { salt, ...passwordCost }: Cost & { salt: Buffer }): Promise<Buffer> {
    // NFC, because keyboards encode the same letter differently.
    return derive(password.normalize('NFC'), salt, passwordCost)
  }

  return {
    derive,
    waitingCount: limited.waitingCount,
    async hash(password) {
      const salt = randomBytes(16)
      const slow = await slowHash(password, { ...cost, salt })
      return format({ ...cost, pepperName, salt, hash: keyedHash(pepper.current, slow) })
    },
    async verify(password, stored, rekey) {
      const parts = parse(stored ?? decoy)
      const slow = await slowHash(password, parts)
      const hash = keyedHash(pepper.current, slow)
      if (timingSafeEqual(hash, parts.hash)) return stored !== undefined
      const { previous } = pepper
      if (!previous || !timingSafeEqual(keyedHash(previous, slow), parts.hash)) return false
      await rekey?.(format({ ...parts, pepperName, hash }))
      return stored !== undefined
    },
  }
}

function keyedHash(key: KeyObject, slow: Buffer): Buffer {
  return createHmac('sha256', key).update(slow).digest()
}

/** The name of the database's first SECRET_KEY, as in passwords that were stored before keys had identifiers. */
const firstPepper = '1'

/** The parts of a stored password. `pepperName` is the id of its SECRET_KEY, or `firstPepper`. */
type PasswordHash = Cost & {
  readonly pepperName: string
  readonly salt: Buffer
  readonly hash: Buffer
}

/**
 * Includes the cost and the name of the key, so that both can change later. `isPasswordUnchanged` and `isPasscodeUnchanged`
 * rely on the salt being the fourth part.
 */
function format({ memory, passes, lanes, pepperName, salt, hash }: PasswordHash): string {
  return `argon2id$m=${memory},t=${passes},p=${lanes}$pepper=${pepperName}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

function parse(stored: string): PasswordHash {
  const match = /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$pepper=(1|[0-9a-f]{12})\$([\w-]{22})\$([\w-]{43})$/.exec(
    stored,
  )
  if (!match) throw new Error('A stored password hash has an unknown format')
  const [, memory, passes, lanes, pepperName, salt, hash] = match
  return {
    pepperName: pepperName!,
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt!, 'base64url'),
    hash: Buffer.from(hash!, 'base64url'),
  }
}
