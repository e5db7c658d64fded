import { endpoints } from '@bank/contract/endpoints'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import { held, refused } from './answers.ts'
import { disputable, lostDispute } from './dispute-answers.ts'
import { noRows, oddRows, unknownId } from './extremes.ts'
import { failedLoad } from './failures.ts'
import { press, readRightToLeft } from './page-actions.ts'
import { alert, role, table, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { listTransactions, readTransaction } = endpoints

const openFirst = press(/details$/)
const details = text('Sent: the money left your account')
const rows = text(/^Showing 1–/)
const none = text(customerTexts.transactions.none)

/** The customer's history, and one transaction of it. */
export const historyScreens: readonly Screen[] = [
  screen('transactions', '/transactions', 'alice', {
    usual: { shows: rows },
    loading: { arrange: [held(listTransactions)], shows: table },
    error: failedLoad(listTransactions),
    empty: { arrange: [noRows(listTransactions)], shows: none },
    'nothing found': { query: '?q=zzz&status=failed', shows: none },
    filtered: { query: '?status=success&type=debit&minAmount=20', shows: rows },
    'filter refused': { query: '?from=2026-02-30', shows: text('Please check the filters') },
    'the other filters': { act: [press('Filters')], shows: role('dialog', { name: 'Filters' }) },
    'largest first': { query: '?order=largest', shows: rows },
    'odd words and huge amounts': { arrange: [oddRows(listTransactions)], shows: rows },
    'right to left': { act: [readRightToLeft], shows: rows },
  }),
  screen('transaction', '/transactions', 'alice', {
    usual: { act: [openFirst], shows: details },
    returned: {
      query: '?status=failed',
      act: [openFirst],
      shows: text('Returned: the money is back in your account'),
    },
    disputed: { arrange: [lostDispute], act: [openFirst], shows: text('Your dispute has ended') },
    'to be disputed': {
      // Beside the list the details, and with them the question, begin anew.
      widths: [390, 768],
      arrange: [disputable],
      act: [openFirst, press('Dispute this payment')],
      shows: role('dialog', { name: 'Dispute this payment' }),
    },
    loading: {
      arrange: [held(readTransaction)],
      act: [openFirst],
      shows: role('heading', { name: 'Transaction details' }),
    },
    error: { arrange: [refused(readTransaction, 'transaction_not_found')], act: [openFirst], shows: alert },
    'not found': { query: `?tx=${unknownId}`, shows: text('This transaction could not be loaded') },
    'right to left': { act: [readRightToLeft, openFirst], shows: details },
  }),
]
