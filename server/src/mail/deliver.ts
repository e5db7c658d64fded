import type { MailSettings } from '../config-rules.ts'
import { openProvider } from './provider.ts'
import { openSmtp } from './smtp.ts'

/** A mail on its way out. The id is the same at each try, so that whoever takes it in can know a second one. */
export type Letter = {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly html: string
}

/** Why a mail was not taken, as specified (§7, Mail): what was answered, or else why there was no answer. */
export type MailFailure = {
  readonly status: 400
  readonly error: string
  /** Trying again would change nothing: there is no such recipient. */
  readonly isFinal?: boolean
}

/** Hands a mail on. Gives undefined when it was taken; never throws, and answers within 20 seconds. */
export type Deliver = (letter: Letter) => Promise<MailFailure | undefined>

/** How mail leaves the bank; undefined where it stays in the outbox. `bankName` signs where MAIL_FROM has no name. */
export function openDelivery(settings: MailSettings, bankName: string): Deliver | undefined {
  if (settings.by === 'outbox') return undefined
  const sender = senderOf(settings.from, bankName)
  return settings.by === 'api' ? openProvider(settings, sender) : openSmtp(settings, sender)
}

export type Sender = { readonly name: string; readonly email: string }

/** MAIL_FROM is an address, or a name and an address: `Truepenny <bank@bank.example>`. */
function senderOf(from: string, bankName: string): Sender {
  const [, name, email] = /^(.*)<(.*)>$/.exec(from) ?? []
  return { name: name?.trim().replace(/^"(.*)"$/, '$1') || bankName, email: email ?? from }
}
