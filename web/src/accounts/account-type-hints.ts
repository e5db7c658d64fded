import type { AccountType } from '@bank/contract/option-lists'

/** What each type is for. Accounts of all types work in the same way. */
export const accountTypeHints: Readonly<Record<AccountType, string>> = {
  checking: 'For daily payments, as in the United States',
  online: 'For daily payments, entirely online',
  current: 'For daily payments, as in Europe and the UK',
  corporate: 'For the payments of your company',
  offshore: 'For people who live in another country',
  joint: 'For a household; only you can log in to it',
}
