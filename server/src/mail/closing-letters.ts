import { linkTo } from '@bank/contract/pages'
import { type Button, ifNotYou, letter, numberEnd, type Reader } from './letter.ts'
import type { Mail } from './outgoing-mail.ts'

const accountsButton: Button = { label: 'See your accounts', page: linkTo('accounts') }

/**
 * Reports that the customer, or the bank, closed an account. `signInUntil`: the last day, as text, on which they can sign in, when it was their
 * main account.
 */
export function accountClosedMail(
  bankName: string,
  reader: Reader,
  { number, signInUntil, by }: { number: string; signInUntil: string | null; by: 'customer' | 'bank' },
): Mail {
  const end =
    signInUntil === null
      ? 'Its transactions and statements stay in your list of accounts.'
      : `It was your last account. You can log in and download your statements until ${signInUntil}.`
  return letter(reader, `Your ${bankName} account is closed`, {
    sentences: [`${by === 'bank' ? 'We' : 'You'} closed your account ${numberEnd(number)}. ${end}`],
    button: accountsButton,
    advice: [by === 'bank' ? 'If you didn’t ask for this, contact us.' : ifNotYou.changePassword],
  })
}

/** Reports that the bank opened a closed account again. */
export function accountReopenedMail(bankName: string, reader: Reader, number: string): Mail {
  return letter(reader, `Your ${bankName} account is open again`, {
    sentences: [`We reopened your account ${numberEnd(number)}. You can use it as before.`],
    button: accountsButton,
    advice: ['If you didn’t ask for this, contact us.'],
  })
}
