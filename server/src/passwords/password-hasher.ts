import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hashRaw } from '@node-rs/argon2'
import { openTurns } from './turns.ts'

/** Makes and checks the unreadable form of passwords and of the passcode, off the event loop. */
export type PasswordHasher = {
  /** The text to store. Throws the refusal `busy` when too many wait. */
  readonly hash: (password: string) => Promise<string>
  /**
   * True when the password is the one that was stored. With nothing stored it does the same work and says no, so
   * that the time tells nobody which e-mails have an account. Throws the refusal `busy` when too many wait.
   */
  readonly verify: (password: string, stored: string | undefined) => Promise<boolean>
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

export function openPasswordHasher(pepper: KeyObject): PasswordHasher {
  const takeTurn = openTurns({ atOnceMax, waitingMax })
  const nobody = format(randomBytes(16), randomBytes(32))

  function stretch(secret: string, salt: Buffer, { memory, passes, lanes }: Cost): Promise<Buffer> {
    return takeTurn(() =>
      hashRaw(secret, { memoryCost: memory, timeCost: passes, parallelism: lanes, outputLen: 32, salt }),
    )
  }

  async function keyedHash(password: string, salt: Buffer, passwordCost: Cost): Promise<Buffer> {
    // Composed, because keyboards differ in how they type the same letter.
    const raw = await stretch(password.normalize('NFC'), salt, passwordCost)
    return createHmac('sha256', pepper).update(raw).digest()
  }

  return {
    stretch,
    async hash(password) {
      const salt = randomBytes(16)
      return format(salt, await keyedHash(password, salt, cost))
    },
    async verify(password, stored) {
      const { salt, hash, ...storedCost } = parse(stored ?? nobody)
      const matches = timingSafeEqual(await keyedHash(password, salt, storedCost), hash)
      return matches && stored !== undefined
    },
  }
}

/** With its cost and the number of its pepper, so that both can be raised later. */
function format(salt: Buffer, hash: Buffer): string {
  const { memory, passes, lanes } = cost
  return `argon2id$m=${memory},t=${passes},p=${lanes}$pepper=1$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

function parse(stored: string): Cost & { salt: Buffer; hash: Buffer } {
  const match = /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$pepper=1\$([\w-]{22})\$([\w-]{43})$/.exec(stored)
  if (!match) throw new Error('A stored password hash has a form nobody wrote')
  const [, memory, passes, lanes, salt, hash] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt!, 'base64url'),
    hash: Buffer.from(hash!, 'base64url'),
  }
}
