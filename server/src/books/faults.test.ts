import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, type ExpectStatic, expect, test } from 'vitest'
import {
  balanceOf,
  type Customer,
  funding,
  openFundedCustomer,
  pinKey,
  transferOut,
} from '../../test/books-people.ts'
import { type CuttableWire, openCuttableWire } from '../../test/cuttable-wire.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { openDatabase } from '../postgres/database.ts'
import { type Books, openBooks } from './books.ts'
import { checkBooks } from './check/check-books.ts'
import type { Opening } from './instruction.ts'

type Scene = {
  readonly bank: TestDatabase
  readonly superuser: Client
  readonly wire: CuttableWire
  readonly books: Books
  readonly alice: Customer
}

let shared: TestDatabase
beforeAll(async () => {
  shared = await openTestDatabase()
})
afterAll(() => shared?.close())

/** A lane on a cuttable wire to the database, and Alice with $100.00. */
async function onCuttableWire(play: (scene: Scene) => Promise<void>, bank = shared): Promise<void> {
  const superuser = await connectOnce(bank.ownerAddress)
  const wire = await openCuttableWire(bank.programAddress)
  const db = await openDatabase(wire.address, { allowsDataLoss: true })
  const books = await openBooks({ db, pinKey })
  try {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    await play({ bank, superuser, wire, books, alice })
    expect((await checkBooks(superuser, () => {})).broken).toBeNull()
  } finally {
    await books.close()
    await wire.close()
    await db.end()
    await superuser.end()
  }
}

/** The same in a separate bank: for locks that would block other tests. */
async function onSeparateBank(play: (scene: Scene) => Promise<void>): Promise<void> {
  const own = await openTestDatabase()
  await onCuttableWire(play, own).finally(own.close)
}

const terminate = ({ superuser }: Scene, processId: number) =>
  superuser.query('select pg_terminate_backend($1)', [processId])

/** How often this transfer is in the books. */
async function timesBooked({ bank }: Scene, id: string): Promise<bigint> {
  const { rows } = await bank.db.query<{ times: bigint }>(
    'select count(*) as times from entries where posting_id = $1 and amount_minor < 0',
    [id],
  )
  return rows[0]!.times
}

async function wrongPins({ bank, alice }: Scene): Promise<number> {
  const { rows } = await bank.db.query<{ wrong_count: number }>(
    'select wrong_count from pins where user_id = $1',
    [alice.userId],
  )
  return rows[0]!.wrong_count
}

async function isAnyWaitingForLock({ superuser }: Scene): Promise<boolean> {
  const { rows } = await superuser.query<{ waiting: boolean }>(
    `select count(*) > 0 as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.waiting
}

/** After every fault the lane works, the transfer is made once, and its money has moved once. */
async function expectOneEffect(scene: Scene, transfer: Opening) {
  const { bank, books, alice } = scene
  expect(await books.submit(transferOut(books, alice, 1_00n))).toMatchObject({ moved: true })
  expect(await books.submit(transfer)).toMatchObject({ replayed: true })
  expect(await timesBooked(scene, transfer.facts.id)).toBe(1n)
  expect(await balanceOf(bank.db, alice.accountId)).toBe(59_00n)
}

describe('a broken connection does not fail the transfer, which is made once', () => {
  const steps = [
    'books-begin',
    'books-lock-ledger-accounts',
    'books-lock-senders',
    'books-read-postings',
    'copy-transactions',
    'books-settle-batch',
    'books-commit',
  ]
  for (const step of steps) {
    test(`a connection cut before ${step} arrives`, () =>
      onCuttableWire(async (scene) => {
        const transfer = transferOut(scene.books, scene.alice, 40_00n)
        const cut = scene.wire.onceBefore(step, (wire) => wire.cut())
        expect(await scene.books.submit(transfer)).toMatchObject({ transaction: { status: 'pending' } })
        await cut
        await expectOneEffect(scene, transfer)
      }))

    test(`PostgreSQL ends its process before ${step}`, () =>
      onCuttableWire(async (scene) => {
        const transfer = transferOut(scene.books, scene.alice, 40_00n)
        const ended = scene.wire.onceBefore(step, (wire) => terminate(scene, wire.processId()))
        expect(await scene.books.submit(transfer)).toMatchObject({ transaction: { status: 'pending' } })
        await ended
        await expectOneEffect(scene, transfer)
      }))
  }

  test('a connection cut after the commit and before its answer: the retry finds the transfer', () =>
    onCuttableWire(async (scene) => {
      const transfer = transferOut(scene.books, scene.alice, 40_00n)
      const lost = scene.wire.onceBefore('books-commit', (wire) => wire.loseCommitAnswer())
      expect(await scene.books.submit(transfer)).toMatchObject({ replayed: true })
      await lost
      await expectOneEffect(scene, transfer)
    }))

  test('a session that ends before the retry leaves the outcome unknown, and no answer says that nothing happened', () =>
    onCuttableWire(async (scene) => {
      const { bank, wire, alice } = scene
      const key = 'ab'.repeat(32)
      await bank.db.query(
        `insert into sessions (token_hash, user_id, signed_in_at, last_seen_at, network, browser)
         values (decode($1, 'hex'), $2, now(), now(), '203.0.113.0/24', 'Other')`,
        [key, alice.userId],
      )
      const db = await openDatabase(wire.address, { allowsDataLoss: true })
      const readStandings = {
        name: 'read-standings',
        text: `select encode(token_hash, 'hex') as key, 'open' as standing from sessions where token_hash = any ($1::bytea[])`,
      }
      const books = await openBooks({ db, pinKey, readStandings })
      try {
        const { authority, ...transfer } = transferOut(books, alice, 40_00n)
        if (authority.by !== 'pin') throw new Error('A transfer has a PIN')
        const inSession = { ...transfer, authority: { ...authority, session: { key, standing: 'open' } } }
        const lost = wire.onceBefore('books-commit', async (each) => {
          await bank.db.query('delete from sessions where user_id = $1', [alice.userId])
          each.loseCommitAnswer()
        })
        await expect(books.submit(inSession)).rejects.toMatchObject({ code: 'outcome_unknown' })
        await lost
        expect(await timesBooked(scene, transfer.facts.id)).toBe(1n)
        await expect(books.submit(inSession)).rejects.toMatchObject({ code: 'signed_out' })
      } finally {
        await books.close()
        await db.end()
      }
    }))

  test('a wrong PIN counts once although the commit’s answer was lost', () =>
    onCuttableWire(async (scene) => {
      const transfer = transferOut(scene.books, scene.alice, 40_00n, { pin: '9999' })
      const lost = scene.wire.onceBefore('books-commit', (wire) => wire.loseCommitAnswer())
      const first = await scene.books.submit(transfer)
      await lost
      expect(first).toEqual({ refusal: { code: 'pin_incorrect', triesLeft: 4 } })
      expect(await wrongPins(scene)).toBe(1)
      // Submitted again it is another attempt: reusing a transfer's id does not make guessing free.
      const second = await scene.books.submit(transfer)
      expect(second).toEqual({ refusal: { code: 'pin_incorrect', triesLeft: 3 } })
      expect(await wrongPins(scene)).toBe(2)
    }))

  test('several wrong PINs in one batch count once each although the commit’s answer was lost', () =>
    onCuttableWire(async (scene) => {
      const lost = scene.wire.onceBefore('books-commit', (wire) => wire.loseCommitAnswer())
      // The first forms a batch alone, and the others form the next one.
      const right = scene.books.submit(transferOut(scene.books, scene.alice, 1_00n))
      const wrong = [1, 2, 3].map(() =>
        scene.books.submit(transferOut(scene.books, scene.alice, 1_00n, { pin: '9999' })),
      )
      await lost
      expect(await right).toMatchObject({ transaction: { status: 'pending' } })
      const again = scene.wire.onceBefore('books-commit', (wire) => wire.loseCommitAnswer())
      const more = scene.books.submit(transferOut(scene.books, scene.alice, 1_00n, { pin: '9999' }))
      await Promise.all([...wrong, more])
      await again
      expect(await wrongPins(scene)).toBe(4)
    }))

  test('a commit that takes effect after the retry has begun is found, and the chain continues from it', () =>
    onCuttableWire(async (scene) => {
      const transfer = transferOut(scene.books, scene.alice, 40_00n)
      const late = scene.wire.onceBefore('books-commit', async (wire) => {
        wire.cutBank()
        await waitUntil(() => isAnyWaitingForLock(scene))
      })
      expect(await scene.books.submit(transfer)).toMatchObject({ replayed: true })
      await late
      await expectOneEffect(scene, transfer)
    }))

  test('PostgreSQL ends the process of an idle lane', () =>
    onCuttableWire(async (scene) => {
      let processId = 0
      const seen = scene.wire.onceBefore('books-commit', (wire) => {
        processId = wire.processId()
      })
      const transfer = transferOut(scene.books, scene.alice, 40_00n)
      await scene.books.submit(transfer)
      await seen
      await terminate(scene, processId)
      await expectOneEffect(scene, transfer)
    }))
})

describe('an instruction that cannot be carried out', () => {
  test('an instruction that cannot be carried out is an error, and the rest of its batch succeeds', () =>
    onCuttableWire(async ({ bank, books, alice }) => {
      const poisoned = transferOut(books, alice, 1_00n)
      // The database refuses this character, even if a form let it through.
      const facts = { ...poisoned.facts, debitDetail: 'Rent \u0000' }
      const results = await Promise.allSettled([
        books.submit(transferOut(books, alice, 10_00n)),
        books.submit(transferOut(books, alice, 10_00n)),
        books.submit({ ...poisoned, facts }),
        books.submit(transferOut(books, alice, 10_00n, { id: 'no uuid' })),
        books.submit(transferOut(books, alice, 90_00n)),
        books.submit(transferOut(books, alice, 10_00n)),
      ])
      expect(
        results.map((result) => (result.status === 'fulfilled' ? 'answered' : result.reason.message)),
      ).toEqual([
        'answered',
        'answered',
        expect.stringContaining('invalid byte sequence'),
        '"no uuid" is not a UUID',
        'answered',
        'answered',
      ])
      expect(await balanceOf(bank.db, alice.accountId)).toBe(70_00n)
    }))
})

// Each of these takes as long as the bank's timeouts, so they run concurrently.
describe.concurrent('a database that does not answer in time', () => {
  test('a row that another session has locked: busy, nothing changed, and no other instruction waits', ({
    expect,
  }) =>
    onSeparateBank(async (scene) => {
      const { bank, books, alice } = scene
      const otherLane = await openBooks({ db: bank.db, pinKey })
      const bruno = await openFundedCustomer(bank.db, otherLane, 100_00n)
      const holder = await bank.db.connect()
      await holder.query('begin')
      await holder.query('select from ledger_accounts where id = $1 for update', [alice.accountId])

      const transfer = transferOut(books, alice, 40_00n)
      const outcome = expect(books.submit(transfer)).rejects.toMatchObject({ code: 'busy' })
      await waitUntil(() => isAnyWaitingForLock(scene))
      expect(await otherLane.submit(transferOut(books, bruno, 40_00n))).toMatchObject({ moved: true })
      expect(await isAnyWaitingForLock(scene)).toBe(true)
      await outcome
      expect(await timesBooked(scene, transfer.facts.id)).toBe(0n)

      await holder.query('rollback')
      holder.release()
      expect(await books.submit(transfer)).toMatchObject({ moved: true })
      await otherLane.close()
    }))

  test('while connections are refused, waiting instructions are busy, and work continues when the server is back', ({
    expect,
  }) =>
    onSeparateBank(async ({ bank, wire, books, alice }) => {
      wire.refuse()
      const transfers = Array.from({ length: 20 }, () => transferOut(books, alice, 1_00n))
      const results = await Promise.allSettled(transfers.map((transfer) => books.submit(transfer)))
      for (const result of results) expect(result).toMatchObject({ reason: { code: 'busy' } })
      await wire.mend()
      await Promise.all(transfers.map((transfer) => waitUntilDone(books, transfer, expect)))
      expect(await balanceOf(bank.db, alice.accountId)).toBe(80_00n)
    }))

  for (const [step, code] of [
    ['books-begin', 'busy'],
    ['copy-transactions', 'outcome_unknown'],
    ['books-settle-batch', 'outcome_unknown'],
    ['books-commit', 'outcome_unknown'],
  ] as const) {
    test(`a server silent from ${step} on: ${code}, and a retry has one effect when it is back`, ({
      expect,
    }) =>
      onSeparateBank(async (scene) => {
        const { bank, wire, books, alice } = scene
        const transfer = transferOut(books, alice, 40_00n)
        const frozen = wire.onceBefore(step, () => wire.freeze())
        const outcome = books.submit(transfer)
        const behind = books.submit(transferOut(books, alice, 1_00n))
        await Promise.all([
          expect(outcome).rejects.toMatchObject({ code }),
          expect(behind).rejects.toMatchObject({ code: 'busy' }),
        ])
        await frozen
        await wire.mend()
        await waitUntilDone(books, transfer, expect)
        expect(await timesBooked(scene, transfer.facts.id)).toBe(1n)
        expect(await balanceOf(bank.db, alice.accountId)).toBe(60_00n)
      }))
  }

  test('a silent server does not delay closing the lane', ({ expect }) =>
    onSeparateBank(async ({ wire, books, alice }) => {
      wire.freeze()
      await books.close()
      await expect(books.submit(transferOut(books, alice, 1_00n))).rejects.toMatchObject({ code: 'busy' })
      await wire.mend()
    }))

  /** Retries the same transfer, as its sender would, until it is answered. */
  async function waitUntilDone(books: Books, transfer: Opening, expect: ExpectStatic) {
    await waitUntil(() =>
      books.submit(transfer).then(
        (outcome) => {
          expect(outcome).toMatchObject({ transaction: { status: 'pending' } })
          return true
        },
        () => false,
      ),
    )
  }
})

test('a closed lane answers what was submitted before, and accepts nothing more', () =>
  onCuttableWire(async ({ books, alice }) => {
    const given = Array.from({ length: 5 }, () => books.submit(funding(books, alice, 1_00n, randomUUID())))
    const closed = books.close()
    await expect(books.submit(funding(books, alice, 1_00n))).rejects.toMatchObject({ code: 'busy' })
    for (const outcome of await Promise.all(given)) expect(outcome).toMatchObject({ moved: true })
    await closed
  }))
