import type { endpoints } from '@bank/contract/endpoints'
import type { MailNoticesView } from '@bank/contract/mail-notices/view'
import type { Call } from '../call.ts'
import { findMailNotices } from './mail-notice.ts'

/** Which mails about money the caller has turned on. */
export async function readMailNotices({
  bank,
  actor,
}: Call<typeof endpoints.readMailNotices>): Promise<MailNoticesView> {
  return findMailNotices(bank.db, actor.userId)
}
