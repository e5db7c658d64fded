import type { endpoints } from '@bank/contract/endpoints'
import type { MailNoticesView } from '@bank/contract/mail-notices/view'
import type { Call } from '../call.ts'
import { findMailNotices } from './mail-notice.ts'

/** What one is written about as one wishes. */
export async function readMailNotices({
  bank,
  actor,
}: Call<typeof endpoints.readMailNotices>): Promise<MailNoticesView> {
  return findMailNotices(bank.db, actor.userId)
}
