import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { mayUse } from '../sessions/session.ts'
import { findFile } from './case-file.ts'
import { attachmentOf } from './case-file-name.ts'

/**
 * A file of one of the caller's cases, without those of notes, and, in the elevated session of staff who may read messages, of the
 * cases of others. Throws `file_not_found` for all other files. A browser may only save it.
 */
export const readCaseFile: Verb<'readCaseFile'> = async ({ bank, actor, params, answer }) => {
  const mayReadAll = actor.elevatedUntil !== null && mayUse(actor, 'read_messages')
  const file = await findFile(bank.db, params.id, { readerId: actor.userId, mayReadAll })
  if (!file) throw new Refusal('file_not_found')
  answer.header('content-disposition', attachmentOf(file.name))
  answer.header('content-security-policy', "default-src 'none'; sandbox")
  answer.header('x-content-type-options', 'nosniff')
  return file.bytes
}
