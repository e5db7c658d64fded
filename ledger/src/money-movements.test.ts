import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decideAndWrite } from '../test/books.ts'
import {
  alice,
  alicePot,
  aliceSavings,
  bruno,
  changeStatus,
  funding,
  moveOwn,
  movePot,
  noon,
  openBank,
  own,
  transferInside,
  transferOut,
  transferPlain,
  uuid,
} from '../test/small-bank.ts'
import type { OpenTransaction } from './command.ts'
import { decide } from './decide.ts'
import type { LedgerAccountId } from './ledger-account.ts'
import { positionOf, type Route, type Status, statuses } from './transaction-status.ts'

const document = readFileSync(new URL('../../docs/money-movements.md', import.meta.url), 'utf8')

/** The document's names of each way of opening a transaction, and of its parties. */
const events: Record<string, { opened: OpenTransaction; people: Record<string, LedgerAccountId> }> = {
  'A customer sends a transfer to another bank': {
    opened: transferOut({ id: uuid(201), amountMinor: 4_000n }),
    people: { 'the sender': alice.ledgerAccountId },
  },
  'A customer sends a transfer without a beneficiary': {
    opened: transferPlain({ id: uuid(201), amountMinor: 4_000n }),
    people: { 'the sender': alice.ledgerAccountId },
  },
  'A customer sends a transfer inside the bank': {
    opened: transferInside({ id: uuid(201), amountMinor: 4_000n }),
    people: { 'the sender': alice.ledgerAccountId, 'the receiver': bruno.ledgerAccountId },
  },
  'A customer moves money to another of their accounts': {
    opened: moveOwn({ id: uuid(201), amountMinor: 4_000n }),
    people: { 'the account': alice.ledgerAccountId, 'the other account': aliceSavings.ledgerAccountId },
  },
  'A customer closes an account with money on it': {
    opened: moveOwn({ id: uuid(201), amountMinor: 4_000n }),
    people: { 'the account': alice.ledgerAccountId, 'the other account': aliceSavings.ledgerAccountId },
  },
  'A customer moves money into a pot, or a transfer is rounded up into it': {
    opened: movePot('in', { id: uuid(201), amountMinor: 4_000n }),
    people: { 'the account': alice.ledgerAccountId, 'the pot': alicePot.ledgerAccountId },
  },
  'A customer moves money out of a pot': {
    opened: movePot('out', { id: uuid(201), amountMinor: 4_000n }),
    people: { 'the account': alice.ledgerAccountId, 'the pot': alicePot.ledgerAccountId },
  },
  'An administrator funds an account': {
    opened: funding({ id: uuid(201), amountMinor: 4_000n }),
    people: { 'the customer': alice.ledgerAccountId },
  },
}

/** The small bank, with money in alice's pot. */
const { books: bank } = decideAndWrite(
  openBank(),
  [movePot('in', { id: uuid(150), amountMinor: 5_000n })],
  noon,
)

// A route whose ledger accounts have the document's names.
const names = { source: 'source', inTransit: 'in transit', destination: 'destination' } as unknown as Route

describe('docs/money-movements.md agrees with the code', () => {
  test('each status has its position', () => {
    const written = tableUnder('Status', 'The money is at')
    expect(written.map(([status]) => status).sort()).toEqual([...statuses].sort())
    for (const [status, position] of written) expect(positionOf(status as Status, names)).toBe(position)
  })

  const rows = tableUnder('Event', 'Source', 'Destination', 'First status', 'Moves from', 'Moves to')
  test('every way of opening a transaction is listed once', () => {
    expect(rows.map(([event]) => event)).toEqual(Object.keys(events))
  })
  for (const [event = '', ...written] of rows) {
    test(event, () => {
      const { opened, people } = events[event]!
      const { route, firstStatus } = opened.facts
      const named = { ...people, settlement: own.USD.settlement, 'in transit': own.USD.inTransit }
      const nameOf = (id: LedgerAccountId) => Object.entries(named).find(([, known]) => known === id)?.[0]
      const [posting] = decide(bank, [opened], noon).rows.postings
      expect(written).toEqual([
        nameOf(route.source),
        nameOf(route.destination),
        firstStatus,
        nameOf(posting!.debit),
        nameOf(posting!.credit),
      ])
    })
  }

  const changes = tableUnder('Event', 'Moves from', 'Moves to')
  test('every change of status is listed once', () => {
    const every = statuses.flatMap((from) =>
      statuses.filter((to) => to !== from).map((to) => `${from} to ${to}`),
    )
    expect(changes.map(([change]) => change)).toEqual(every)
  })
  for (const [event, { opened }] of Object.entries(events)) {
    for (const [change = '', ...written] of changes) {
      test(`${change}, after ${event}`, () => {
        const [from, to] = change.split(' to ') as [Status, Status]
        const commands = [opened, changeStatus(opened, from, uuid(301)), changeStatus(opened, to, uuid(302))]
        const last = decide(bank, commands, noon).rows.postings.at(-1)!
        const { route } = opened.facts
        const positions = new Map([
          [route.source, 'source'],
          [route.inTransit, 'in transit'],
          [route.destination, 'destination'],
        ])
        expect([positions.get(last.debit), positions.get(last.credit)]).toEqual(written)
      })
    }
  }
})

/** The rows of the document's table with these headings. */
function tableUnder(...headings: string[]): string[][] {
  const lines = document.split('\n')
  const start = lines.indexOf(`| ${headings.join(' | ')} |`)
  if (start < 0) throw new Error(`no table with the headings ${headings.join(', ')}`)
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  return lines.slice(start + 2, end).map((line) => line.slice(2, -2).split(' | '))
}
