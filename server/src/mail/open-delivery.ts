import type { MailSettings } from '../config/config-services.ts'
import type { Deliver, Sender } from './delivery.ts'
import { openProvider } from './provider.ts'
import { openSmtp } from './smtp.ts'

/** How mail is sent; undefined where it stays in the outbox. `bankName` is the sender's name when MAIL_FROM has none. */
export function openDelivery(settings: MailSettings, bankName: string): Deliver | undefined {
  if (settings.by === 'outbox') return undefined
  const sender = senderOf(settings.from, bankName)
  return settings.by === 'api' ? openProvider(settings, sender) : openSmtp(settings, sender)
}

/** MAIL_FROM is an address, or a name and an address: `Truepenny <bank@bank.example>`. */
function senderOf(from: string, bankName: string): Sender {
  const [, name, email] = /^(.*)<(.*)>$/.exec(from) ?? []
  return { name: name?.trim().replace(/^"(.*)"$/, '$1') || bankName, email: email ?? from }
}
