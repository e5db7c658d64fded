import { randomUUID } from 'node:crypto'
import type { Books } from '@bank/server/books/books'
import type { Instruction } from '@bank/server/books/instruction'
import { readInternalAccounts } from '@bank/server/books/internal-accounts'
import { matchPin } from '@bank/server/books/pin'
import { firstLink, type Link, seal } from '@bank/server/books/seal'
import type { RotatingKey } from '@bank/server/keys/derive-keys'
import type { Connection, Database } from '@bank/server/postgres/database'
import {
  type AccountRow,
  balanceValues,
  type Entry,
  entryValues,
  type Facts,
  insertEntry,
  insertLink,
  insertPosting,
  insertTransaction,
  linkValues,
  lockAccounts,
  lockPin,
  type PinRow,
  type Posting,
  postingValues,
  transactionValues,
  updateBalance,
} from './naive-rows.ts'

/** A connection, and the end of the hash chain that it alone writes. */
type Teller = { readonly connection: Extract<Connection, { release: unknown }>; head: Link }

/**
 * Books as one would write them at first, to compare with: each transfer is a database transaction of its own on one
 * of so many connections, which looks, locks the two accounts, writes one row after the other and commits. They write the
 * same rows into the same tables. Made for the benchmark's transfers between banks: everything else throws.
 */
export async function openNaiveBooks({
  db,
  pinKey,
  connections,
}: {
  db: Database
  pinKey: RotatingKey
  connections: number
}): Promise<Books> {
  const tellers = await Promise.all(Array.from({ length: connections }, () => openTeller(db)))
  const free = [...tellers]
  const waiting: ((teller: Teller) => void)[] = []
  return {
    internalAccounts: await readInternalAccounts(db),
    async submit(instruction) {
      const teller = free.pop() ?? (await new Promise<Teller>((take) => waiting.push(take)))
      try {
        return await transfer(teller, instruction, pinKey)
      } finally {
        const next = waiting.shift()
        if (next) next(teller)
        else free.push(teller)
      }
    },
    close: async () => {
      for (const { connection } of tellers) connection.release(true)
    },
  }
}

// As the bank's own books have them, so that no plan is worse here; but all wait for one account in a long row, and none
// of them is sent away.
const settings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  jit: 'off',
  lock_timeout: '0',
  statement_timeout: '0',
}

async function openTeller(db: Database): Promise<Teller> {
  const connection = await db.connect()
  for (const [name, value] of Object.entries(settings)) await connection.query(`set ${name} = '${value}'`)
  const writerId = randomUUID()
  await connection.query('insert into writers (id) values ($1)', [writerId])
  return { connection, head: firstLink(writerId) }
}

async function transfer(
  teller: Teller,
  instruction: Instruction,
  pinKey: RotatingKey,
): ReturnType<Books['submit']> {
  const { connection } = teller
  await connection.query('begin')
  try {
    const done = await book(teller, instruction, pinKey)
    await connection.query('commit')
    teller.head = done.link
    return { transaction: done.transaction, replayed: false, moved: true }
  } catch (error) {
    await connection.query('rollback')
    throw error
  }
}

async function book({ connection, head }: Teller, instruction: Instruction, pinKey: RotatingKey) {
  if (instruction.kind !== 'open_transaction' || !instruction.sender)
    throw new Error('Only transfers are sent')
  const { facts, sender, limitMinor } = instruction
  const { source, inTransit } = facts.route
  const ask = async <Row extends object>(name: string, text: string, values: unknown[]) =>
    (await connection.query<Row>({ name: `naive-${name}`, text, values })).rows

  const earlier = await ask('earlier', 'select 1 from postings where id = $1', [facts.id])
  const [pin] = await ask<PinRow>('pin', lockPin, [sender.userId])
  const accounts = await ask<AccountRow>('accounts', lockAccounts, [source, inTransit])
  const from = accounts.find(({ id }) => id === source)
  const to = accounts.find(({ id }) => id === inTransit)
  const isKnown = pin?.is_active && matchPin(pinKey, pin, sender.pin) !== 'none'
  const isAllowed = earlier.length === 0 && facts.amountMinor <= limitMinor
  if (!isKnown || !isAllowed || !from || !to || from.balance_minor < facts.amountMinor) {
    throw new Error('The naive books refuse a transfer')
  }

  const bookedAt = Math.max(Date.now(), ...accounts.map((account) => Number(account.last_booked_ms ?? 0)))
  const posting = postingOf(facts, from, to, bookedAt)
  const link = seal(head, [posting])
  await ask('transaction', insertTransaction, transactionValues(facts, bookedAt))
  await ask('posting', insertPosting, postingValues(posting, link))
  for (const entry of posting.entries) {
    await ask('entry', insertEntry, entryValues(entry))
    await ask('balance', updateBalance, balanceValues(entry))
  }
  await ask('link', insertLink, linkValues(link))
  return { link, transaction: { ...facts, status: facts.firstStatus, createdAt: bookedAt } }
}

function postingOf(facts: Facts, from: AccountRow, to: AccountRow, bookedAt: number): Posting {
  const { id, amountMinor } = facts
  const entryOf = (account: AccountRow, signedMinor: bigint): Entry => ({
    ledgerAccountId: account.id,
    seq: account.entry_seq + 1n,
    amountMinor: signedMinor,
    balanceMinor: account.balance_minor + signedMinor,
    postingId: id,
    bookedAt,
  })
  return {
    id,
    transactionId: id,
    status: facts.firstStatus,
    debit: from.id,
    credit: to.id,
    amountMinor,
    madeBy: facts.madeBy,
    bookedAt,
    opens: facts,
    entries: [entryOf(from, -amountMinor), entryOf(to, amountMinor)],
  }
}
