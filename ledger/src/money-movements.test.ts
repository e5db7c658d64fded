import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decideAndWrite } from '../test/books.ts'
import {
  alice,
  alicePot,
  aliceSavings,
  changeStatus,
  noon,
  openBank,
  opening,
  own,
  uuid,
} from '../test/small-bank.ts'
import type { Authorisation } from './authorisation.ts'
import type { OpenTransaction } from './command.ts'
import { decide } from './decide.ts'
import type { Kind, Place } from './kind.ts'
import { type KindName, kindNames, kinds } from './kinds.ts'
import { positionOf, type Route, type Status, statuses } from './transaction-status.ts'

const path = '../../docs/money-movements.md'
const document = readFileSync(new URL(path, import.meta.url), 'utf8')

/** The small bank, with money in alice's pot, and a provisional credit. */
const before = [openingOf('pot_in', uuid(150)), openingOf('provisional_credit', uuid(151))]
const { books: bank } = decideAndWrite(openBank(), before, noon)

// A route whose ledger accounts have the document's names.
const names = { source: 'source', inTransit: 'in transit', destination: 'destination' } as unknown as Route

describe('docs/money-movements.md agrees with the code', () => {
  test('the table of kinds is made from them', async () => {
    const updated = document.replace(
      /(<!-- Made from .* -->\n)[\s\S]*(\n<!-- end -->)/,
      `$1${kindsTable()}$2`,
    )
    expect(updated).toContain(kindsTable())
    await expect(updated).toMatchFileSnapshot(path)
  })

  for (const name of kindNames) {
    const kind: Kind = kinds[name]
    for (const by of kind.instructedBy) {
      test(`a ${name}, instructed by ${by}, moves its money from its source to the position of its first status`, () => {
        const command = openingOf(name, uuid(201), by)
        const { outcomes, rows } = decide(bank, [command], noon)
        expect(outcomes).toMatchObject([{ moved: true }])
        const { route } = command.facts
        expect(rows.postings).toMatchObject([
          { debit: route.source, credit: positionOf(kind.firstStatus, route), amountMinor: 1_000n },
        ])
        expect([rows.transactions[0]!.debitAccountId, rows.transactions[0]!.creditAccountId]).toEqual([
          kind.source === 'account' ? route.source : null,
          kind.destination === 'account' ? route.destination : null,
        ])
      })
    }

    test(`a ${name} is instructed by no other right`, () => {
      const rights = (['pin', 'own', 'schedule', 'approval', 'bank'] as const).filter(
        (by) => !kind.instructedBy.includes(by),
      )
      for (const by of rights) expect(() => decide(bank, [openingOf(name, uuid(201), by)], noon)).toThrow(by)
    })
  }

  test('each status has its position', () => {
    const written = tableUnder('Status', 'The money is at')
    expect(written.map(([status]) => status).sort()).toEqual([...statuses].sort())
    for (const [status, position] of written) expect(positionOf(status as Status, names)).toBe(position)
  })

  const changes = tableUnder('Event', 'Moves from', 'Moves to')
  test('every change of status is listed once', () => {
    const every = statuses.flatMap((from) =>
      statuses.filter((to) => to !== from).map((to) => `${from} to ${to}`),
    )
    expect(changes.map(([change]) => change)).toEqual(every)
  })
  for (const name of kindNames) {
    const { firstStatus, statusesAfter }: Kind = kinds[name]
    const reached: readonly string[] = [firstStatus, ...statusesAfter]
    for (const [change = '', ...written] of changes) {
      if (!change.split(' to ').every((status) => reached.includes(status))) continue
      test(`${change}, after a ${name}`, () => {
        const opened = openingOf(name, uuid(201))
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

/** A command that opens a transaction of $10.00 of this kind. */
function openingOf(
  name: KindName,
  id: string,
  by: Authorisation['by'] = kinds[name].instructedBy[0]!,
): OpenTransaction {
  const kind: Kind = kinds[name]
  const ends = {
    account: alice.ledgerAccountId,
    pot: alicePot.ledgerAccountId,
    settlement: own.USD.settlement,
    disputes: own.USD.disputes,
  }
  const isBetweenAccounts = kind.source === 'account' && kind.destination === 'account'
  const to = isBetweenAccounts ? aliceSavings.ledgerAccountId : ends[kind.destination]
  const { userId } = alice
  const authorisations: Readonly<Record<Authorisation['by'], Authorisation>> = {
    pin: { by: 'pin', userId, pinMatches: true, attempt: uuid(900) },
    own: { by: 'own', userId },
    schedule: { by: 'schedule', userId },
    approval: { by: 'approval', userId, approvedBy: uuid(3) },
    bank: { by: 'bank' },
  }
  const movement = { kind: name, id, from: ends[kind.source], to, currency: 'USD', madeBy: userId } as const
  // Alice's first funding, and her credit.
  const takenBack = { funding: uuid(101), provisional_credit: uuid(151) } as const
  const creditDetail = takenBack[kind.creditDetail as keyof typeof takenBack] ?? null
  return opening({ ...movement, creditDetail, amountMinor: 1_000n }, 1_000n, authorisations[by])
}

function kindsTable(): string {
  const rows = kindNames.map((name) => {
    const kind: Kind = kinds[name]
    const [from, to] = [placeName(kind.source), placeName(kind.destination)]
    const reached = kind.firstStatus === 'pending' ? 'in transit' : to
    const undo = kind.waitsForUndo ? ', or pending with an undo time' : ''
    const flow = [kind.isSpending && 'spending', kind.isIncome && 'income'].filter(Boolean).join(' and ')
    return [
      `\`${name}\``,
      kind.event,
      from,
      to,
      `${kind.firstStatus}${undo}`,
      kind.statusesAfter.join(', '),
      kind.waitsForUndo ? `${reached}, or in transit` : reached,
      kind.instructedBy.join(', '),
      ...[kind.waitsForRelease, kind.mayBeTakenBack, kind.mayBeDisputed, kind.isLimited].map((is) =>
        is ? 'yes' : 'no',
      ),
      flow || 'neither',
    ]
  })
  const headings = [
    'Kind',
    'Event',
    'Source',
    'Destination',
    'First status',
    'May become',
    'Moves to',
    'By',
    'Waits',
    'Taken back',
    'Disputed',
    'Limited',
    'Counts as',
  ]
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function placeName(place: Place): string {
  return place === 'account' || place === 'pot' ? `the ${place}` : place
}

/** The rows of the document's table with these headings. */
function tableUnder(...headings: string[]): string[][] {
  const lines = document.split('\n')
  const start = lines.indexOf(`| ${headings.join(' | ')} |`)
  if (start < 0) throw new Error(`no table with the headings ${headings.join(', ')}`)
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  return lines.slice(start + 2, end).map((line) => line.slice(2, -2).split(' | '))
}
