import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hashRaw } from '@node-rs/argon2'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { openTurns } from './turns.ts'

/** Makes and checks the unreadable form of passwords and of the passcode, off the event loop. */
export type PasswordHasher = {
  /** The text to store. Throws the refusal `busy` when too many wait. */
  readonly hash: (password: string) => Promise<string>
  /**
   * True when the password is the one that was stored. With nothing stored it does the same work and says no, so
   * that the time tells nobody which e-mails have an account. Throws the refusal `busy` when too many wait.
   * A password that is right under the previous SECRET_KEY is given to `rekey`, as it is to be stored from then on.
   */
  readonly verify: (
    password: string,
    stored: string | undefined,
    rekey?: (rekeyed: string) => Promise<void>,
  ) => Promise<boolean>
  /** Argon2id alone, 32 bytes, for secrets that are kept in another form and under another key. Throws `busy` likewise. */
  readonly stretch: (secret: string, salt: Buffer, cost: Cost) => Promise<Buffer>
}

/** KiB of memory, passes over it, and how many at a time. */
export type Cost = { readonly memory: number; readonly passes: number; readonly lanes: number }

/** OWASP's minimum for Argon2id: 19 MiB and 2 passes, about 40 ms of one core. */
const cost = { memory: 19_456, passes: 2, lanes: 1 } as const

// As many at once as there are cores: more would only take each other's time and 19 MiB each.
const atOnceMax = availableParallelism()
const waitingMax = 64

/** `firstKeyId` is that of the database's first SECRET_KEY, under which passwords carry no identifier. */
export function openPasswordHasher(pepper: RotatingKey, firstKeyId: string): PasswordHasher {
  const takeTurn = openTurns({ atOnceMax, waitingMax })
  const pepperName = pepper.id === firstKeyId ? firstPepper : pepper.id
  const nobody = format({ ...cost, pepperName, salt: randomBytes(16), hash: randomBytes(32) })

  function stretch(secret: string, salt: Buffer, { memory, passes, lanes }: Cost): Promise<Buffer> {
    return takeTurn(() =>
      hashRaw(secret, { memoryCost: memory, timeCost: passes, parallelism: lanes, outputLen: 32, salt }),
    )
  }

  function slowHash(password: string, { salt, ...passwordCost }: Cost & { salt: Buffer }): Promise<Buffer> {
    // Composed, because keyboards differ in how they type the same letter.
    return stretch(password.normalize('NFC'), salt, passwordCost)
  }

  return {
    stretch,
    async hash(password) {
      const salt = randomBytes(16)
      const slow = await slowHash(password, { ...cost, salt })
      return format({ ...cost, pepperName, salt, hash: keyedHash(pepper.current, slow) })
    },
    async verify(password, stored, rekey) {
      const parts = parse(stored ?? nobody)
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

/** Written for the database's first SECRET_KEY, so that a program from before rotation can read it. */
const firstPepper = '1'

/** A stored password, taken apart. `pepperName` is the identifier of its SECRET_KEY, or `firstPepper`. */
type StoredPassword = Cost & {
  readonly pepperName: string
  readonly salt: Buffer
  readonly hash: Buffer
}

/** With its cost and the name of its key, so that both can be changed later. `isPasswordStill` and `isPasscodeStill` rely on the salt's place. */
function format({ memory, passes, lanes, pepperName, salt, hash }: StoredPassword): string {
  return `argon2id$m=${memory},t=${passes},p=${lanes}$pepper=${pepperName}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

function parse(stored: string): StoredPassword {
  const match = /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$pepper=(1|[0-9a-f]{12})\$([\w-]{22})\$([\w-]{43})$/.exec(
    stored,
  )
  if (!match) throw new Error('A stored password hash has a form nobody wrote')
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
