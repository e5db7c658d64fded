import type { Verb } from '../call.ts'
import { findMailNotices } from './mail-notice.ts'

/** Which mails about money the caller has turned on. */
export const readMailNotices: Verb<'readMailNotices'> = async ({ bank, actor }) => {
  return findMailNotices(bank.db, actor.userId)
}
