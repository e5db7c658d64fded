import { dayOf } from '@bank/contract/bank-day'
import { recordAudit } from '../../audit/audit-chain.ts'
import { findLastBooksCheck } from '../../books/check/books-check.ts'
import {
  findProvedPositions,
  type MoneyPosition,
  readMoneyPositions,
  totalOf,
} from '../../books/check/money-position.ts'
import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { byteOrderMark, csvRows } from '../../statements/csv-text.ts'
import { exportFile } from '../../statements/one-export.ts'

/** The position of each currency as comma-separated values, now and at the last check of the books. Writes an audit event. */
export const downloadMoneyPosition: Verb<'downloadMoneyPosition'> = (call) => {
  return exportFile(call, async () => {
    const { bank, actor, now } = call
    const { db, config } = bank
    const event = { actorId: actor.userId, action: 'money_position_downloaded', target: null, now } as const
    await inTransaction(db, (connection) => recordAudit(connection, event))
    const [positions, check] = await Promise.all([readMoneyPositions(db), findLastBooksCheck(db)])
    const proved = check ? await findProvedPositions(db, check.id) : []
    const rows = [
      ...positions.map((position) => rowOf(position, 'Now', now)),
      ...proved.map((position) => rowOf(position, 'Last check of the books', check!.startedAt)),
    ]
    return {
      name: `money-position-${dayOf(now, config.timeZone)}.csv`,
      pieces: [byteOrderMark + csvRows([columns, ...rows])],
    }
  })
}

const columns = [
  'When',
  'Time (UTC)',
  'Currency',
  'Owed to customers on accounts',
  'Owed to customers in pots',
  'Pending payments',
  'Settlement account',
  'Credited for disputed payments',
  'Sum',
]

function rowOf(position: MoneyPosition, when: string, moment: Date) {
  const { currency, accountsMinor, potsMinor, inTransitMinor, settlementMinor, disputesMinor } = position
  const sums = [accountsMinor, potsMinor, inTransitMinor, settlementMinor, disputesMinor]
  return [when, moment.toISOString(), currency, ...sums, totalOf(position)]
}
