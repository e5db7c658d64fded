import { expect, test } from 'vitest'
import type { LogRecord } from '../records.ts'
import { rightBooks } from '../test/right-books.ts'
import { checkFreezes } from './check-freezes.ts'

const account = '1000000001'
const freeze: LogRecord = { kind: 'freeze', key: 'freeze', account, isFrozen: true }
const thaw: LogRecord = { kind: 'freeze', key: 'thaw', account, isFrozen: false }
const done = (key: string): LogRecord => ({ kind: 'outcome', key, was: 'ok' })
// Its rows are in the consistent books.
const transfer = { kind: 'transfer', key: 'out', to: '5550001111', isInside: false, amount: '4.00' } as const
const sent: LogRecord = { ...transfer, from: account }

const cases: [title: string, log: LogRecord[]][] = [
  ['sent before the freeze', [sent, freeze, done('freeze'), done('out')]],
  ['sent before the bank acknowledged the freeze', [freeze, sent, done('freeze'), done('out')]],
  ['sent after payments were allowed again', [freeze, done('freeze'), thaw, done('thaw'), sent, done('out')]],
  [
    'repeated until payments were allowed again',
    [freeze, done('freeze'), sent, thaw, done('thaw'), done('out')],
  ],
  ['sent from another account', [freeze, done('freeze'), { ...transfer, from: '1000000002' }, done('out')]],
]
for (const [title, log] of cases) {
  test(`the check of freezes finds nothing wrong with a transfer that was ${title}`, () => {
    expect(checkFreezes(rightBooks(), log)).toEqual([])
  })
}

test('the check of freezes reports a transfer that was begun after an acknowledged freeze, whatever was answered', () => {
  const detail = 'transfer out was begun after the freeze of its account, and is booked'
  const refused: LogRecord = { kind: 'outcome', key: 'out', was: 'refused' }
  for (const end of [[done('out')], [done('out'), thaw], [refused, thaw, done('thaw')], []]) {
    const log = [freeze, done('freeze'), sent, ...end]
    expect(checkFreezes(rightBooks(), log)).toEqual([{ what: 'forgotten', detail }])
  }
})
