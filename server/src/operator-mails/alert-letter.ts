import { linkTo } from '@bank/contract/pages'
import type { Mail } from '../mail/outgoing-mail.ts'

type Frame = { readonly recipient: string; readonly bankName: string }

const button = { label: 'Open the overview', page: linkTo('overview') }

/** Tells staff that an alert began, or is over. `since` is the formatted moment of either. */
export function alertMail(
  { title, sentences }: { readonly title: string; readonly sentences: readonly string[] },
  told: 'began' | 'ended',
  { recipient, bankName, since }: Frame & { readonly since: string },
): Mail {
  const began = [...sentences, 'You get one more email when it is over.']
  return {
    recipient,
    subject: told === 'began' ? `${bankName}: ${title}` : `${bankName}, over: ${title}`,
    letter: { sentences: told === 'began' ? began : [`This has been over since ${since}.`], button },
  }
}

/** Tells the operator of one act of staff that had no second person. It is queued once. */
export function aloneMail(seq: bigint, sentence: string, { recipient, bankName }: Frame): Mail {
  return {
    recipient,
    subject: `${bankName}: an act without a second person`,
    letter: { sentences: [sentence], button },
    reason: `act without a second person ${seq}`,
  }
}

/** Tells staff of one large funding. It is queued once for each recipient. */
export function fundingAlertMail(id: string, sentence: string, { recipient, bankName }: Frame): Mail {
  return {
    recipient,
    subject: `${bankName}: a large funding`,
    letter: { sentences: [sentence], button },
    reason: `large funding ${id} to ${recipient}`,
  }
}
