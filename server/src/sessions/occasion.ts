import { momentText } from '@bank/contract/date-text'
import type { Bank } from '../bank.ts'
import type { Origin } from '../call.ts'
import type { Mail } from '../mail/outgoing-mail.ts'
import { deviceName } from './session.ts'

/** What a mail says of an act: when, and where unless the reader of the mail must not learn it. */
type Occasion = {
  readonly bank: { readonly config: Pick<Bank['config'], 'timeZone'> }
  readonly now: Date
  readonly origin?: Pick<Origin, 'network' | 'userAgent'>
}

/** Adds to a mail about the security of an account when it happened, in the bank's time zone, and in which network and browser. */
export function withOccasion(mail: Mail, { bank, now, origin }: Occasion): Mail {
  const { letter } = mail
  const facts = [
    ...(letter.facts ?? []),
    { label: 'When', value: momentText(now, bank.config.timeZone, 'long') },
    ...(origin
      ? [
          { label: 'Network', value: origin.network },
          { label: 'Browser', value: deviceName(origin.userAgent) },
        ]
      : []),
  ]
  return { ...mail, letter: { ...letter, facts } }
}
