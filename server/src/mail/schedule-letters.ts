import { linkTo } from '@bank/contract/pages'
import { letter, numberEnd, type Reader } from './letter.ts'
import type { Mail } from './outgoing-mail.ts'

/** Reports that a scheduled payment was not made. `payee` is what the reader called the payee. */
export function runFailedMail(
  bankName: string,
  reader: Reader & { readonly number: string },
  run: {
    readonly payee: string
    readonly amount: string
    readonly day: string
    readonly reason: string
    /** It has no later day. */
    readonly hasEnded: boolean
  },
): Mail {
  return letter(reader, `A scheduled payment from ${bankName} was not made`, {
    sentences: [
      `Your scheduled payment of ${run.amount} on ${run.day} was not made: ${run.reason.replace(/\.$/, '')}.`,
      run.hasEnded ? 'It has no later day.' : 'We’ll make the next one on its day.',
    ],
    facts: [
      { label: 'To', value: run.payee },
      { label: 'Your account', value: numberEnd(reader.number) },
    ],
    button: { label: 'See scheduled payments', page: linkTo('scheduled') },
    advice: ['To pay it now, send a transfer.'],
  })
}
