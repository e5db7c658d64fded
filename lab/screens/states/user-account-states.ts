import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { altered } from './answers.ts'
import { hugeAmount, longName, noRows, rightToLeft } from './extremes.ts'
import { type Action, press, readRightToLeft } from './page-actions.ts'
import { type Find, field, role, text } from './page-parts.ts'
import type { States } from './screen.ts'

const { readUser, listUserTransactions } = endpoints

type Further = Partial<AccountView> & { readonly number: string }

const savings: Further = { number: '6315582094', name: 'Savings', type: 'online', balance: '1250.00' }
const travel: Further = {
  number: '8120046637',
  name: null,
  type: 'current',
  currency: 'EUR',
  isActive: false,
}

/** The user has further accounts beside the real main one. */
function withFurther(further: readonly Further[], ofMain: Partial<AccountView> = {}) {
  return altered(readUser, (user) => {
    const account = { ...user.account, ...ofMain }
    const others = further.map((facts) => ({
      ...account,
      isMain: false,
      balance: '0.00',
      inTransit: '0.00',
      ...facts,
    }))
    return { ...user, account, accounts: [account, ...others] }
  })
}

const list = role('heading', { name: 'Accounts', exact: true })
const three = withFurther([savings, travel])
const mainInactive = withFurther([{ ...savings, isActive: false }], { isActive: false })
const savingsClosed = withFurther([
  { ...savings, balance: '0.00', closedAt: '2026-11-02T09:00:00.000Z' },
  travel,
])
const names = ['Rent', longName, rightToLeft, null, '\u2067Savings\u2069']
const twenty = withFurther(
  Array.from({ length: 19 }, (_, position) => ({
    number: `${6_315_582_094 + position}`,
    name: names[position % names.length]?.slice(0, 40) ?? null,
    balance: position === 3 ? hugeAmount : '40.00',
  })),
)
/** The bank knows no further account of the user. */
const noTransactions = noRows(listUserTransactions)
/** A state of the further account. */
const ofSavings = (user: Action, shows: Find, ...act: Action[]) => ({
  query: '?account=6315582094',
  arrange: [user, noTransactions],
  ...(act.length > 0 && { act }),
  shows,
})

/** The page of a user with several accounts. */
export const userAccountStates: States = {
  usual: { arrange: [three], shows: list },
  further: ofSavings(three, list),
  'main account inactive': ofSavings(
    mainInactive,
    text('It stays inactive until the main account is active'),
  ),
  'fund further': ofSavings(three, field('amount'), press('Fund account')),
  'deactivate further': ofSavings(three, field('reason'), press('Deactivate')),
  'deactivate main': {
    arrange: [three],
    act: [press('Deactivate')],
    shows: field('reason'),
  },
  closed: ofSavings(savingsClosed, role('button', { name: 'Reopen account' })),
  reopen: ofSavings(savingsClosed, field('reason'), press('Reopen account')),
  'unknown number': {
    query: '?account=1000000000',
    arrange: [noTransactions],
    shows: text('This user has no account with this number'),
  },
  twenty: { arrange: [twenty], shows: list },
  'right to left': {
    arrange: [three],
    act: [readRightToLeft],
    shows: list,
  },
}
