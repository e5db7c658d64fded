import { endpoints } from '@bank/contract/endpoints'
import { altered, answered } from './answers.ts'
import { unknownId as id, longName, rightToLeft } from './extremes.ts'

const { listOwedDisputes, readDispute, readTransaction } = endpoints

const moment = '2026-11-21T12:00:00.000Z'
const open = {
  id,
  cause: 'not_received' as const,
  amount: '1240.00',
  openedAt: moment,
  dueAt: '2199-12-01T23:59:59.999Z',
  credit: { transactionId: id, amount: '1240.00' },
  end: null,
}
const lost = {
  ...open,
  end: { outcome: 'bank' as const, at: moment, reason: longName, takenBack: '40.00', owed: '1200.00' },
}

/** A payment whose dispute ended for the bank, with a part of the credit owed. */
export const lostDispute = altered(readTransaction, (transaction) => ({
  ...transaction,
  dispute: lost,
  disputable: null,
}))

/** A payment of any day that can be disputed. */
export const disputable = altered(readTransaction, (transaction) => ({
  ...transaction,
  dispute: null,
  disputable: { until: '2199-12-01T00:00:00.000Z', decidedBy: '2199-11-01T00:00:00.000Z', most: '9.00' },
}))

const staffs = { currency: 'USD' as const, transactionId: id, user: { id, name: longName } }

/** A credited dispute of which little could be taken back. */
export const creditedDispute = answered(readDispute, {
  ...open,
  ...staffs,
  accountNumber: null,
  payment: { amount: '1300.00', createdAt: moment, payee: rightToLeft },
  openedBy: { id: id.replace(/.$/, '1'), name: 'Sam' },
  waitingCredit: null,
  takingBack: { amount: '40.00', owed: '1200.00' },
  mayDecide: true,
})

/** What a customer owes of a credit. */
export const owedDisputes = answered(listOwedDisputes, { disputes: [{ ...lost, ...staffs }], nextCursor: id })
