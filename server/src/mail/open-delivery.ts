import type { MailSettings } from '../config/config-services.ts'
import type { Deliver } from './delivery.ts'
import { openProvider } from './provider.ts'
import { openSmtp } from './smtp.ts'

/** How mail is sent; undefined where it stays in the outbox. */
export function openDelivery(settings: MailSettings): Deliver | undefined {
  if (settings.by === 'outbox') return undefined
  return settings.by === 'api' ? openProvider(settings) : openSmtp(settings)
}
